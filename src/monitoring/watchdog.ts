/** Well below the 10 s without a heartbeat after which the watchdog thread ends the process. */
const BEAT_MS = 1_000

/**
 * Ends this process when its event loop is blocked for 10 s. A blocked loop cannot handle SIGTERM, and supervisors restart only
 * processes that have ended. The watchdog stays active during shutdown, which may hang too, and does not keep the process alive.
 */
export function startWatchdog(): void {
  const beats = new Int32Array(new SharedArrayBuffer(4))
  // Without a suffix: it is a .ts file in the source, and a .js file beside the built server.
  const thread = new Worker(new URL('watchdog-thread', import.meta.url)) as Bun.Worker
  thread.unref()
  thread.postMessage(beats, [])
  setInterval(() => Atomics.add(beats, 0, 1), BEAT_MS).unref()
}
