import { describe, expect, it } from 'bun:test'
import type { OrderingState } from '#src/contract/frames.ts'
import { expectProblem } from '#tests/support/expect-problem.ts'
import { openOffice } from '#tests/support/office.ts'

/** All of it happens within the hour of a session. */
const MINUTE = 60_000
const NOON = Date.UTC(2026, 10, 27, 12)
const ROWS = [{ itemName: 'Felt', ordered_quantity: 2 }]

let now = NOON
// No timer ever fires: what an order may do does not depend on one.
const timers = { after: () => () => {}, every: () => () => {} }
const { portal, admin, club, room } = await openOffice({ now: () => now, timers })

const iso = (at: number) => new Date(at).toISOString()
const read = (headers: Record<string, string> = {}) =>
  portal.request<OrderingState>('GET', '/cart/confirm-disabled', { headers })
const save = (body: unknown, token = admin.token) =>
  portal.request<OrderingState & { batch: string }>('PUT', '/cart/ordering-window', { token, body })
const window = (opensAt: number | null, closesAt: number | null, message = '') => ({
  opensAt: opensAt === null ? null : iso(opensAt),
  closesAt: closesAt === null ? null : iso(closesAt),
  message,
})

describe('an ordering window', () => {
  it('is told to everybody, with the clock of the server', async () => {
    const saved = await save(
      window(NOON + MINUTE, NOON + 9 * MINUTE, 'Chart paper comes next week.'),
    )
    expect(saved.status).toBe(200)
    expect((await read()).body).toEqual({
      isConfirmDisabled: true,
      decisionsHeld: false,
      pickup: '',
      opensAt: iso(NOON + MINUTE),
      closesAt: iso(NOON + 9 * MINUTE),
      message: 'Chart paper comes next week.',
      turnedAt: iso(NOON),
      turnedBy: 'person',
      edition: { _id: expect.any(String), name: 'First edition' },
      now: iso(NOON),
    })
  })

  it('turns ordering although no timer fires, and refuses from its last millisecond on', async () => {
    now = NOON + MINUTE - 1
    expectProblem(await room.order(club, ROWS), 'ordering_disabled')
    now = NOON + MINUTE
    expect((await room.order(club, ROWS)).status).toBe(200)
    expect((await read()).body).toMatchObject({
      isConfirmDisabled: false,
      turnedAt: iso(NOON + MINUTE),
      turnedBy: 'clock',
    })
    now = NOON + 9 * MINUTE
    expectProblem(await room.order(club, ROWS), 'ordering_disabled')
    expectProblem(await room.order(admin, ROWS, { userId: club.id }), 'ordering_disabled')
  })

  it('moves its ETag with each turn, and not with the time', async () => {
    const first = await read()
    const known = { 'if-none-match': first.headers.get('etag') ?? '' }
    now += MINUTE
    expect((await read(known)).status).toBe(304)
    await save(window(null, now + MINUTE))
    expect((await read(known)).status).toBe(200)
    const second = { 'if-none-match': (await read()).headers.get('etag') ?? '' }
    await room.switchOrdering(false)
    now += MINUTE
    expect((await read(second)).body).toMatchObject({ isConfirmDisabled: true, turnedBy: 'clock' })
  })

  it('replaces only the times that its author saw, if they say which', async () => {
    const [mine, theirs] = [window(null, now + MINUTE), window(null, now + 2 * MINUTE, 'Theirs')]
    expect((await save(theirs)).status).toBe(200)
    const unseen = await save({ ...mine, was: window(null, null) })
    expect(expectProblem(unseen, 'changed_meanwhile').current).toMatchObject(theirs)
    expect((await read()).body).toMatchObject(theirs)
    // What is stored already is no change, whatever its author saw.
    expect((await save({ ...theirs, was: mine })).status).toBe(200)
    expect((await save({ ...mine, was: theirs })).status).toBe(200)
    expect((await read()).body).toMatchObject(mine)
    now += MINUTE
  })

  it('is refused with the field that is wrong', async () => {
    const fieldsOf = async (body: unknown) => {
      return expectProblem(await save(body), 'invalid').errors?.map(({ path }) => path)
    }
    const good = window(null, now + MINUTE)
    expect(await fieldsOf({ ...good, closesAt: iso(now) })).toEqual(['closesAt'])
    expect(await fieldsOf(window(now + 2 * MINUTE, now + MINUTE))).toEqual(['closesAt'])
    expect(await fieldsOf({ ...good, opensAt: '2026-11-27T12:00' })).toEqual(['opensAt'])
    expect(await fieldsOf({ ...good, closesAt: '+010000-01-01T00:00:00Z' })).toEqual(['closesAt'])
    for (const closesAt of ['2026-13-40', '2027-06-31', '2027-02-29'])
      expect(await fieldsOf({ ...good, closesAt: `${closesAt}T12:00:00Z` })).toEqual(['closesAt'])
    const history = await room.ask('GET', '/cart/history')
    for (const time of [
      '9999-12-31T23:59:59-23:59',
      '9999-01-01T00:00:00Z',
      '0000-01-01T00:00:00+23:59',
      '1999-12-31T23:59:59Z',
    ]) {
      expect(await fieldsOf({ ...good, closesAt: time })).toEqual(['closesAt'])
      expect(await fieldsOf({ ...good, opensAt: time })).toEqual(['opensAt'])
    }
    expect((await room.ask('GET', '/cart/history')).body).toEqual(history.body)
    expect(await fieldsOf({ ...good, message: 'x'.repeat(281) })).toEqual(['message'])
    const was = { ...good, opensAt: '2026-02-30T12:00:00Z' }
    expect(await fieldsOf({ ...good, was })).toEqual(['was.opensAt'])
    expect(await fieldsOf({ opensAt: null, closesAt: null })).toEqual(['message'])
    expectProblem(await save(good, club.token), 'forbidden')
  })
})
