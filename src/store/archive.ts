import { ConfigError } from '#src/config.ts'
import { createOwnFile } from './owner-only.ts'
import { type Batch, copyRows, type Counts, KINDS, type Source } from './transfer.ts'
import { openUpgradeTo2 } from './version-1.ts'
import { openUpgradeTo3 } from './version-2.ts'
import { upgradeTo4 } from './version-3.ts'
import { upgradeTo5 } from './version-4.ts'

/**
 * An archive is a backup that any kind of store can read: gzipped lines of JSON. The first line names format and version, the next hold
 * rows, and the last one counts the rows of each kind. An archive without it is incomplete.
 */
const FORMAT = 'adp-portal backup'
/** Grows when an older version could not read what is written. Add an upgrade to `OLDER` then. */
const VERSION = 5

/** Writes every row of a source to a new file that only its owner may read; answers how many rows of each kind there are. */
export async function writeArchive(source: Source, path: string): Promise<Counts> {
  createOwnFile(path)
  const { readable, writable } = new CompressionStream('gzip')
  const writer = writable.getWriter()
  const encoder = new TextEncoder()
  const say = (line: unknown) => writer.write(encoder.encode(`${JSON.stringify(line)}\n`))

  async function writeLines(): Promise<Counts> {
    await say({ format: FORMAT, version: VERSION })
    const counts = await copyRows(source, ({ kind, rows }) => say([kind, rows]))
    await say({ counts })
    await writer.close()
    return counts
  }
  async function writeFile(): Promise<void> {
    const file = Bun.file(path).writer()
    for await (const chunk of readable) {
      file.write(chunk)
      await file.flush()
    }
    await file.end()
  }

  const [counts] = await Promise.all([
    writeLines().catch(async (error: unknown) => {
      await writer.abort(error)
      throw error
    }),
    writeFile(),
  ])
  return counts
}

async function* readLines(path: string): AsyncGenerator<string> {
  const text = Bun.file(path)
    .stream()
    .pipeThrough(new DecompressionStream('gzip'))
    .pipeThrough(new TextDecoderStream())
  let rest = ''
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

/** A batch as a line of any version holds it. */
type Written = { kind: string; rows: unknown[] }
/** Turns the batches of one version into those of the next; `end` answers the rows that follow from all others. */
type Upgrade = { take(batch: Written): Written[]; end(): Written[] }

const KINDS_OF_2: readonly string[] = KINDS.map((kind) => (kind === 'entries' ? 'movements' : kind))

/** What is read of each version: its kinds of rows, and the upgrade of its batches to the next version. */
const OLDER: readonly { kinds: readonly string[]; openUpgrade: () => Upgrade }[] = [
  {
    kinds: ['ordering', ...KINDS_OF_2.filter((kind) => kind !== 'portal' && kind !== 'codeTries')],
    openUpgrade: () => ({ take: openUpgradeTo2() as Upgrade['take'], end: () => [] }),
  },
  { kinds: KINDS_OF_2, openUpgrade: () => openUpgradeTo3() as Upgrade },
  { kinds: KINDS, openUpgrade: () => ({ take: upgradeTo4 as Upgrade['take'], end: () => [] }) },
  { kinds: KINDS, openUpgrade: () => ({ take: upgradeTo5 as Upgrade['take'], end: () => [] }) },
]

/** How an archive of a version is read: upgraded step by step, batch by batch. */
function openReader(version: number) {
  const upgrades = OLDER.slice(version - 1).map(({ openUpgrade }) => openUpgrade())
  const pass = (batches: Written[], steps: readonly Upgrade[]): Written[] =>
    steps.reduce((passed, { take }) => passed.flatMap(take), batches)
  return {
    kinds: OLDER[version - 1]?.kinds ?? KINDS,
    toBatches: (batch: Written) => pass([batch], upgrades) as Batch[],
    /** The rows that follow from all batches, after the last one. */
    rest: () =>
      upgrades.flatMap(({ end }, index) => pass(end(), upgrades.slice(index + 1))) as Batch[],
  }
}

/** Opens an archive of this version or an older one. `read` throws a `ConfigError` if it is damaged or incomplete. */
export function openArchive(path: string): Source {
  const refuse = (why: string) => new ConfigError([`${path} ${why}`])

  function readerOf(line: string | undefined) {
    const { format, version } = JSON.parse(line ?? '{}') as { format?: unknown; version?: unknown }
    if (format !== FORMAT) throw refuse('is not a backup of this portal.')
    if (!Number.isInteger(version) || Number(version) < 1 || Number(version) > VERSION)
      throw refuse('was written by another version of the portal.')
    return openReader(Number(version))
  }

  async function readRows(give: (batch: Batch) => Promise<void>): Promise<void> {
    const seen = new Map<string, number>()
    const lines = readLines(path)
    const { kinds, toBatches, rest } = readerOf((await lines.next()).value ?? undefined)
    for await (const line of lines) {
      const said = JSON.parse(line) as [string, unknown[]] | { counts: Record<string, number> }
      if (!Array.isArray(said)) {
        if (kinds.some((kind) => (seen.get(kind) ?? 0) !== said.counts[kind])) break
        for (const batch of rest()) await give(batch)
        return
      }
      const [kind, rows] = said
      if (!kinds.includes(kind)) break
      seen.set(kind, (seen.get(kind) ?? 0) + rows.length)
      for (const batch of toBatches({ kind, rows })) await give(batch)
    }
    throw refuse('is incomplete.')
  }

  return {
    async read(give) {
      try {
        await readRows(give)
      } catch (error) {
        // The file is at fault here, not the target of the rows.
        const isUnreadable =
          error instanceof SyntaxError || error instanceof TypeError || isDamage(error)
        throw isUnreadable ? refuse(`cannot be read: ${(error as Error).message}.`) : error
      }
    },
    async close() {},
  }
}

/** Whether zlib reports that the file was cut off or changed. */
const isDamage = (error: unknown): boolean =>
  /^(Z_|ERR_)/.test(String((error as { code?: unknown } | null)?.code))
