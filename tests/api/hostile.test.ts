import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import * as fc from 'fast-check'
import type { Problem } from '#src/contract/problem.ts'
import { expectProblem } from '#tests/support/expect-problem.ts'
import { type Answer, type Member, type Portal, startPortal } from '#tests/support/portal.ts'
import { seed } from '#tests/support/properties.ts'
import { openStockRoom } from '#tests/support/stock.ts'

const RUNS = 2_000
/** What the process may have grown by in the end, garbage included. */
const MEMORY_BYTES = 400_000_000

type Call = { method: string; path: string; body?: unknown }

let portal: Portal
let admin: Member
let club: Member
let calls: Call[]

beforeAll(async () => {
  portal = await startPortal({ config: { rateLimits: false } })
  admin = await portal.createAdmin()
  club = await portal.createClub()
  const room = openStockRoom(portal, admin)
  const item = await room.addItem()
  const line = await room.orderLine(club, item)
  const cartId = (await room.listCarts())[0]?.cart_id
  const account = {
    cordName: 'Coordinator',
    clubName: 'Club',
    mobile: '5550100',
    email: 'new@campus.example',
    password: 'violet-lantern-42',
    verificationCode: '123456',
  }
  calls = [
    { method: 'POST', path: '/users/login', body: { email: 'a@b.example', password: 'x' } },
    { method: 'POST', path: '/users/register', body: account },
    { method: 'POST', path: '/users/request-code', body: { email: 'new@campus.example' } },
    { method: 'POST', path: '/users/request-code-pass-reset', body: { email: 'a@b.example' } },
    {
      method: 'PUT',
      path: '/users/reset-password',
      body: { email: 'a@b.example', newPassword: 'violet-lantern-42', verificationCode: '123456' },
    },
    { method: 'GET', path: '/inventorys/inventory/user' },
    { method: 'GET', path: '/inventorys/inventory' },
    {
      method: 'POST',
      path: '/inventorys/inventory',
      body: { itemName: 'Ink', itemQuantity: 3, itemStatus: 'enabled' },
    },
    {
      method: 'PATCH',
      path: `/inventorys/inventory/${item._id}`,
      body: { rev: 1, itemName: 'Ink', itemQuantity: 3, itemStatus: 'disabled' },
    },
    {
      method: 'PUT',
      path: '/inventorys/update-inventory-items',
      body: [{ _id: item._id, itemOrderedStatus: 'Available', itemRemark: 'x' }],
    },
    { method: 'GET', path: '/cart/confirm-disabled' },
    { method: 'PUT', path: '/cart/confirm-disabled', body: { isConfirmDisabled: false } },
    { method: 'GET', path: '/cart/get-club-list' },
    { method: 'DELETE', path: `/cart/remove-cart/${cartId}` },
    { method: 'DELETE', path: `/cart/remove-item/${cartId}/${line._id}` },
    {
      method: 'POST',
      path: '/cart/add-items',
      body: {
        userId: club.id,
        items: [
          { item_id: item._id, ordered_quantity: 1 },
          { itemName: 'Felt', ordered_quantity: 2, link: 'https://shop.example' },
        ],
      },
    },
    {
      method: 'POST',
      path: '/cart/add-custom-item',
      body: { userId: club.id, itemName: 'Chalk', ordered_quantity: 1, link: '' },
    },
    { method: 'GET', path: `/cart/cart-items-final/${club.id}` },
    { method: 'GET', path: `/cart/cart-items-user/${club.id}` },
    { method: 'GET', path: '/cart/cart-item-summary' },
    { method: 'GET', path: '/cart/cart-item-summary-custom' },
    {
      method: 'PUT',
      path: '/cart/update-multiple-cart-items',
      body: { items: [{ _id: line._id, allotted_quantity: 1, status: 'Ready', remarks: 'x' }] },
    },
    { method: 'GET', path: '/health/ready' },
    { method: 'GET', path: '/live' },
  ]
})
afterAll(() => portal.close())

const nastyText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
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
  nastyText,
  fc.constantFrom(null, true, 0, -0, -1, 1.5, 1e21, 1e308, 2 ** 53, -(2 ** 63), 1e-320),
  fc.constantFrom({}, [], [[]], [null], { length: 50_000_000 }, { $ne: null }, { toString: 1 }),
  fc.constant(JSON.parse('{"__proto__":{"access":"bosslevel"},"constructor":{"prototype":1}}')),
  fc.array(fc.constant({}), { minLength: 201, maxLength: 260 }),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Every place in a value where something can be put instead; the first is the value itself. */
function placesIn(value: unknown): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [[]]
  const inside = Object.entries(value).flatMap(([key, part]) =>
    placesIn(part).map((place) => [key, ...place]),
  )
  return [[], ...inside]
}

function replaceAt(value: unknown, [key, ...rest]: (string | number)[], put: unknown): unknown {
  if (key === undefined) return put
  const copy = structuredClone(value) as Record<string | number, unknown>
  copy[key] = replaceAt(copy[key], rest, put)
  return copy
}

const hostile = fc.record({
  call: fc.nat(),
  who: fc.constantFrom('admin', 'club', 'nobody' as const),
  puts: fc.array(fc.tuple(fc.nat(), nasty), { maxLength: 3 }),
  segment: fc.option(nastyText, { freq: 6 }),
  query: fc.option(nastyText, { freq: 6 }),
  type: fc.constantFrom(
    'application/json',
    'application/json',
    'application/json',
    'text/plain',
    '',
  ),
  cut: fc.option(fc.nat(200), { freq: 6 }),
  key: fc.option(fc.string({ maxLength: 300 }), { freq: 3 }),
  known: fc.option(fc.string({ maxLength: 50 }), { freq: 6 }),
})

const toHeader = (text: string) => text.replace(/[^\x20-\x7e]/g, '~')

async function send(sample: typeof hostile extends fc.Arbitrary<infer T> ? T : never) {
  const call = calls[sample.call % calls.length]
  if (!call) throw new Error('There are no calls.')
  let { path, body } = call
  for (const [place, put] of sample.puts) {
    const places = placesIn(body)
    body = replaceAt(body, places[place % places.length] ?? [], put)
  }
  if (sample.segment !== null)
    path = path.replace(/[^/]+$/, encodeURIComponent(sample.segment.toWellFormed()))
  if (sample.query !== null) path += `?${encodeURIComponent(sample.query.toWellFormed())}`
  const member = { admin, club, nobody: null }[sample.who]
  const text = JSON.stringify(body)?.slice(0, sample.cut ?? undefined)
  return portal.request(call.method, path, {
    ...(member && { token: member.token }),
    ...(call.method !== 'GET' && text !== undefined && { body: text }),
    headers: {
      'content-type': sample.type,
      ...(sample.key !== null && { 'idempotency-key': toHeader(sample.key) }),
      ...(sample.known !== null && { 'if-none-match': toHeader(sample.known) }),
    },
  })
}

const isMailMissing = ({ body }: Answer<Problem>) => body?.code === 'mail_unavailable'

describe('anything that a client can send', () => {
  it('never is a fault of ours', async () => {
    const seen = new Map<number, number>()
    const before = process.memoryUsage().rss
    await fc.assert(
      fc.asyncProperty(hostile, async (sample) => {
        const answer = await send(sample)
        seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1)
        if (answer.status < 400 || isMailMissing(answer)) return
        expect(answer.status).toBeLessThan(500)
        if (answer.headers.get('content-type')?.startsWith('application/json'))
          expectProblem(answer, answer.body.code)
      }),
      { seed, numRuns: RUNS },
    )
    expect(portal.lines.filter(({ event }) => event === 'internal_error')).toEqual([])
    expect(process.memoryUsage().rss - before).toBeLessThan(MEMORY_BYTES)
    // A generator that only ever sends nonsense, or only sense, would prove nothing.
    for (const status of [200, 400, 401, 403, 404, 415, 422])
      expect(seen.get(status) ?? 0, `answers of ${status}`).toBeGreaterThan(0)
  }, 180_000)

  it('leaves the store whole', async () => {
    expect((await portal.deps.store.verify()).broken).toEqual([])
  })
})
