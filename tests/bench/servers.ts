/** Starts targets, each on a copy of its seeded data. Whatever hangs is killed. */
import { spawn, spawnSync, type Subprocess } from 'bun'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeSeed, nth, type Seed, type Target } from './target.ts'

const READY_WITHIN_MS = 30_000
const STOP_WITHIN_MS = 5_000

export const scratch = mkdtempSync(join(tmpdir(), 'bench-'))
const running = new Set<Subprocess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(scratch, { recursive: true, force: true })
})
process.on('SIGINT', () => process.exit(130))
process.on('SIGTERM', () => process.exit(143))

/** Ends a child process with this one. */
function keepTrack<Child extends Subprocess>(child: Child): Child {
  running.add(child)
  void child.exited.then(() => running.delete(child))
  return child
}

/** Runs a program to its end and answers what it prints. It is killed after `seconds`. */
export async function runProgram(
  command: string[],
  { seconds, cwd, input }: { seconds: number; cwd?: string; input?: string },
): Promise<string> {
  const child = keepTrack(
    spawn(command, {
      ...(cwd !== undefined && { cwd }),
      stdin: new Blob([input ?? '']),
      stdout: 'pipe',
      stderr: 'inherit',
      timeout: seconds * 1_000,
      killSignal: 'SIGKILL',
    }),
  )
  const text = await new Response(child.stdout).text()
  if ((await child.exited) !== 0)
    throw new Error(
      `${command.join(' ')} ended with ${child.signalCode ?? child.exitCode}: ${text}`,
    )
  return text
}

/** Rejects if a part of a run takes longer than `seconds`. */
export async function within<T>(seconds: number, what: string, work: () => Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const late = () => reject(new Error(`${what} took longer than ${seconds} s.`))
  const timer = setTimeout(late, seconds * 1_000)
  return Promise.race([work(), promise]).finally(() => clearTimeout(timer))
}

/** Below the range from which Linux takes the ports of outgoing connections. */
let nextPort = 18_000 + Math.floor(Math.random() * 5_000)

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.on('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

async function freePort(): Promise<number> {
  while (!(await isFree(nextPort))) nextPort += 1
  return nextPort++
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
  const log = join(scratch, `${target.name}.log`)
  const began = performance.now()
  const child = keepTrack(
    spawn(command, {
      cwd: target.cwd,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        PORT: String(port),
        ...target.env(dataDir),
      },
      stdin: 'ignore',
      stdout: Bun.file(log),
      stderr: Bun.file(log),
    }),
  )
  const stop = async () => {
    child.kill('SIGTERM')
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
    await child.exited
    clearTimeout(late)
  }
  while (performance.now() - began < READY_WITHIN_MS && child.exitCode === null) {
    const signal = AbortSignal.timeout(1_000)
    const answer = await fetch(`${url}/health/ready`, { signal }).catch(() => null)
    if (answer?.status === 200)
      return { url, port, pid: child.pid, startMs: performance.now() - began, stop }
    await Bun.sleep(1)
  }
  child.kill('SIGKILL')
  throw new Error(`${target.name} was not ready: ${readFileSync(log, 'utf8').slice(-600)}`)
}

const seeded = new Map<Target, { from: string; seed: Seed }>()

/** Makes the accounts, the stock and the lines of a target once. */
export async function seed(target: Target): Promise<void> {
  const dataDir = mkdtempSync(join(scratch, 'seeded-'))
  target.prepare(dataDir)
  const server = await start(target, dataDir, nth(target.commands, 0).command)
  try {
    const people = await target.signIn(server.url, dataDir)
    seeded.set(target, { from: dataDir, seed: await makeSeed(server.url, people) })
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
