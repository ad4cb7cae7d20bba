const PAUSE_MS = 1_000
/** A server that ran this long did not fail because of its start. */
const SHORT_RUN_MS = 60_000
const MOST_SHORT_RUNS = 5
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/**
 * Runs a server that prints `started` when it is ready, and restarts it if it ends by itself after that. Gives up if it cannot
 * start, or ends several times within a minute. Resolves to the exit code.
 */
export async function keepRunning(command: string[]): Promise<number> {
  const stop = new AbortController()
  let server: Bun.Subprocess | null = null
  for (const signal of SIGNALS)
    process.on(signal, () => {
      stop.abort()
      server?.kill(signal)
    })

  for (let shortRuns = 0; ;) {
    const begunAt = performance.now()
    let hasStarted = false
    server = Bun.spawn(command, {
      stdio: ['inherit', 'inherit', 'inherit'],
      // Explicit, because Bun's default is the environment from the start of this process.
      env: { ...process.env },
      ipc: () => void (hasStarted = true),
    })
    await server.exited
    const { exitCode, signalCode } = server
    if (stop.signal.aborted || exitCode === 0) return exitCode ?? 1
    if (!hasStarted) return exitCode ?? 1
    shortRuns = performance.now() - begunAt < SHORT_RUN_MS ? shortRuns + 1 : 0
    const how = signalCode ?? `exit code ${exitCode}`
    if (shortRuns >= MOST_SHORT_RUNS) {
      console.error(
        `The server has ended ${shortRuns} times within a minute of its start (${how}).`,
      )
      return exitCode ?? 1
    }
    console.error(`The server has ended (${how}). It starts again.`)
    await Bun.sleep(PAUSE_MS)
    if (stop.signal.aborted) return 0
  }
}
