import type { Nudge } from '#src/store/port.ts'

/**
 * Carries nudges between instances, at most once and in no order: the store is the truth, and anti-entropy mends what is
 * lost. `publish` never rejects and never waits for a peer.
 */
export interface Bus {
  publish(nudges: readonly Nudge[]): void
  /** Hears every nudge, one's own included. */
  subscribe(listener: (nudge: Nudge) => void): () => void
  status(): 'ok' | 'down'
  close(): Promise<void>
}

/** The bus of a single process. */
export function openLocalBus(): Bus {
  const listeners = new Set<(nudge: Nudge) => void>()
  return {
    publish(nudges) {
      for (const nudge of nudges) for (const listener of listeners) listener(nudge)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    status: () => 'ok',
    async close() {
      listeners.clear()
    },
  }
}
