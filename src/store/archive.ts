import { ConfigError } from '#src/config.ts'
import { createOwnFile } from './owner-only.ts'
import { type Batch, copyRows, type Counts, type Kind, KINDS, type Source } from './transfer.ts'

/**
 * An archive is a backup that any kind of store can read: gzipped lines of JSON. The first line names format and version, the next hold
 * rows, and the last one counts the rows of each kind. An archive without it is incomplete.
 */
const FORMAT = 'adp-portal backup'
/** Grows when an older version could not read what is written. */
const VERSION = 1

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

/** Opens an archive. `read` throws a `ConfigError` if it is damaged or incomplete. */
export function openArchive(path: string): Source {
  const refuse = (why: string) => new ConfigError([`${path} ${why}`])

  function checkHead(line: string | undefined): void {
    const { format, version } = JSON.parse(line ?? '{}') as { format?: unknown; version?: unknown }
    if (format !== FORMAT) throw refuse('is not a backup of this portal.')
    if (version !== VERSION) throw refuse('was written by another version of the portal.')
  }

  async function readRows(give: (batch: Batch) => Promise<void>): Promise<void> {
    const seen = new Map<string, number>()
    const lines = readLines(path)
    checkHead((await lines.next()).value ?? undefined)
    for await (const line of lines) {
      const said = JSON.parse(line) as [Kind, unknown[]] | { counts: Record<string, number> }
      if (!Array.isArray(said)) {
        if (KINDS.some((kind) => (seen.get(kind) ?? 0) !== said.counts[kind])) break
        return
      }
      const [kind, rows] = said
      if (!KINDS.includes(kind)) break
      seen.set(kind, (seen.get(kind) ?? 0) + rows.length)
      await give({ kind, rows } as Batch)
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
