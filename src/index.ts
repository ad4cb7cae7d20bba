/** The portal's one program: the server or, with a word, one of its tools. Every import is literal, so that the single executable holds all. */
import { version } from '../package.json'
import { readArguments, UsageError } from './cli/arguments.ts'
import { takeEnvFile } from './cli/env-file.ts'
import { HELP } from './cli/help.ts'
import { ConfigError } from './config.ts'
import { Refusal } from './rules/refusal.ts'

/** `run` answers the exit code, or nothing if the process goes on by itself. */
type Command = { run(words: readonly string[]): Promise<number | void> }

/** A command that prints a text. */
const prints = (text: string) => async () => ({
  async run(words: readonly string[]) {
    readArguments(words, { named: [], flags: [] })
    console.log(text)
    return 0
  },
})

const COMMANDS = new Map<string, () => Promise<Command>>([
  ['serve', () => import('./serve.ts')],
  ['admin', () => import('./cli/admin.ts')],
  ['check', () => import('./cli/check.ts')],
  ['backup', () => import('./cli/backup.ts')],
  ['restore', () => import('./cli/restore.ts')],
  ['move', () => import('./cli/move.ts')],
  ['health', () => import('./cli/health.ts')],
  ['version', prints(`${version} (Bun ${Bun.version}, ${process.platform} ${process.arch})`)],
  ['help', prints(HELP)],
  // for compose.yaml
  ['secrets', () => import('./setup/secrets.ts')],
  ['database', () => import('./setup/database.ts')],
])
const SHORT: Record<string, string> = { '--help': 'help', '-h': 'help', '--version': 'version' }

async function start(words: readonly string[]): Promise<number | void> {
  const [first = 'serve', ...rest] = words
  const name = Object.hasOwn(SHORT, first) ? (SHORT[first] ?? first) : first
  // An option without a command belongs to the server.
  if (name.startsWith('-')) return (await import('./serve.ts')).run(words)
  const load = COMMANDS.get(name)
  if (!load) throw new UsageError([`${name} is an unknown command.`])
  return (await load()).run(rest)
}

try {
  const exitCode = await start(takeEnvFile(process.argv.slice(2)))
  if (typeof exitCode === 'number') process.exit(exitCode)
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof Refusal)) throw error
  console.error(error.message)
  if (error instanceof UsageError) console.error(`\n${HELP}`)
  process.exit(error instanceof UsageError ? 2 : error instanceof ConfigError ? error.exitCode : 1)
}
