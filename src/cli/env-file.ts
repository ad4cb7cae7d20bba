import { parseEnv } from 'node:util'
import { ConfigError } from '#src/config.ts'
import { readSecretFile } from '#src/store/owner-only.ts'

declare module 'util' {
  /** Bun has it, and its types do not. It reads lines as Bun reads .env, but leaves `$` alone. */
  export function parseEnv(text: string): Record<string, string>
}

/**
 * Takes `--env FILE` from the front of a command line, and answers the other words. The file's lines become environment variables; what the
 * environment says already stays. Throws a `ConfigError` for a file that cannot be read or belongs to another user.
 */
export function takeEnvFile(words: readonly string[]): readonly string[] {
  const [first = '', ...rest] = words
  const [option, ...parts] = first.split('=')
  if (option !== '--env') return words
  const path = parts.length > 0 ? parts.join('=') : rest.shift()
  if (!path) throw new ConfigError(['--env needs the path of a file.'])
  try {
    for (const [name, value] of Object.entries(parseEnv(readSecretFile(path))))
      process.env[name] ??= value
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError([`--env ${path} cannot be read: ${(error as Error).message}`])
  }
  return rest
}
