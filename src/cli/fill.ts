import { ConfigError } from '#src/config.ts'
import {
  type Batch,
  copyRows,
  type Counts,
  type Kind,
  KINDS,
  type Source,
  type Target,
} from '#src/store/transfer.ts'

/** The database drops these by itself when they have outlived their purpose. */
const ENDING: readonly Kind[] = ['answered', 'endedTokens']

const describe = (counts: Counts) =>
  KINDS.filter((kind) => kind !== 'ordering')
    .map((kind) => `${counts[kind].toLocaleString('en')} ${kind}`)
    .join(', ')

/**
 * Fills a target from a source and verifies it there, before it becomes the store. Answers false, and leaves the target
 * unfinished, when a rule does not hold.
 */
export async function fill(
  source: Source,
  target: Target,
  { mayReplace, change }: { mayReplace: string | null; change?: (batch: Batch) => Batch },
): Promise<boolean> {
  if (mayReplace !== null && !(await target.isEmpty())) throw new ConfigError([mayReplace])
  await target.begin()
  const counts = await copyRows(source, target.write, change)
  const arrived = await target.count()
  for (const kind of KINDS)
    if (arrived[kind] > counts[kind] || (arrived[kind] < counts[kind] && !ENDING.includes(kind)))
      throw new ConfigError([
        `Of ${counts[kind]} ${kind} ${arrived[kind]} have arrived. Nothing was put in use.`,
      ])
  const { checked, broken } = await target.verify()
  for (const row of broken) console.error(`broken: ${row}`)
  if (broken.length > 0) {
    console.error(`Rules are broken: ${broken.length}. Nothing was put in use.`)
    return false
  }
  await target.finish()
  console.log(`${describe(counts)}; ${checked.length} rules hold.`)
  return true
}
