// Our own: parsers of packages bound a body's bytes, but not its depth, its fields, or the time and memory that it takes while it arrives.
import { limits } from '#src/contract/limits.ts'
import { reserveBody } from './bodies.ts'
import { Refusal } from '#src/rules/refusal.ts'
import { within } from '#src/rules/within.ts'

/**
 * Bun refuses larger bodies itself, with an empty reply. For a body between the route's limit and this one, the client gets the usual
 * error `too_large`.
 */
export const HARD_BODY_BYTES = 16 * limits.bodyBytes

/** More levels than any route needs. Validation is recursive, so the depth must be limited. */
const MAX_DEPTH = 32
/** More fields than any route needs in one object. */
const MAX_KEYS = 100
const TOO_MANY_FIELDS = `An object has ${MAX_KEYS} fields at most.`
/** Brackets, commas and colons of a body. The largest call has 5,000 rows, with 9 of them each. */
const MAX_MARKS = 60_000
/** Timeouts for receiving a body: long enough for a slow phone, short enough to stop slow-body attacks. */
const TIMEOUT_MS = { anonymous: 10_000, signedIn: 60_000 }

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const OPENING = { list: 0x5b, object: 0x7b } as const
const CLOSING = { list: 0x5d, object: 0x7d } as const

type Incoming = { request: Request; network: string; session: unknown }

const isJson = (type: string) => /^application\/json\s*(?:;|$)/i.test(type)

export const notJson = () =>
  new Refusal('unsupported_media_type', 'The body must be application/json.')

export const tooLarge = (limit: number) => {
  const size = limit < 1_000_000 ? `${limit / 1_000} kB` : `${limit / 1_000_000} MB`
  return new Refusal('too_large', `The body is larger than ${size}.`)
}

/**
 * Throws if a JSON text is nested too deeply, or has too many values or fields. Runs before the parser, which needs long and hundreds of
 * megabytes for a text of 1 MB that is all brackets or names.
 */
function checkShape(text: string): void {
  let isInside = false
  let marks = 0
  /** The fields of each object around the present place. */
  const fields: number[] = []
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isInside) {
      if (code === BACKSLASH) at++
      else if (code === QUOTE) isInside = false
    } else if (code === QUOTE) isInside = true
    else if (code === OPENING.list || code === OPENING.object) {
      marks++
      if (fields.push(0) > MAX_DEPTH)
        throw new Refusal('bad_json', 'The body is nested too deeply.')
    } else if (code === CLOSING.list || code === CLOSING.object) fields.pop()
    else if (code === COMMA) marks++
    else if (code === COLON) {
      marks++
      const inner = fields.length - 1
      const count = (fields[inner] ?? 0) + 1
      if (inner >= 0) fields[inner] = count
      if (count > MAX_KEYS) throw new Refusal('invalid', TOO_MANY_FIELDS)
    }
    if (marks > MAX_MARKS) throw new Refusal('too_large', 'The body has too many values.')
  }
}

/** Reads a body of unknown length. Stops with 413 at the limit. */
async function readChunks(body: ReadableStream<Uint8Array>, limit: number): Promise<string> {
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ''
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > limit) throw tooLarge(limit)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

const tooLate = () => new Refusal('bad_json', 'The body did not arrive in time.')

/**
 * Reads a JSON body of up to 4 kB, or up to 1 MB with a valid token. `mostBytes` lowers the limit for a route. Throws 400, 413, 415, 422,
 * 429 or 503. Returns `undefined` for a missing body: the route's schema decides whether it is required.
 */
export async function readJson(
  { request, network, session }: Incoming,
  mostBytes: number,
): Promise<unknown> {
  const { body, headers, method } = request
  // Not `undefined`, because Elysia would then read the body itself.
  if (method === 'DELETE') return null
  const length = headers.get('content-length')
  if (!body || length === '0') return undefined
  if (!isJson(headers.get('content-type') ?? '')) throw notJson()
  const isSignedIn = session !== null
  const limit = Math.min(mostBytes, isSignedIn ? limits.bodyBytes : limits.anonymousBodyBytes)
  if (length !== null && Number(length) > limit) throw tooLarge(limit)

  const release = reserveBody({
    network,
    isSignedIn,
    bytes: length === null ? limit : Number(length),
  })
  let text: string
  try {
    const reading = length === null ? readChunks(body, limit) : request.text()
    text = await within(isSignedIn ? TIMEOUT_MS.signedIn : TIMEOUT_MS.anonymous, reading, tooLate)
  } finally {
    release()
  }
  checkShape(text)
  return JSON.parse(text)
}

/**
 * The `parse` hook of routes that take any body and read none. Throws 413 for a body that no route would take. Not `undefined`, because
 * Elysia would then read the body itself.
 */
export function unreadBody({ request }: Pick<Incoming, 'request'>): null {
  if (Number(request.headers.get('content-length')) > limits.anonymousBodyBytes)
    throw tooLarge(limits.anonymousBodyBytes)
  return null
}

/**
 * The `parse` hook of routes with a body. The fields are destructured one by one: passing on the whole context makes Elysia parse query,
 * cookies and headers of every request, and copy every reply.
 */
export const jsonBody = ({ request, network, session }: Incoming) =>
  readJson({ request, network, session }, limits.bodyBytes)
