/** Things leave the store room: at the desk, for the club, and on the screen. */
import { describe, expect, it } from 'bun:test'
import type { OrderingState } from '#src/contract/frames.ts'
import type { Handout, Pickup } from '#src/contract/handout.ts'
import type * as model from '#src/modules/cart/handout-model.ts'
import type { HistoryPage } from '#src/contract/history.ts'
import type { OrderLine } from '#src/contract/records.ts'
import { expectProblem } from '#tests/support/expect-problem.ts'
import { enterLive } from '#tests/support/live-client.ts'
import { openOffice } from '#tests/support/office.ts'
import type { Member } from '#tests/support/portal.ts'
import { until } from '#tests/support/until.ts'

const DAY_MS = 24 * 3_600_000
let moved = 0
const now = () => Date.now() + moved
const { portal, admin, room } = await openOffice({ config: { trustProxy: 1 }, now })

const handOver = (body: unknown, key?: string) =>
  room.ask<typeof model.HandedOver.static>('POST', '/cart/hand-over', body, key)
const orderOf = async ({ id, token }: Member) =>
  (await portal.request<OrderLine[]>('GET', `/cart/cart-items-final/${id}`, { token })).body
const storyOf = async (reader: Member, { id }: Member, lineId: string) => {
  const path = `/cart/history/${id}?line=${lineId}`
  const { body } = await portal.request<HistoryPage>('GET', path, { token: reader.token })
  return body.entries
}

/** A club with a line of 8, of which 5 are given and ready. */
async function prepare() {
  const club = await portal.createClub()
  const line = await room.orderLine(club, await room.addItem(10), 8)
  await room.allot([{ _id: line._id, allotted_quantity: 5, status: 'Ready' }])
  const toAsha = (quantity: number) => ({
    user_id: club.id,
    to: ' Asha ',
    lines: [{ _id: line._id, quantity }],
  })
  return { club, line, toAsha }
}

describe('POST /cart/hand-over', () => {
  it('says what it did; the club reads how much it has, and who fetched it', async () => {
    const { club, line, toAsha } = await prepare()
    const { status, body } = await handOver(toAsha(3))
    expect([status, body.message]).toEqual([200, 'Handed over 3 things to Asha.'])
    expect(body.items).toEqual(await orderOf(club))
    expect(body.items).toMatchObject([{ delivered_quantity: 3, status: 'Ready' }])
    const [ofClub] = await storyOf(club, club, line._id)
    expect(ofClub).toMatchObject({ kind: 'handed_over', to: 'Asha', by: { access: 'bosslevel' } })
    expect(ofClub?.changes).toEqual([{ field: 'delivered_quantity', before: 0, after: 3 }])
    expect((await storyOf(admin, club, line._id))[0]).toEqual(ofClub)
    const list = await room.ask<Handout>('GET', '/cart/handout')
    const listed = list.body.clubs.find(({ user_id }) => user_id === club.id)
    expect(listed?.lines).toMatchObject([{ _id: line._id, delivered_quantity: 3 }])
    expect((await room.ask('POST', `/cart/history/${body.batch}/undo`)).status).toBe(200)
    expect(await orderOf(club)).toMatchObject([{ delivered_quantity: 0, status: 'Ready' }])
  })

  it('pressed twice with one key it hands over once; without a key the second says what is left', async () => {
    const { club, toAsha } = await prepare()
    const key = Bun.randomUUIDv7()
    const [first, again] = await Promise.all([handOver(toAsha(3), key), handOver(toAsha(3), key)])
    expect(again.body).toEqual(first.body)
    expectProblem(await handOver(toAsha(2), key), 'key_reused')
    const more = expectProblem(await handOver(toAsha(3)), 'insufficient_allotment')
    expect(more.errors?.map(({ path }) => path)).toEqual(['lines.0.quantity'])
    expect(more.message).toStartWith('Only 2 of ')
    expect(await orderOf(club)).toMatchObject([{ delivered_quantity: 3 }])
    expect((await handOver(toAsha(2))).body.items).toMatchObject([{ status: 'Delivered' }])
    const none = expectProblem(await handOver(toAsha(1)), 'insufficient_allotment')
    expect(none.message).toStartWith('Nothing of ')
  })

  it('refuses what is no hand-over, and names the field', async () => {
    const { club, toAsha } = await prepare()
    const other = await portal.createClub()
    const cases: [unknown, string][] = [
      [{ ...toAsha(1), to: ' ' }, 'to'],
      [{ ...toAsha(1), to: '\u202eAsha\u202e x' }, 'to'],
    ]
    for (const [body, path] of cases) {
      const { errors } = expectProblem(await handOver(body), 'invalid')
      expect(errors?.[0]?.path).toBe(path)
    }
    const foreign = expectProblem(await handOver({ ...toAsha(1), user_id: other.id }), 'not_found')
    const gone = [{ _id: Bun.randomUUIDv7(), quantity: 1 }]
    const unknown = expectProblem(await handOver({ ...toAsha(1), lines: gone }), 'not_found')
    expect([foreign.message, foreign.errors]).toEqual([unknown.message, unknown.errors])
    expect(await orderOf(club)).toMatchObject([{ delivered_quantity: 0 }])
  })
})

describe('the pick-up words', () => {
  it('are told to everybody at once, and can be cleared', async () => {
    const visitor = await enterLive(portal.url)
    const set = (message: string) =>
      room.ask<OrderingState & { batch?: string }>('PUT', '/cart/pickup', { message })
    const { status, body } = await set(' Store room, 5 to 7 pm. ')
    expect([status, body.pickup, body.batch]).toEqual([
      200,
      'Store room, 5 to 7 pm.',
      expect.any(String),
    ])
    await until('the visitor reads them', () =>
      visitor.texts.some((text) => text.includes('"pickup":"Store room, 5 to 7 pm."')),
    )
    await visitor.close()
    const read = await portal.request<OrderingState>('GET', '/cart/confirm-disabled')
    expect(read.body.pickup).toBe('Store room, 5 to 7 pm.')
    expect((await set('Store room, 5 to 7 pm.')).body).not.toHaveProperty('batch')
    expect((await set('')).body.pickup).toBe('')
  })
})

describe('the screen in the store room', () => {
  const make = async () => {
    const { status, body } = await room.ask<{ url: string }>('POST', '/cart/pickup-screen')
    expect(status).toBe(201)
    expect(body.url).toMatch(/^http:\/\/localhost:\d+\/pickup#[\w-]{22}$/)
    return body.url.split('#')[1] ?? ''
  }
  const read = (key: string | null, from = '192.0.2.1', known?: string) =>
    portal.request<Pickup>('GET', '/cart/pickup', {
      headers: {
        'x-forwarded-for': from,
        ...(key !== null && { 'pickup-key': key }),
        ...(known !== undefined && { 'if-none-match': known }),
      },
    })

  it('reads without an account what is ready for whom, and 304 until that changes', async () => {
    const key = await make()
    const { club, toAsha } = await prepare()
    await room.ask('PUT', '/cart/pickup', { message: 'Store room.' })
    const first = await read(key)
    expect([first.status, first.body.message]).toEqual([200, 'Store room.'])
    expect(first.body.clubs).toContainEqual({ clubName: club.clubName, ready: 5 })
    const etag = first.headers.get('etag') ?? ''
    expect((await read(key, undefined, etag)).status).toBe(304)
    // Whoever has no key learns not even that nothing changed.
    expectProblem(await read(null, undefined, etag), 'not_found')
    await handOver(toAsha(3))
    const next = await read(key, undefined, etag)
    expect(next.body.clubs).toContainEqual({ clubName: club.clubName, ready: 2 })
    await room.ask('PUT', '/cart/pickup', { message: '' })
    expect((await read(key, undefined, next.headers.get('etag') ?? '')).status).toBe(200)
  })

  it('reads the same when the server is a day older, and everybody was signed out', async () => {
    const key = await make()
    const { club } = await prepare()
    const { body } = await read(key)
    expect(body.clubs).toContainEqual({ clubName: club.clubName, ready: 5 })
    moved = DAY_MS
    await portal.deps.store.upkeep.purge(now())
    expectProblem(await room.ask('GET', '/cart/handout'), 'unauthorized')
    expect(await read(key)).toMatchObject({ status: 200, body })
    moved = 0
  })

  it('has one address: the next one and its end make it unknown', async () => {
    const [old, key] = [await make(), await make()]
    expectProblem(await read(old), 'not_found')
    expect((await read(key)).status).toBe(200)
    expect((await room.ask('DELETE', '/cart/pickup-screen')).status).toBe(200)
    expectProblem(await read(key), 'not_found')
    expect((await room.ask('DELETE', '/cart/pickup-screen')).body).not.toHaveProperty('batch')
  })

  it('makes a network wait that tries 60 wrong keys in a minute, but not the screen that is open', async () => {
    const key = await make()
    expect((await read(key)).status).toBe(200)
    const tries = Array.from({ length: 60 }, (_, n) => read(`wrong ${n}`, '192.0.2.7'))
    for (const answer of await Promise.all(tries)) expectProblem(answer, 'not_found')
    const late = await read('wrong', '192.0.2.7')
    expectProblem(late, 'too_many_requests')
    expect(Number(late.headers.get('retry-after'))).toBeWithin(1, 61)
    expect((await read(key, '192.0.2.7')).status).toBe(200)
    expectProblem(await read('wrong', '192.0.2.8'), 'not_found')
  })
})
