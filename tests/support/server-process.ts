import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROGRAM, ROOT } from './program.ts'

/** CPU time of a process's main thread, which runs its event loop, in milliseconds. */
function workedMs(pid: number): number {
  const [nanoseconds] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')
  return Number(nanoseconds) / 1_000_000
}

/** Resident memory of a process in bytes. */
function heldBytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1_024
}

/**
 * Starts the built server of `folder` in a process of its own, on a free port and with a temporary store. `env` is added
 * to its settings; `descriptors` limits its open files and sockets.
 */
export async function startServerProcess(
  folder = ROOT,
  { env = {}, descriptors }: { env?: Record<string, string>; descriptors?: number } = {},
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'server-'))
  const command = folder === ROOT ? [...PROGRAM] : [process.execPath, 'src/index.ts']
  const bounded = ['sh', '-c', `ulimit -n ${descriptors} && exec "$@"`, 'sh', ...command]
  const child = Bun.spawn(descriptors === undefined ? command : bounded, {
    cwd: folder,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      HOST: '127.0.0.1',
      DEMO: 'off',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const decoder = new TextDecoder()
  let printed = ''
  for await (const chunk of child.stdout) {
    printed += decoder.decode(chunk, { stream: true })
    const [url] = /http:\/\/localhost:\d+/.exec(printed) ?? []
    if (!url) continue
    return {
      url,
      dataDir,
      workedMs: () => workedMs(child.pid),
      heldBytes: () => heldBytes(child.pid),
      async stop() {
        child.kill()
        await child.exited
        rmSync(dataDir, { recursive: true })
      },
    }
  }
  throw new Error(`The server did not start:\n${printed}`)
}
