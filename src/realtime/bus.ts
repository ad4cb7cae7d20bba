import type { Nudge } from '#src/store/port.ts'

/**
 * Carries nudges between instances, at most once and in no fixed order. The store holds the truth: each instance compares its
 * revisions with the store every second, so a lost nudge costs only a delay. `publish` never throws and never waits for a peer.
 */
export interface Bus {
  publish(nudges: readonly Nudge[]): void
  /** Calls the listener with every nudge, including those of this instance. Returns a function that unsubscribes. */
  subscribe(listener: (nudge: Nudge) => void): () => void
  status(): 'ok' | 'down'
  close(): Promise<void>
}

/** A bus within one process, for an installation with a single instance. */
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
