import * as fc from 'fast-check'

const word = fc.oneof(
  fc.constantFrom(
    'hello',
    'sync',
    'token',
    'open',
    'close',
    'board',
    'ordering',
    'orders',
    'carts',
    '__proto__',
    '',
    '\u0000',
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
)
const value = fc.oneof(
  word,
  fc.constantFrom(
    null,
    true,
    0,
    -1,
    1e308,
    [],
    {},
    { $ne: null },
    { toString: 1 },
    { length: 5e7 },
  ),
  fc.jsonValue({ maxDepth: 3 }),
)
const frame = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ type: word, token: value, topic: value }, { requiredKeys: [] }),
  },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
)
/** Broken or malicious text and bytes for the live channel. */
export const hostileFrame = fc.oneof(
  { weight: 6, arbitrary: frame.map((part) => JSON.stringify(part)) },
  {
    weight: 1,
    arbitrary: fc.tuple(frame, fc.nat(30)).map(([part, cut]) => JSON.stringify(part).slice(0, cut)),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', '{', '['.repeat(60_000), 'x'.repeat(70_000), '"\ud800"'),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
)
