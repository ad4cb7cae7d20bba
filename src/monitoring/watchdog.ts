/** Several beats fit into the ten seconds after which the thread gives this process up. */
const BEAT_MS = 1_000

/**
 * Ends this process when its event loop stands still for 10 s: nothing inside a blocked loop can, not even on SIGTERM, and
 * supervisors start again only what has ended. Goes on while the process stops, which may hang too, and keeps no process alive.
 */
export function startWatchdog(): void {
  const beats = new Int32Array(new SharedArrayBuffer(4))
  const thread = new Worker(new URL('watchdog-thread.ts', import.meta.url)) as Bun.Worker
  thread.unref()
  thread.postMessage(beats, [])
  setInterval(() => Atomics.add(beats, 0, 1), BEAT_MS).unref()
}
