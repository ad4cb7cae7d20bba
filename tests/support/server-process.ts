import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { heldBytes, workedMs } from './processes.ts'
import { type Env, PROGRAM, ROOT, startServer } from './program.ts'

/**
 * Starts the built server of `folder` in a process of its own, on a free port and with a temporary store. `env` is added
 * to its settings; `descriptors` limits its open files and sockets.
 */
export async function startServerProcess(
  folder = ROOT,
  { env = {}, descriptors }: { env?: Env; descriptors?: number } = {},
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'server-'))
  const command = folder === ROOT ? PROGRAM : [process.execPath, 'src/index.ts']
  const bounded = ['sh', '-c', `ulimit -n ${descriptors} && exec "$@"`, 'sh', ...command]
  const { child, url } = await startServer(
    { DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env },
    { command: descriptors === undefined ? command : bounded, cwd: folder, stderr: 'inherit' },
  )
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
