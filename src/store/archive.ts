import { ConfigError } from '#src/config.ts'
import { createOwnFile } from './owner-only.ts'
import { type Batch, copyRows, type Counts, KINDS, type Source } from './transfer.ts'
import { openUpgradeTo2 } from './version-1.ts'
import { type BatchOf2, fromBatchOf2, toBatchOf2 } from './version-2.ts'

/**
 * An archive is a backup that any kind of store can read: gzipped lines of JSON. The first line names format and version, the next hold
 * rows, and the last one counts the rows of each kind. An archive without it is incomplete.
 */
const FORMAT = 'adp-portal backup'
/** Grows when an older version could not read what is written. Add an upgrade to `OLDER` then. */
const VERSION = 2

/** Writes every row of a source to a new file that only its owner may read; answers how many rows of each kind there are. */
export async function writeArchive(source: Source, path: string): Promise<Counts> {
  createOwnFile(path)
  const { readable, writable } = new CompressionStream('gzip')
  const writer = writable.getWriter()
  const encoder = new TextEncoder()
  const say = (line: unknown) => writer.write(encoder.encode(`${JSON.stringify(line)}\n`))

  async function writeLines(): Promise<Counts> {
    await say({ format: FORMAT, version: VERSION })
    const counts = await copyRows(source, (batch) => {
      const { kind, rows } = toBatchOf2(batch)
      return say([kind, rows])
    })
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
type Upgrade = (batch: Written) => Written[]

/** What is read of each version: its kinds of rows, and the upgrade of its batches to the next version. */
const OLDER: readonly { kinds: readonly string[]; openUpgrade: () => Upgrade }[] = [
  {
    kinds: ['ordering', ...KINDS.filter((kind) => kind !== 'portal' && kind !== 'codeTries')],
    openUpgrade: () => openUpgradeTo2() as Upgrade,
  },
]

/** How an archive of a version is read: upgraded step by step, batch by batch. */
function openReader(version: number) {
  const upgrades = OLDER.slice(version - 1).map(({ openUpgrade }) => openUpgrade())
  return {
    kinds: OLDER[version - 1]?.kinds ?? KINDS,
    toBatches: (batch: Written): Batch[] =>
      upgrades
        .reduce((batches, upgrade) => batches.flatMap(upgrade), [batch])
        .map((upgraded) => fromBatchOf2(upgraded as BatchOf2)),
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
    const { kinds, toBatches } = readerOf((await lines.next()).value ?? undefined)
    for await (const line of lines) {
      const said = JSON.parse(line) as [string, unknown[]] | { counts: Record<string, number> }
      if (!Array.isArray(said)) {
        if (kinds.every((kind) => (seen.get(kind) ?? 0) === said.counts[kind])) return
        break
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
