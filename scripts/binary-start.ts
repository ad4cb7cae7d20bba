import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dir, '..')
const ROUNDS = 5

/** Starts a server, ends it when it listens, and answers the CPU time that it used, in ms. */
async function cpuOfStart(command: string[], dataDir: string): Promise<number> {
  const child = Bun.spawn(command, {
    cwd: dataDir,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      DATA_DIR: dataDir,
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const decoder = new TextDecoder()
  let printed = ''
  for await (const chunk of child.stdout) {
    printed += decoder.decode(chunk, { stream: true })
    if (printed.includes('"event":"started"')) break
  }
  child.kill('SIGKILL')
  await child.exited
  if (!printed.includes('"event":"started"'))
    throw new Error(`${command.join(' ')} did not start.\n${printed}`)
  return Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1000
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
