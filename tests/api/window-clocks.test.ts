/** Two instances of one portal whose clocks differ by two seconds. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { OrderingState } from '#src/contract/frames.ts'
import { expectProblem } from '#tests/support/expect-problem.ts'
import { type Member, type Portal, startPortal } from '#tests/support/portal.ts'

const MINUTE = 60_000
const APART = 2_000
const NOON = Date.UTC(2026, 10, 27, 12)
const [OPENS, CLOSES] = [NOON + MINUTE, NOON + 9 * MINUTE]

let now: number
let right: Portal
let slow: Portal
let admin: Member
let club: Member

beforeEach(async () => {
  now = NOON
  // No timer ever fires: each call finds the clock by itself.
  const timers = { after: () => () => {}, every: () => () => {} }
  right = await startPortal({ now: () => now, timers })
  slow = await startPortal({
    now: () => now - APART,
    timers,
    store: { ...right.deps.store, close: async () => undefined },
  })
  admin = await right.createAdmin()
  club = await right.createClub()
  await right.request('PUT', '/cart/ordering-window', {
    token: admin.token,
    body: {
      opensAt: new Date(OPENS).toISOString(),
      closesAt: new Date(CLOSES).toISOString(),
      message: '',
    },
  })
})
afterEach(async () => {
  await slow.close()
  await right.close()
})

const order = (at: Portal) =>
  at.request('POST', '/cart/add-items', {
    token: club.token,
    body: { userId: club.id, items: [{ itemName: 'Felt', ordered_quantity: 1 }] },
  })
const read = async (at: Portal) =>
  (await at.request<OrderingState>('GET', '/cart/confirm-disabled')).body

/** How often the clock turned ordering. */
async function countTurns(): Promise<number> {
  const filter = { kinds: ['ordering_turned' as const] }
  const { entries } = await right.deps.store.history.list({ filter, limit: 9 })
  return entries.filter(({ by }) => by === null).length
}

test('each one opens and closes in the millisecond of its own clock', async () => {
  now = OPENS
  expect((await order(right)).status).toBe(200)
  expectProblem(await order(slow), 'ordering_disabled')
  now = OPENS + APART - 1
  expectProblem(await order(slow), 'ordering_disabled')
  now = OPENS + APART
  expect((await order(slow)).status).toBe(200)
  now = CLOSES - 1
  expect((await order(right)).status).toBe(200)
  now = CLOSES
  expectProblem(await order(right), 'ordering_disabled')
  now = CLOSES + APART - 1
  expect((await order(slow)).status).toBe(200)
  now = CLOSES + APART
  expectProblem(await order(slow), 'ordering_disabled')
})

test('the first one that writes a turn turns it for both, and the other does not turn it again', async () => {
  now = OPENS
  expect((await read(right)).isConfirmDisabled).toBe(false)
  expect((await order(slow)).status).toBe(200)
  now = CLOSES
  expect((await read(right)).isConfirmDisabled).toBe(true)
  expectProblem(await order(slow), 'ordering_disabled')
  now = CLOSES + APART
  const state = await read(slow)
  expect(state).toMatchObject({ isConfirmDisabled: true, turnedBy: 'clock' })
  expect(await countTurns()).toBe(2)
})

test('what somebody turned on after the closing stays on, also by the slow clock', async () => {
  now = CLOSES
  await read(right)
  const turned = await slow.request('PUT', '/cart/confirm-disabled', {
    token: admin.token,
    body: { isConfirmDisabled: false },
  })
  expect(turned.status).toBe(200)
  for (const at of [CLOSES, CLOSES + APART, CLOSES + MINUTE]) {
    now = at
    expect((await order(slow)).status).toBe(200)
    expect((await order(right)).status).toBe(200)
  }
})
