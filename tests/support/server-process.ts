import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')

/** Milliseconds that the main thread of a process, which is its event loop, has worked. */
function workedMs(pid: number): number {
  const [nanoseconds] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')
  return Number(nanoseconds) / 1_000_000
}

/** Bytes of memory that a process holds. */
function heldBytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1_024
}

/**
 * The product of `folder`, built before, as a process of its own on a free port and a fresh store that goes with it. `env` is added
 * to its settings; `descriptors` is how many files and sockets it may have open.
 */
export async function startServerProcess(
  folder = ROOT,
  { env = {}, descriptors }: { env?: Record<string, string>; descriptors?: number } = {},
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'server-'))
  const command = [process.execPath, 'src/index.ts']
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
