import { ConfigError } from '#src/config.ts'

/** An unknown command or option: the help is shown with it. */
export class UsageError extends ConfigError {}

/** How a person calls a tool: of the single executable, or from source, where npm is enough. */
export const callOf = (tool: string): string =>
  Bun.isStandaloneExecutable ? `portal ${tool}` : `npx -y bun@${Bun.version} run ${tool} --`

export type Arguments<Named extends string, Flag extends string> = {
  values: Partial<Record<Named, string>>
  flags: ReadonlySet<Flag>
}

/**
 * Reads `--name value`, `--name=value` and `--flag`. Throws a `UsageError` that lists every unknown word, or a `ConfigError` for a
 * value that is missing or not well-formed Unicode, which stores and mails would each change in their own way.
 */
export function readArguments<const Named extends string, const Flag extends string>(
  words: readonly string[],
  known: { named: readonly Named[]; flags: readonly Flag[] },
): Arguments<Named, Flag> {
  const values: Partial<Record<Named, string>> = {}
  const flags = new Set<Flag>()
  const problems: string[] = []
  let isUnknown = false
  const rest = [...words]
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [option = '', ...parts] = word.split('=')
    const inline = parts.length > 0 ? parts.join('=') : undefined
    const name = known.named.find((candidate) => option === `--${candidate}`)
    const flag = known.flags.find((candidate) => word === `--${candidate}`)
    if (flag !== undefined) flags.add(flag)
    else if (name === undefined) {
      isUnknown = true
      problems.push(`${option} is an unknown option.`)
    } else {
      const value = inline ?? rest.shift()
      if (value === undefined) problems.push(`${option} needs a value.`)
      else if (!value.isWellFormed()) problems.push(`${option} must be well-formed Unicode.`)
      else values[name] = value
    }
  }
  if (problems.length > 0) throw new (isUnknown ? UsageError : ConfigError)(problems)
  return { values, flags }
}
