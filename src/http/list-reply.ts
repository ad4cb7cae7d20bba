import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { StoreTopic } from '#src/contract/topics.ts'
import { accepts, isKnownTag } from '#src/rules/headers.ts'
import type { Listed, Store } from '#src/store/port.ts'

type Incoming = { request: Request; set: { headers: Record<string, unknown> } }

const JSON_TYPE = 'application/json'
/** A longer text is compressed for clients that accept it; the board of a whole festival shrinks to a seventh. */
const LARGE = 100_000
const GZIP_LEVEL = 4
const CHUNK_BYTES = 65_536
/** So many times as long as a list took to make, the next of its pace waits: a list that changes all the time takes a quarter of the time. */
const PAUSES = 3
/** Who waits holds one of the places of its account. */
const LONGEST_PAUSE_MS = 250

/** JSON; a long text as bytes, which several replies can share. */
type Body = string | Uint8Array<ArrayBuffer>

/** A list at a revision, and its bytes after gzip once a client asked for them. */
type Fresh = { rev: number; text: Body; packed?: Promise<Body> }

const gzip = promisify(zlib.gzip)

/** Compresses in another thread: the event loop would stand still for 15 ms. */
const gzipped = async (text: Body): Promise<Body> =>
  Uint8Array.from(await gzip(text, { level: GZIP_LEVEL }))

/** The end of each long reply that is being sent. */
const ends = new WeakMap<object, Promise<void>>()

/** For a long reply a promise that resolves once it is sent, or its client has gone. Bun ends a reply of which nothing is read for 10 s. */
export const endOf = (reply: unknown): Promise<void> | undefined =>
  typeof reply === 'object' && reply !== null ? ends.get(reply) : undefined

/** Sends a part only when the client has read the one before, so that a client that reads slowly or not at all holds no copy. */
function inParts(bytes: Uint8Array<ArrayBuffer>): { body: ReadableStream; end: Promise<void> } {
  const { promise: end, resolve } = Promise.withResolvers<void>()
  let at = 0
  const body = new ReadableStream(
    {
      pull(controller) {
        controller.enqueue(bytes.subarray(at, (at += CHUNK_BYTES)))
        if (at < bytes.length) return
        controller.close()
        resolve()
      },
      cancel: () => resolve(),
    },
    { highWaterMark: 0 },
  )
  return { body, end }
}

/** Moves the headers from `set` into the response. Otherwise Elysia copies the `Response` and streams its body to add them. */
function withHeaders(set: Incoming['set'], own: Record<string, string>): Record<string, string> {
  const headers = Object.assign(set.headers as Record<string, string>, own)
  set.headers = {}
  return headers
}

/** A reply with JSON text. */
export function jsonText(
  set: Incoming['set'],
  text: Body,
  own: Record<string, string> = {},
): Response {
  const headers = withHeaders(set, { 'content-type': JSON_TYPE, ...own })
  if (text.length <= LARGE) return new Response(text, { headers })
  const { body, end } = inParts(typeof text === 'string' ? new TextEncoder().encode(text) : text)
  const reply = new Response(body, { headers })
  ends.set(reply, end)
  return reply
}

const notModified = (set: Incoming['set'], etag: string) =>
  new Response(null, { status: 304, headers: withHeaders(set, { etag }) })

/**
 * Replies with a list and its revision as ETag, or with 304. If `rev` is given, an unchanged list is not read from the store. `reader`
 * parts the ETags of roles that read one address differently: a shared browser must not show one the list of the other.
 */
export async function listReply(
  { request, set }: Incoming,
  store: Pick<Store, 'epoch'>,
  rev: number | null,
  read: () => Promise<Fresh>,
  reader?: string,
): Promise<Response> {
  const end = reader === undefined ? '' : `.${reader}`
  const etag = (at: number) => `"${store.epoch}.${at}${end}"`
  const known = request.headers.get('if-none-match')
  // `*` means any list: whether there is one, only a reading tells.
  if (rev !== null && known !== '*' && isKnownTag(known, etag(rev)))
    return notModified(set, etag(rev))
  const fresh = await read()
  if (isKnownTag(known, etag(fresh.rev))) return notModified(set, etag(fresh.rev))
  const own = { etag: etag(fresh.rev) }
  if (fresh.text.length <= LARGE) return jsonText(set, fresh.text, own)
  const headers = { ...own, vary: 'accept-encoding' }
  if (!accepts(request.headers.get('accept-encoding'), 'gzip'))
    return jsonText(set, fresh.text, headers)
  return jsonText(set, await (fresh.packed ??= gzipped(fresh.text)), {
    ...headers,
    'content-encoding': 'gzip',
  })
}

export const toText = ({ rev, rows }: Listed<unknown>): Fresh => asFresh(rev, JSON.stringify(rows))

/** A list at a revision, whose JSON text the caller has made. */
export const asFresh = (rev: number, text: string): Fresh => ({
  rev,
  text: text.length <= LARGE ? text : new TextEncoder().encode(text),
})

/** Creates a function that makes one long list after the other, with a pause after each. */
export function createPace() {
  let last: Promise<unknown> = Promise.resolve()
  let freeAt = -Infinity

  async function make<Made>(read: () => Promise<Made>): Promise<Made> {
    const waitMs = freeAt - performance.now()
    if (waitMs > 0) await Bun.sleep(waitMs)
    const startedAt = performance.now()
    try {
      return await read()
    } finally {
      const endedAt = performance.now()
      freeAt = endedAt + Math.min(LONGEST_PAUSE_MS, PAUSES * (endedAt - startedAt))
    }
  }
  return <Made>(read: () => Promise<Made>): Promise<Made> => {
    const made = last.catch(() => undefined).then(() => make(read))
    last = made
    return made
  }
}

/**
 * Creates a handler that keeps a list's JSON text until one of its topics changes. All who ask meanwhile share one reading of the store.
 * `read` must return the sum of the topics' revisions. Lists that one person can ask for in turn share a pace.
 */
export function keptList(
  store: Store,
  topics: [StoreTopic, ...StoreTopic[]],
  read: () => Promise<Listed<unknown> | Fresh>,
  pace = createPace(),
) {
  let kept: Fresh = { rev: -1, text: '' }
  let making: Promise<void> | null = null

  async function readRev(): Promise<number> {
    let sum = 0
    for (const topic of topics) sum += (await store.live.readRev(topic)) ?? 0
    return sum
  }
  async function make(): Promise<void> {
    try {
      kept = await pace(async () => {
        const made = await read()
        if ('text' in made) return made
        // Rows and text of all clubs together would take longer than others should wait.
        await new Promise(setImmediate)
        return toText(made)
      })
    } finally {
      making = null
    }
  }
  async function readText(rev: number): Promise<Fresh> {
    // What is being made may be older than the revision that this reply needs.
    while (kept.rev < rev) await (making ??= make())
    return kept
  }
  // Destructured: passing on the whole context makes Elysia parse query, cookies and headers.
  return async ({ request, set }: Incoming) => {
    const rev = await readRev()
    return listReply({ request, set }, store, rev, () => readText(rev))
  }
}
