import { ConfigError } from '#src/config.ts'
import { type Batch, copyRows, type Counts, KINDS, type Source } from './transfer.ts'

/**
 * A backup of a store of whatever kind: lines of JSON, gzipped. First what it is, then rows, last how many there are of each
 * kind, without which it is not whole.
 */
const FORMAT = 'adp-portal backup'
const VERSION = 1

/** Writes every row of a source to the file at `path`, which exists; answers how many there are. */
export async function writeArchive(source: Source, path: string): Promise<Counts> {
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

const isKind = (value: unknown): value is Batch['kind'] =>
  (KINDS as readonly unknown[]).includes(value)

/** A backup that `writeArchive` has written. `read` throws a `ConfigError` on one that is not whole. */
export function openArchive(path: string): Source {
  const refuse = (why: string) => new ConfigError([`${path} ${why}`])

  function checkHead(line: string | undefined): void {
    const { format, version } = JSON.parse(line ?? '{}') as { format?: unknown; version?: unknown }
    if (format !== FORMAT) throw refuse('is not a backup of this portal.')
    if (version !== VERSION) throw refuse('was written by another version of the portal.')
  }

  async function readRows(give: (batch: Batch) => Promise<void>): Promise<void> {
    const seen = new Map<Batch['kind'], number>()
    const lines = readLines(path)
    checkHead((await lines.next()).value ?? undefined)
    for await (const line of lines) {
      const said = JSON.parse(line) as [Batch['kind'], Batch['rows']] | { counts: Counts }
      if (!Array.isArray(said)) {
        if (KINDS.every((kind) => (seen.get(kind) ?? 0) === said.counts[kind])) return
        break
      }
      const [kind, rows] = said
      if (!isKind(kind)) break
      seen.set(kind, (seen.get(kind) ?? 0) + rows.length)
      await give({ kind, rows } as Batch)
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
