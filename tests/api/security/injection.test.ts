import { describe, expect, it } from 'bun:test'
import { expectProblem } from '#tests/support/expect-problem.ts'
import { callsWithTexts, readSpec, replaceAt } from '#tests/support/hostile-calls.ts'
import { openOffice } from '#tests/support/office.ts'

const { portal, admin, club, room } = await openOffice({ config: { rateLimits: false } })
await room.orderLine(club, await room.addItem())

const OPERATORS: unknown[] = [
  { $ne: null },
  { $gt: '' },
  { $in: ['', 'user', 'bosslevel'] },
  { $where: 'sleep(5000)' },
  { $function: { body: 'return true', args: [], lang: 'js' } },
  [{ $ne: null }],
  { toString: { $ne: 1 } },
]
const WORDS = [
  '$ne',
  '{"$ne":null}',
  "' || '1'=='1",
  '1; sleep(5000)',
  "'; DROP TABLE items; --",
  '" OR 1=1 --',
  '$where',
  '.*',
  '%',
  '_',
  '*',
]

/** Every place of a body where a value stands. */
function placesIn(value: unknown): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [[]]
  const isList = Array.isArray(value)
  return Object.entries(value).flatMap(([key, part]) =>
    placesIn(part).map((place) => [isList ? Number(key) : key, ...place]),
  )
}

describe('operators of a database', () => {
  it('in place of any field of any call are refused, and nothing is written', async () => {
    const read = async () => (await room.ask('GET', '/cart/board')).body
    const before = await read()
    const calls = callsWithTexts(await readSpec(portal))
    expect(calls.length).toBeGreaterThan(10)
    for (const { name, method, path, isGuarded, body } of calls)
      for (const place of placesIn(body))
        for (const operator of OPERATORS) {
          const answer = await portal.request(method, path, {
            token: isGuarded ? admin.token : undefined,
            body: replaceAt(body, place, operator),
          })
          const { errors } = expectProblem(answer, 'invalid')
          expect(errors?.[0]?.path, name).toStartWith(place.join('.'))
        }
    expect(await read()).toEqual(before)
  })

  it('in a path or a query string match no row and delete none', async () => {
    const carts = await room.listCarts()
    const { token } = club
    for (const word of WORDS.map(encodeURIComponent)) {
      for (const [method, path] of [
        ['GET', `/cart/cart-items-user/${word}`],
        ['GET', `/cart/cart-items-final/${word}`],
        ['DELETE', `/cart/remove-cart/${word}`],
        ['DELETE', `/cart/remove-item/${carts[0]?.cart_id}/${word}`],
      ] as const)
        expectProblem(await room.ask(method, path), 'not_found')
      const path = `/inventorys/inventory/user?email[$ne]=&userId[$ne]=${word}&_id=${word}`
      expect((await portal.request<unknown[]>('GET', path, { token })).body).toHaveLength(1)
    }
    expect(await room.listCarts()).toEqual(carts)
  })
})

it('an address with a second header gets no mail', async () => {
  const body = { email: 'a@b.example\r\nBcc: victim@c.example' }
  for (const path of ['/users/request-code', '/users/request-code-pass-reset'])
    expectProblem(await portal.request('POST', path, { body }), 'invalid')
})
