/** Requests of somebody who tries everything, made from requests that make sense. */
import * as fc from 'fast-check'
import { callsOf, replaceAt, type Spec } from './hostile-calls.ts'

export type Call = { method: string; path: string; body?: unknown }
export type Ids = { itemId: string; lineId: string; cartId: string | undefined; clubId: string }

/** Every call of the description but the sign-out, which would end all others, with ids of rows that are there. */
export function sensibleCalls(spec: Spec, { itemId, lineId, cartId, clubId }: Ids): Call[] {
  const known: Record<string, string | undefined> = {
    userId: clubId,
    user_id: clubId,
    item_id: itemId,
    itemName: lineId,
    lineId,
    cartId,
    cart_id: cartId,
  }
  return callsOf(spec).flatMap(({ method, address, body }) => {
    if (address === '/users/logout') return []
    const own = address.startsWith('/inventorys/') ? itemId : lineId
    const path = address.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      name === 'id' ? own : (known[name] ?? Bun.randomUUIDv7()),
    )
    const toKnown = (name: string, value: unknown) =>
      name === '_id' ? own : name === 'itemName' ? value : (known[name] ?? value)
    return [{ method, path, body: body && JSON.parse(JSON.stringify(body, toKnown)) }]
  })
}

/** Texts that are large: most calls take none of it, and each has to say so at once. */
const largeText = fc
  .tuple(
    fc.constantFrom(' ', 'x', '1', ' 1', 'a-', 'a.', '\t', '/', '\ud800', '🖌'),
    fc.constantFrom(3_000, 40_000, 480_000),
  )
  .map(([alphabet, length]) => `${alphabet.repeat(length / alphabet.length)}\u0001`)

/** Objects with more fields than anything has; some are called like methods. */
const wide = fc
  .constantFrom(101, 5_000, 60_000)
  .map((count) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`a${n}`, n])))
const methodNames = fc.dictionary(
  fc.constantFrom('toString', 'valueOf', '__proto__', 'constructor', 'hasOwnProperty', 'then'),
  fc.constantFrom(1, null, '\ud800', {}),
  { minKeys: 1 },
)
const deep = fc
  .tuple(fc.constantFrom(30, 33, 500), fc.boolean())
  .map(([depth, isList]) =>
    Array.from({ length: depth }).reduce<unknown>((inner) => (isList ? [inner] : { a: inner }), 1),
  )

const nastyText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    'a\udc00',
    '\udbff\ud800',
    '\u3164',
    '\u202e',
    '🖌'.repeat(130),
    'İıſẞ',
    '%',
    '%00',
    '../..',
    '__proto__',
    'constructor',
    '$ne',
    "'; DROP TABLE items; --",
    '<script>alert(1)</script>',
    '=1+1',
    '9'.repeat(400),
    'x'.repeat(5_000),
    'https://user:pw@[::1]:99999/',
    '019373a0-7c4e-7000-8000-3f1d2a6b9c10',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
)
const nasty: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 8, arbitrary: nastyText },
  { weight: 1, arbitrary: largeText },
  { weight: 1, arbitrary: wide },
  { weight: 2, arbitrary: methodNames },
  { weight: 1, arbitrary: deep },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      null,
      true,
      0,
      -0,
      -1,
      1.5,
      1e21,
      1e308,
      2 ** 53,
      -(2 ** 63),
      1e-320,
    ),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      {},
      [],
      [[]],
      [null],
      { length: 50_000_000 },
      { $ne: null },
      { toString: 1 },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constant(
      JSON.parse('{"__proto__":{"access":"bosslevel"},"constructor":{"prototype":1}}'),
    ),
  },
  { weight: 1, arbitrary: fc.array(fc.constant({}), { minLength: 201, maxLength: 260 }) },
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)

/** Every place in a value where something can be put instead; the first is the value itself. */
function placesIn(value: unknown): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [[]]
  const inside = Object.entries(value).flatMap(([key, part]) =>
    placesIn(part).map((place) => [key, ...place]),
  )
  return [[], ...inside]
}

/** Texts that no value can be written as. */
const rawBody = fc.constantFrom(
  '['.repeat(400_000),
  '['.repeat(400_000) + ']'.repeat(400_000),
  '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000),
  `{"items":[${'{},'.repeat(200_000)}{}]}`,
  `[${'1,'.repeat(450_000)}1]`,
  '"\\ud800"',
  '{"__proto__":{"toString":1},"toString":{"valueOf":1}}',
  '\ufeff{}',
)

/** One time in so many, else `null`: the option of fast-check is there that often and not that seldom. */
const sometimes = <T>(arbitrary: fc.Arbitrary<T>, inSoMany: number): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: inSoMany - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary })

export const hostile = fc.record({
  call: fc.nat(),
  who: fc.constantFrom('admin', 'club', 'nobody' as const),
  puts: fc.array(fc.tuple(fc.nat(), nasty), { maxLength: 3 }),
  segment: sometimes(nastyText, 6),
  query: sometimes(nastyText, 6),
  type: fc.constantFrom(
    'application/json',
    'application/json',
    'application/json',
    'text/plain',
    '',
  ),
  raw: sometimes(rawBody, 40),
  cut: sometimes(fc.nat(200), 6),
  key: sometimes(fc.string({ maxLength: 300 }), 3),
  known: sometimes(fc.string({ maxLength: 50 }), 6),
})

export type Sample = typeof hostile extends fc.Arbitrary<infer T> ? T : never

const toHeader = (text: string) => text.replace(/[^\x20-\x7e]/g, '~')

/** What a sample makes of the calls. */
export function toRequest(sample: Sample, calls: readonly Call[]) {
  const call = calls[sample.call % calls.length]
  if (!call) throw new Error('There are no calls.')
  let { path, body } = call
  for (const [place, put] of sample.puts) {
    const places = placesIn(body)
    body = replaceAt(body, places[place % places.length] ?? [], put)
  }
  if (sample.segment !== null)
    path = path.replace(/[^/]+$/, encodeURIComponent(sample.segment.slice(0, 9_000).toWellFormed()))
  if (sample.query !== null)
    path += `?${encodeURIComponent(sample.query.slice(0, 2_000).toWellFormed())}`
  const text = sample.raw ?? JSON.stringify(body)?.slice(0, sample.cut ?? undefined)
  return {
    method: call.method,
    path,
    who: sample.who,
    ...(call.method !== 'GET' && text !== undefined && { body: text }),
    headers: {
      'content-type': sample.type,
      ...(sample.key !== null && { 'idempotency-key': toHeader(sample.key) }),
      ...(sample.known !== null && { 'if-none-match': toHeader(sample.known) }),
    },
  }
}
