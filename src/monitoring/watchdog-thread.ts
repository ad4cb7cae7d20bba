/** Runs in a worker thread. Imports nothing until it ends the process: every module loaded here takes memory twice. */
const TICK_MS = 1_000
const MAX_SILENT_TICKS = 10

/**
 * Counts its own ticks without a heartbeat instead of elapsed time: when the process is suspended or the computer sleeps, ticks and
 * heartbeats pause together, so the watchdog does not fire.
 */
addEventListener('message', async ({ data: beats }: MessageEvent<Int32Array>) => {
  const neverNotified = new Int32Array(new SharedArrayBuffer(4))
  let heard = 0
  for (let silentTicks = 0; silentTicks < MAX_SILENT_TICKS;) {
    Atomics.wait(neverNotified, 0, 0, TICK_MS)
    const beat = Atomics.load(beats, 0)
    silentTicks = beat === heard ? silentTicks + 1 : 0
    heard = beat
  }
  try {
    const line = {
      ts: new Date().toISOString(),
      level: 'error',
      stream: 'app',
      event: 'watchdog_ends_process',
      note: `The event loop was blocked for ${(MAX_SILENT_TICKS * TICK_MS) / 1000} s. The supervisor must restart the server.`,
    }
    const { writeSync } = await import('node:fs')
    writeSync(1, `${JSON.stringify(line)}\n`)
  } finally {
    process.kill(process.pid, 'SIGKILL')
    // Process 1 of a container cannot kill itself with SIGKILL, but it can abort.
    process.abort()
  }
})
