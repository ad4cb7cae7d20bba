import { resolve } from 'node:path'
import { until } from './until.ts'

export const ROOT = resolve(import.meta.dirname, '../..')
const file = process.env.PORTAL_PROGRAM

/** The command that runs this portal: from source, or what PORTAL_PROGRAM names, a script of Bun or the single executable. */
export const PROGRAM: readonly string[] =
  file && !/\.[jt]s$/.test(file)
    ? [resolve(ROOT, file)]
    : [process.execPath, resolve(ROOT, file ?? 'src/index.ts')]

export type Env = Record<string, string>

type Place = { cwd?: string; input?: string; stderr?: 'pipe' | 'inherit' }

/** Starts a command with these settings alone, and keeps what it prints unless `stderr` is inherited. `input` is what it reads. */
export function start(
  command: readonly string[],
  env: Env = {},
  { cwd = ROOT, input = '', stderr = 'pipe' }: Place = {},
) {
  const child = Bun.spawn([...command], {
    cwd,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
    stdin: new Blob([input]),
    stdout: 'pipe',
    stderr,
  })
  const kept = { out: '', err: '' }
  async function keep(stream: ReadableStream<Uint8Array>, name: keyof typeof kept) {
    const decoder = new TextDecoder()
    for await (const chunk of stream) kept[name] += decoder.decode(chunk, { stream: true })
  }
  const isRead = Promise.all([keep(child.stdout, 'out'), child.stderr && keep(child.stderr, 'err')])
  return {
    child,
    /** What it has printed so far. */
    kept,
    printed: () => kept.out + kept.err,
    async ended() {
      await isRead
      return { code: await child.exited, ...kept }
    },
  }
}

/** Starts a server with these settings, and waits for the address that it says. */
export async function startServer(
  env: Env,
  { command = PROGRAM, ...place }: Place & { command?: readonly string[] } = {},
) {
  const own = { HOST: '127.0.0.1', PORT: '0', DEMO: 'off', ...env }
  const { child, kept, ...server } = start(command, own, place)
  const url = () => /http:\/\/localhost:\d+/.exec(kept.out)?.[0] ?? ''
  await until('the server says its address', () => url() !== '' || child.exitCode !== null)
  if (url() === '') throw new Error(`The server did not start:\n${server.printed()}`)
  return { child, kept, ...server, url: url() }
}

/** Runs a command until it ends. */
export const run = (command: readonly string[], env?: Env, place?: Place) =>
  start(command, env, place).ended()

/** Runs the portal's program with these words until it ends. */
export const runTool = (words: readonly string[], env?: Env, place?: Place) =>
  run([...PROGRAM, ...words], env, place)
