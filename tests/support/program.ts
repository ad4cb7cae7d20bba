import { resolve } from 'node:path'

export const ROOT = resolve(import.meta.dirname, '../..')
const file = process.env.PORTAL_PROGRAM

/** The command that runs this portal: from source, or what PORTAL_PROGRAM names, a script of Bun or the single executable. */
export const PROGRAM: readonly string[] =
  file && !/\.[jt]s$/.test(file)
    ? [resolve(ROOT, file)]
    : [process.execPath, resolve(ROOT, file ?? 'src/index.ts')]

export type Env = Record<string, string>

type Place = { cwd?: string; input?: string }

/** Starts a command with these settings alone, and keeps what it prints. `input` is what it reads. */
export function start(
  command: readonly string[],
  env: Env = {},
  { cwd = ROOT, input = '' }: Place = {},
) {
  const child = Bun.spawn([...command], {
    cwd,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
    stdin: new Blob([input]),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const kept = { out: '', err: '' }
  async function keep(stream: ReadableStream<Uint8Array>, name: keyof typeof kept) {
    const decoder = new TextDecoder()
    for await (const chunk of stream) kept[name] += decoder.decode(chunk, { stream: true })
  }
  const isRead = Promise.all([keep(child.stdout, 'out'), keep(child.stderr, 'err')])
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

/** Runs a command until it ends. */
export const run = (command: readonly string[], env?: Env, place?: Place) =>
  start(command, env, place).ended()

/** Runs the portal's program with these words until it ends. */
export const runTool = (words: readonly string[], env?: Env, place?: Place) =>
  run([...PROGRAM, ...words], env, place)
