/** A thread of its own. Imports nothing before the end: what it loads, every instance holds twice. */
const TICK_MS = 1_000
const MOST_SILENT_TICKS = 10

/**
 * Counts the ticks that this thread itself has seen without a beat, not the time: a process that was stopped, or a computer
 * that slept, has missed both alike.
 */
addEventListener('message', async ({ data: beats }: MessageEvent<Int32Array>) => {
  const never = new Int32Array(new SharedArrayBuffer(4))
  let heard = 0
  for (let silentTicks = 0; silentTicks < MOST_SILENT_TICKS;) {
    Atomics.wait(never, 0, 0, TICK_MS)
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
      note: `The event loop has stood still for ${(MOST_SILENT_TICKS * TICK_MS) / 1000} s. Whatever starts this server starts it again.`,
    }
    const { writeSync } = await import('node:fs')
    writeSync(1, `${JSON.stringify(line)}\n`)
  } finally {
    process.kill(process.pid, 'SIGKILL')
    // still here: the first process of a container cannot kill itself, only crash
    process.abort()
  }
})
