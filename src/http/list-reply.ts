import type { StoreTopic } from '#src/contract/topics.ts'
import type { Listed, Store } from '#src/store/port.ts'

type Incoming = { request: Request; set: { headers: Record<string, unknown> } }

const JSON_TYPE = 'application/json'

/** Whether `If-None-Match` matches this ETag. */
function isKnown(request: Request, etag: string): boolean {
  const header = request.headers.get('if-none-match')
  if (header === null) return false
  return header.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
}

/** Moves the headers from `set` into the response. Otherwise Elysia copies the `Response` and streams its body to add them. */
function withHeaders(set: Incoming['set'], own: Record<string, string>): Record<string, string> {
  const headers = Object.assign(set.headers as Record<string, string>, own)
  set.headers = {}
  return headers
}

/** A reply with JSON text. */
export const jsonText = (set: Incoming['set'], text: string, own: Record<string, string> = {}) =>
  new Response(text, { headers: withHeaders(set, { 'content-type': JSON_TYPE, ...own }) })

const notModified = (set: Incoming['set'], etag: string) =>
  new Response(null, { status: 304, headers: withHeaders(set, { etag }) })

/**
 * Replies with a list and its revision as ETag, or with 304. If `rev` is given, an unchanged list is not read from the store.
 */
export async function listReply(
  { request, set }: Incoming,
  store: Pick<Store, 'epoch'>,
  rev: number | null,
  read: () => Promise<{ rev: number; text: string }>,
): Promise<Response> {
  const etag = (at: number) => `"${store.epoch}.${at}"`
  if (rev !== null && isKnown(request, etag(rev))) return notModified(set, etag(rev))
  const fresh = await read()
  if (rev === null && isKnown(request, etag(fresh.rev))) return notModified(set, etag(fresh.rev))
  return jsonText(set, fresh.text, { etag: etag(fresh.rev) })
}

export const toText = ({ rev, rows }: Listed<unknown>) => ({ rev, text: JSON.stringify(rows) })

/** Creates a handler that caches a list's JSON text until one of its topics changes. `read` must return the sum of the topics' revisions. */
export function keptList(
  store: Store,
  topics: [StoreTopic, ...StoreTopic[]],
  read: () => Promise<Listed<unknown>>,
) {
  let kept = { rev: -1, text: '' }

  async function readRev(): Promise<number> {
    let sum = 0
    for (const topic of topics) sum += (await store.live.readRev(topic)) ?? 0
    return sum
  }
  async function readText(rev: number) {
    if (kept.rev === rev) return kept
    const fresh = toText(await read())
    if (fresh.rev > kept.rev) kept = fresh
    return fresh
  }
  // Destructured: passing on the whole context makes Elysia parse query, cookies and headers.
  return async ({ request, set }: Incoming) => {
    const rev = await readRev()
    return listReply({ request, set }, store, rev, () => readText(rev))
  }
}
