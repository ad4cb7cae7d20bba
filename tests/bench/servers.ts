/** Starts targets, each on a copy of its seeded data. */
import { spawn, spawnSync, type Subprocess } from 'bun'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Seed, Target } from './target.ts'

const READY_WITHIN_MS = 30_000
const STOP_WITHIN_MS = 5_000

export const scratch = mkdtempSync(join(tmpdir(), 'bench-'))
const running = new Set<Subprocess>()
process.on('exit', () => {
  for (const child of running) child.kill(9)
  rmSync(scratch, { recursive: true, force: true })
})
process.on('SIGINT', () => process.exit(130))
process.on('SIGTERM', () => process.exit(143))

/** Starts a child process that ends with this one. */
export function keepTrack<Child extends Subprocess>(child: Child): Child {
  running.add(child)
  void child.exited.then(() => running.delete(child))
  return child
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

export type Server = {
  url: string
  port: number
  pid: number
  startMs: number
  stop(): Promise<void>
}

/** Resolves at the first 200. `startMs` is the time until then. */
async function start(target: Target, dataDir: string): Promise<Server> {
  const port = await freePort()
  const { command, cwd, env } = target.launch(dataDir, port)
  const url = `http://127.0.0.1:${port}`
  const log = join(scratch, `${target.name}.log`)
  const began = performance.now()
  const child = keepTrack(
    spawn(command, {
      cwd: cwd ?? dataDir,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
      stdin: 'ignore',
      stdout: Bun.file(log),
      stderr: Bun.file(log),
    }),
  )
  while (performance.now() - began < READY_WITHIN_MS && child.exitCode === null) {
    const answer = await fetch(`${url}/health/ready`).catch(() => null)
    if (answer?.status !== 200) {
      await Bun.sleep(1)
      continue
    }
    const startMs = performance.now() - began
    await answer.text()
    return {
      url,
      port,
      pid: child.pid,
      startMs,
      async stop() {
        child.kill('SIGTERM')
        await Promise.race([child.exited, Bun.sleep(STOP_WITHIN_MS).then(() => child.kill(9))])
        await child.exited
      },
    }
  }
  child.kill(9)
  throw new Error(`${target.name} was not ready: ${readFileSync(log, 'utf8').slice(-600)}`)
}

const seeds = new Map<string, Seed>()
const seededDir = (target: Target) => join(scratch, 'seeded', target.name)

export async function seed(target: Target): Promise<void> {
  const dataDir = seededDir(target)
  mkdirSync(dataDir, { recursive: true })
  target.prepare(dataDir)
  const server = await start(target, dataDir)
  try {
    seeds.set(target.name, await target.seed(server.url, dataDir))
  } finally {
    await server.stop()
  }
}

export type Running = { target: Target; server: Server; dataDir: string; seed: Seed }

/** Starts a server on a new copy of the seeded data. */
export async function open(target: Target): Promise<Running & { close(): Promise<void> }> {
  const seed = seeds.get(target.name)
  if (!seed) throw new Error(`${target.name} is not seeded.`)
  const dataDir = mkdtempSync(join(scratch, 'data-'))
  spawnSync(['cp', '-r', `${seededDir(target)}/.`, dataDir])
  spawnSync(['sync'])
  const server = await start(target, dataDir)
  return {
    target,
    server,
    dataDir,
    seed,
    async close() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
