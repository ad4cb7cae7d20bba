import { ConfigError } from '#src/config.ts'
import { createOwnFile } from './owner-only.ts'
import { type Batch, copyRows, type Counts, KINDS, type Source } from './transfer.ts'
import { type BatchOf1, openUpgrade } from './version-1.ts'

/**
 * A backup of a store of whatever kind: lines of JSON, gzipped. First what it is, then rows, last how many there are of each
 * kind, without which it is not whole.
 */
const FORMAT = 'adp-portal backup'
const VERSION = 2

/** Writes every row of a source to a new file, which only its owner may read; answers how many there are. */
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

/** A batch as a line holds it, of whatever version. */
type Written = { kind: string; rows: unknown[] }

/** What each version's lines become, batch by batch. */
const READERS: Record<
  number,
  { kinds: readonly string[]; open: () => (batch: Written) => Batch[] }
> = {
  1: {
    kinds: ['ordering', ...KINDS.filter((kind) => kind !== 'portal' && kind !== 'codeTries')],
    open: () => {
      const upgrade = openUpgrade()
      return (batch) => upgrade(batch as BatchOf1)
    },
  },
  [VERSION]: { kinds: KINDS, open: () => (batch) => [batch as Batch] },
}

/** A backup that this version or an older one has written. `read` throws a `ConfigError` on one that is not whole. */
export function openArchive(path: string): Source {
  const refuse = (why: string) => new ConfigError([`${path} ${why}`])

  function readerOf(line: string | undefined) {
    const { format, version } = JSON.parse(line ?? '{}') as { format?: unknown; version?: unknown }
    if (format !== FORMAT) throw refuse('is not a backup of this portal.')
    const reader = READERS[Number(version)]
    if (!reader) throw refuse('was written by another version of the portal.')
    return reader
  }

  async function readRows(give: (batch: Batch) => Promise<void>): Promise<void> {
    const seen = new Map<string, number>()
    const lines = readLines(path)
    const { kinds, open } = readerOf((await lines.next()).value ?? undefined)
    const toBatches = open()
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
    throw refuse('is not whole.')
  }

  return {
    async read(give) {
      try {
        await readRows(give)
      } catch (error) {
        // Of the file, not of who takes the rows.
        const isUnreadable =
          error instanceof SyntaxError || error instanceof TypeError || isDamage(error)
        throw isUnreadable ? refuse(`cannot be read: ${(error as Error).message}.`) : error
      }
    },
    async close() {},
  }
}

/** What zlib says of a file that is cut off or changed. */
const isDamage = (error: unknown): boolean =>
  /^(Z_|ERR_)/.test(String((error as { code?: unknown } | null)?.code))
