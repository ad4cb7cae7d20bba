import { ConfigError } from '#src/config.ts'
import { checkRows } from '#src/store/sqlite/check-rows.ts'
import {
  type Batch,
  type BrokenRow,
  copyRows,
  type Counts,
  KINDS,
  sayFinding,
  type Source,
  type Target,
} from '#src/store/transfer.ts'

const describe = (counts: Counts) =>
  KINDS.filter((kind) => kind !== 'portal')
    .map((kind) => `${counts[kind].toLocaleString('en')} ${kind}`)
    .join(', ')

function refuseBroken(broken: readonly string[]): false {
  for (const row of broken) console.error(`broken: ${row}`)
  console.error(`Rules are broken: ${broken.length}. The copied data was not put into use.`)
  return false
}

export type Filling = {
  /** The folder for temporary files. */
  scratch: string
  mayReplace: string | null
  change?: (batch: Batch) => Batch
  setAside?: (rows: readonly BrokenRow[]) => void
}

/**
 * Fills a target from a source. It finds broken rows before it writes anything: without `setAside` it stops there, with it these rows are
 * passed on and left out. It verifies the target before it puts it in use. Answers false if a rule is broken.
 */
export async function fill(
  source: Source,
  target: Target,
  { scratch, mayReplace, change = (batch) => batch, setAside }: Filling,
): Promise<boolean> {
  if (mayReplace !== null && !(await target.isEmpty())) throw new ConfigError([mayReplace])
  const { rows, broken } = await checkRows(source, { scratch, mayRemove: setAside !== undefined })
  try {
    const isSettled = broken.every(({ kind }) => kind !== null)
    if (broken.length > 0) {
      if (!setAside || !isSettled) return refuseBroken(broken.map(sayFinding))
      setAside(broken)
    }
    return await put(rows, target, change)
  } finally {
    await rows.close()
  }
}

async function put(
  source: Source,
  target: Target,
  change: (batch: Batch) => Batch,
): Promise<boolean> {
  await target.begin()
  const counts = await copyRows(source, (batch) => target.write(change(batch)))
  const arrived = await target.count()
  for (const kind of KINDS)
    if (arrived[kind] !== counts[kind])
      throw new ConfigError([
        `Only ${arrived[kind]} of ${counts[kind]} ${kind} were copied. The copied data was not put into use.`,
      ])
  const { checked, broken } = await target.verify()
  if (broken.length > 0) return refuseBroken(broken)
  await target.finish()
  console.log(`${describe(counts)}; ${checked.length} rules hold.`)
  return true
}
