import { limits } from './contract/limits.ts'
import { Refusal } from './rules/refusal.ts'

/**
 * The server itself cuts off what is larger, without a body of its own in its reply. Up to here a client that sends too much
 * hears so in the one failure shape.
 */
export const HARD_BODY_BYTES = 16 * limits.bodyBytes

/** Deeper than any body that a route takes. What walks a body recurses, and a body of 1 MB can be 500,000 deep. */
const MAX_DEPTH = 32

/** Lists are walked in place: a copy of half a million entries costs 300 ms. */
const isDeeper = (value: unknown, depth: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 ||
    (Array.isArray(value) ? value : Object.values(value)).some((part) => isDeeper(part, depth - 1)))

const tooLarge = () => new Refusal('too_large', 'The body is larger than 1 MB.')
const isJson = (type: string) => /^application\/json\s*(?:;|$)/i.test(type)

/** Reads a body of unknown length, no further than the limit. */
async function readChunks(body: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ''
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > limits.bodyBytes) throw tooLarge()
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/**
 * The `parse` hook of a route that takes a body: `application/json` of 1 MB at most. Throws 400, 413 or 415. A body that is not
 * there is left to the route's schema, since not every route needs one.
 */
export async function jsonBody({ request }: { request: Request }): Promise<unknown> {
  const { body, headers, method } = request
  // `null` and not `undefined`, which would make Elysia read the body itself.
  if (method === 'DELETE') return null
  const length = headers.get('content-length')
  if (!body || length === '0') return undefined
  if (!isJson(headers.get('content-type') ?? ''))
    throw new Refusal('unsupported_media_type', 'The body must be application/json.')
  if (length !== null && Number(length) > limits.bodyBytes) throw tooLarge()
  const value: unknown = length === null ? JSON.parse(await readChunks(body)) : await request.json()
  if (isDeeper(value, MAX_DEPTH)) throw new Refusal('bad_json', 'The body is nested too deeply.')
  return value
}
