/** Starts targets, each on a copy of its seeded data. */
import { spawnSync } from 'bun'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#tests/support/mongod.ts'
import { type Env, run, start as startProgram } from '#tests/support/program.ts'
import { makeSeed, nth, type Seed, type Target } from './target.ts'

const READY_WITHIN_MS = 30_000
const STOP_WITHIN_MS = 5_000

export const scratch = mkdtempSync(join(tmpdir(), 'bench-'))
const running = new Set<{ kill(signal: 'SIGKILL'): void }>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(scratch, { recursive: true, force: true })
})
process.on('SIGINT', () => process.exit(130))
process.on('SIGTERM', () => process.exit(143))

/** Runs a program to its end and answers what it prints. */
export async function runProgram(
  command: string[],
  place: { cwd?: string; input?: string } = {},
): Promise<string> {
  const { code, out, err } = await run(command, { ...process.env } as Env, place)
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${out}${err}`)
  return out
}

export type Server = { url: string; port: number; pid: number; startMs: number }
export type Running = Server & {
  target: Target
  dataDir: string
  seed: Seed
  close(): Promise<void>
}

/** Resolves at the first 200. `startMs` is the time until then. */
async function start(target: Target, dataDir: string, command: string[]) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const began = performance.now()
  const env = { PORT: String(port), ...target.env(dataDir) }
  const { child, printed } = startProgram(command, env, { cwd: target.cwd })
  running.add(child)
  const stop = async () => {
    child.kill('SIGTERM')
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
    await child.exited
    running.delete(child)
    clearTimeout(late)
  }
  while (performance.now() - began < READY_WITHIN_MS && child.exitCode === null) {
    const signal = AbortSignal.timeout(1_000)
    const answer = await fetch(`${url}/health/ready`, { signal }).catch(() => null)
    if (answer?.status === 200)
      return { url, port, pid: child.pid, startMs: performance.now() - began, stop }
    await Bun.sleep(1)
  }
  await stop()
  throw new Error(`${target.name} was not ready: ${printed().slice(-600)}`)
}

const seeded = new Map<Target, { from: string; seed: Seed }>()

/** Makes the accounts, the stock and the lines of a target once. */
export async function seed(target: Target): Promise<void> {
  const dataDir = mkdtempSync(join(scratch, 'seeded-'))
  await target.fill(dataDir)
  const server = await start(target, dataDir, nth(target.commands, 0).command)
  try {
    seeded.set(target, { from: dataDir, seed: await makeSeed(server.url) })
  } finally {
    await server.stop()
  }
}

/** Starts a server on a new copy of the seeded data. */
export async function open(
  target: Target,
  { command } = nth(target.commands, 0),
): Promise<Running> {
  const { from, seed } = seeded.get(target) ?? {}
  if (from === undefined || !seed) throw new Error(`${target.name} is not seeded.`)
  const dataDir = mkdtempSync(join(scratch, 'data-'))
  spawnSync(['cp', '-r', `${from}/.`, dataDir])
  spawnSync(['sync'])
  const { stop, ...server } = await start(target, dataDir, command)
  return {
    ...server,
    target,
    dataDir,
    seed,
    async close() {
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
