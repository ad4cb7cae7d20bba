import { limits } from '#src/contract/limits.ts'
import { holdBody } from './bodies.ts'
import { Refusal } from '#src/rules/refusal.ts'

/**
 * The server itself cuts off what is larger, without a body of its own in its reply. Up to here a client that sends too much
 * hears so in the one failure shape.
 */
export const HARD_BODY_BYTES = 16 * limits.bodyBytes

/** Deeper than any body that a route takes; a limit is needed because validation recurses. */
const MAX_DEPTH = 32
/** More fields than any object that a route takes. */
const MAX_KEYS = 100
/** The time to receive a body: enough for a slow phone, but it ends slow-body attacks. */
const PATIENCE_MS = { anonymous: 10_000, signedIn: 60_000 }

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING = { list: 0x5b, object: 0x7b } as const
const CLOSING = { list: 0x5d, object: 0x7d } as const

type Asked = { request: Request; network: string; session: unknown }

const isJson = (type: string) => /^application\/json\s*(?:;|$)/i.test(type)

export const notJson = () =>
  new Refusal('unsupported_media_type', 'The body must be application/json.')

export const tooLarge = (limit: number) => {
  const size = limit < 1_000_000 ? `${limit / 1_000} kB` : `${limit / 1_000_000} MB`
  return new Refusal('too_large', `The body is larger than ${size}.`)
}

/** A field name that is safe to repeat in an error; any other name becomes `*`. */
const toSegment = (key: string) => (/^\w{1,40}$/.test(key) ? key : '*')

/** Whether a JSON text is nested too deeply: looked at before it is parsed, which takes long for 500,000 lists in each other. */
function isTooDeep(text: string): boolean {
  let depth = 0
  let isInside = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isInside) {
      if (code === BACKSLASH) at++
      else if (code === QUOTE) isInside = false
    } else if (code === QUOTE) isInside = true
    else if (code === OPENING.list || code === OPENING.object) {
      if (++depth > MAX_DEPTH) return true
    } else if (code === CLOSING.list || code === CLOSING.object) depth--
  }
  return false
}

/** What no route takes, with its place from the inside out. */
type Fault = { path: string[]; msg: string }

const ILL_FORMED = 'This text is not well-formed Unicode.'

/**
 * Finds what no route takes, whatever its schema: half a character, which two languages write and compare differently, and what is
 * too wide to be walked cheaply.
 */
function findFault(value: unknown): Fault | null {
  if (typeof value === 'string') return value.isWellFormed() ? null : { path: [], msg: ILL_FORMED }
  if (typeof value !== 'object' || value === null) return null
  if (Array.isArray(value)) {
    // Walked in place: a copy of half a million entries costs 300 ms.
    for (let index = 0; index < value.length; index++) {
      const fault = findFault(value[index])
      if (fault) return { ...fault, path: [...fault.path, String(index)] }
    }
    return null
  }
  const keys = Object.keys(value)
  if (keys.length > MAX_KEYS) return { path: [], msg: `An object has ${MAX_KEYS} fields at most.` }
  for (const key of keys) {
    const fault = findFault(key) ?? findFault((value as Record<string, unknown>)[key])
    if (fault) return { ...fault, path: [...fault.path, toSegment(key)] }
  }
  return null
}

function inspect(value: unknown): void {
  const fault = findFault(value)
  if (!fault) return
  const path = fault.path.toReversed().join('.')
  throw new Refusal('invalid', fault.msg, { errors: [{ path, msg: fault.msg }] })
}

/** Reads a body of unknown length, no further than the limit. */
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

/** What `reading` gives, unless it takes longer. */
async function inTime<T>(reading: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Refusal('bad_json', 'The body did not arrive in time.')),
    ms,
  )
  try {
    return await Promise.race([reading, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Reads the body of a route: `application/json`, 4 kB at most, or 1 MB with a valid token; `mostBytes` is for a route that takes
 * less. Throws 400, 413, 415, 422, 429 or 503. A body that is not there is left to the route's schema, since not every route needs
 * one.
 */
export async function readJson(
  { request, network, session }: Asked,
  mostBytes: number,
): Promise<unknown> {
  const { body, headers, method } = request
  // `null` and not `undefined`, which would make Elysia read the body itself.
  if (method === 'DELETE') return null
  const length = headers.get('content-length')
  if (!body || length === '0') return undefined
  if (!isJson(headers.get('content-type') ?? '')) throw notJson()
  const isSignedIn = session !== null
  const limit = Math.min(mostBytes, isSignedIn ? limits.bodyBytes : limits.anonymousBodyBytes)
  if (length !== null && Number(length) > limit) throw tooLarge(limit)

  const release = holdBody({ network, isSignedIn, bytes: length === null ? limit : Number(length) })
  let text: string
  try {
    const reading = length === null ? readChunks(body, limit) : request.text()
    text = await inTime(reading, isSignedIn ? PATIENCE_MS.signedIn : PATIENCE_MS.anonymous)
  } finally {
    release()
  }
  if (isTooDeep(text)) throw new Refusal('bad_json', 'The body is nested too deeply.')
  const value: unknown = JSON.parse(text)
  inspect(value)
  return value
}

/**
 * The `parse` hook of a route that takes a body. What it needs is named one by one: a context that is handed on whole makes Elysia
 * read query, cookies and headers of every request, and copy every reply.
 */
export const jsonBody = ({ request, network, session }: Asked) =>
  readJson({ request, network, session }, limits.bodyBytes)
