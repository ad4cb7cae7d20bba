import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dir, '..')
const ROUNDS = 5

/** Starts a server, and answers when it listens. */
async function startServer(command: string[], dataDir: string, env: Record<string, string> = {}) {
  const child = Bun.spawn(command, {
    cwd: dataDir,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      DATA_DIR: dataDir,
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
      ...env,
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const decoder = new TextDecoder()
  let printed = ''
  for await (const chunk of child.stdout) {
    printed += decoder.decode(chunk, { stream: true })
    const [, port] = /"event":"started","port":(\d+)/.exec(printed) ?? []
    if (port !== undefined) return { child, port }
  }
  throw new Error(`${command.join(' ')} did not start.\n${printed}`)
}

/** The CPU time that a server used until it listened, in ms. */
async function cpuOfStart(command: string[], dataDir: string): Promise<number> {
  const { child } = await startServer(command, dataDir)
  child.kill('SIGKILL')
  await child.exited
  return Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1000
}

/** Writes to `order` which functions the file uses from its start to its first answer, for `bytecodeOrder` of Bun's build. */
export async function recordOrder(file: string, order: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'order-'))
  try {
    // The first start of all makes the store.
    await cpuOfStart([file], dataDir)
    const { child, port } = await startServer([file], dataDir, { BUN_BYTECODE_ORDER_OUT: order })
    await fetch(`http://127.0.0.1:${port}/health/ready`)
    child.kill('SIGTERM')
    await child.exited
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The CPU time that a start of the file takes, divided by that of a start from source: the median of several rounds. */
export async function measureStart(file: string): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'start-'))
  const source = [process.execPath, join(ROOT, 'src/index.ts')]
  try {
    // The first start of all makes the store.
    await cpuOfStart(source, dataDir)
    const ratios: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const ofFile = await cpuOfStart([file], dataDir)
      ratios.push(ofFile / (await cpuOfStart(source, dataDir)))
    }
    return ratios.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Infinity
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
