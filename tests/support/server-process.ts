import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')

/** The product of `folder`, built before, as a process of its own on a free port and a fresh store that goes with it. */
export async function startServerProcess(folder = ROOT) {
  const dataDir = mkdtempSync(join(tmpdir(), 'server-'))
  const child = Bun.spawn([process.execPath, 'src/index.ts'], {
    cwd: folder,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      HOST: '127.0.0.1',
      DEMO: 'off',
      LOG_LEVEL: 'warn',
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
      async stop() {
        child.kill()
        await child.exited
        rmSync(dataDir, { recursive: true })
      },
    }
  }
  throw new Error(`The server did not start:\n${printed}`)
}
