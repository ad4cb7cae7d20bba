import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { ConfigError } from '#src/config.ts'
import { createOwnFile } from './owner-only.ts'
import { type Batch, copyRows, type Kind, KINDS, type Source } from './transfer.ts'

/**
 * An archive is a backup that any kind of store can read: lines of JSON, each compressed by gzip. The first line names format and version, the
 * next hold rows, and the last one counts the rows of each kind. An archive without it is incomplete.
 */
const FORMAT = 'adp-portal backup'
/** Grows when an older version could not read what is written. */
const VERSION = 1

/** Writes every row of a source to a new file that only its owner may read. */
export async function writeArchive(source: Source, path: string): Promise<void> {
  createOwnFile(path)
  const file = Bun.file(path).writer()
  const say = async (line: unknown) => {
    file.write(Bun.gzipSync(`${JSON.stringify(line)}\n`))
    await file.flush()
  }
  await say({ format: FORMAT, version: VERSION })
  const counts = await copyRows(source, ({ kind, rows }) => say([kind, rows]))
  await say({ counts })
  await file.end()
}

async function* readLines(path: string): AsyncGenerator<string> {
  const text: AsyncIterable<string> = pipeline(
    createReadStream(path),
    createGunzip(),
    () => undefined,
  ).setEncoding('utf8')
  let rest = ''
  for await (const chunk of text) {
    const [first = '', ...others] = chunk.split('\n')
    const lines = [rest + first, ...others]
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
  String((error as { code?: unknown } | null)?.code).startsWith('Z_')
