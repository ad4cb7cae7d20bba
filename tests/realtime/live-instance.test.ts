/** One instance reads each topic once for all its sockets, from a slow store. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { LineRequest } from '#src/contract/line.ts'
import type { ServerFrame } from '#src/contract/frames.ts'
import { openSqliteStore } from '#src/store/sqlite.ts'
import type { Account, Store } from '#src/store/port.ts'
import { ADMIN, callsOn, type Coordinator } from '#tests/support/stores.ts'
import { customRow, stockRow } from '#tests/support/rows.ts'
import { createInstances, silence, tokens, type Instance } from './support/instances.ts'
import { interceptCalls } from '#tests/support/intercept-calls.ts'
import { seededRandom } from '#tests/support/random.ts'
import { createVirtualTime } from './support/virtual-time.ts'
import { plugIn } from './support/wires.ts'

const time = createVirtualTime(Date.now())
const random = seededRandom(1)
let store: Store
let instance: Instance
let reads: string[]

beforeEach(() => {
  reads = []
  store = openSqliteStore({ path: ':memory:', lock: false, rateLimits: false, log: silence })
  const watched = interceptCalls(store, (name, call) => {
    reads.push(name)
    return call()
  })
  instance = createInstances(watched, { loss: 0, double: 0, late: 0 }, { time, random }).start()
})
afterEach(async () => {
  instance.kill('told')
  await store.close()
})

/** A page that sends these frames as soon as it is connected and keeps every frame but beats. */
function open(...sent: unknown[]): { frames: ServerFrame[]; close(): void } {
  const frames: ServerFrame[] = []
  const { wire } = plugIn(
    {
      opened: () => sent.forEach((frame) => wire.send(JSON.stringify(frame))),
      received(text) {
        const frame: ServerFrame = JSON.parse(text)
        if (frame.type !== 'beat') frames.push(frame)
      },
      closed() {},
    },
    instance.server,
    { time, random },
  )
  return { frames, close: wire.close }
}
const calls = callsOn(() => store, Date.now())
const readsOf = (name: string) => reads.filter((read) => read === name).length

/** What a person sends first. */
const helloOf = async ({ id, ver }: Account) => ({
  type: 'hello',
  token: await tokens.sign({ id, ver }, time.now()),
})
const times = (count: number, ...sent: unknown[]) =>
  Array.from({ length: count }, () => sent).flat()

async function order(club: Coordinator, row: LineRequest): Promise<void> {
  const { moved } = await time.outside(() => calls.order(club, [row]))
  instance.bus.publish(moved)
}

async function flip(isConfirmDisabled: boolean): Promise<void> {
  const { moved } = await time.outside(() =>
    store.ordering.set(!isConfirmDisabled, ADMIN, Date.now()),
  )
  instance.bus.publish(moved)
}

test('a frame sent directly after the hello is answered after the welcome', async () => {
  const hello = await helloOf(await calls.club())
  const page = open(hello, { type: 'sync', topic: 'orders' })
  await time.advance(2_000)
  expect(page.frames[0]?.type).toBe('welcome')
  expect(
    page.frames.filter((frame) => frame.type === 'state' && frame.topic === 'orders'),
  ).toHaveLength(2)
})

test('two hundred pages that connect at once cause only a few reads', async () => {
  const pages = Array.from({ length: 200 }, () => open({ type: 'hello' }))
  await time.advance(900)
  expect(pages.every(({ frames }) => frames.length === 2)).toBe(true)
  expect(readsOf('ordering.read')).toBeWithin(1, 8)
})

test('a nudge causes one read, and an old or repeated nudge none', async () => {
  const pages = Array.from({ length: 50 }, () => open({ type: 'hello' }))
  await time.advance(900)
  const before = readsOf('ordering.read')
  await flip(true)
  await time.advance(300)
  expect(readsOf('ordering.read')).toBe(before + 1)
  for (let n = 0; n < 10; n++) instance.bus.publish([{ topic: 'ordering', rev: 1 }])
  await time.advance(300)
  expect(readsOf('ordering.read')).toBe(before + 1)
  expect(pages.every(({ frames }) => frames.length === 3)).toBe(true)
})

test('a topic that changes during a read is read again, and the last state is sent', async () => {
  const page = open({ type: 'hello' })
  await time.advance(900)
  const before = readsOf('ordering.read')
  await flip(true)
  await time.advance(1)
  for (const value of [false, true, false]) await flip(value)
  await time.advance(300)
  expect(readsOf('ordering.read')).toBeWithin(before + 1, before + 4)
  expect(page.frames.at(-1)).toMatchObject({ rev: 4, data: { isConfirmDisabled: false } })
})

test('topics without a subscriber on this instance are not read', async () => {
  open({ type: 'hello' })
  await time.advance(900)
  const before = readsOf('live.readRev') + readsOf('orders.read')
  instance.bus.publish([
    { topic: 'carts', rev: 9 },
    { topic: 'inventory', rev: 9 },
    { topic: `orders:${Bun.randomUUIDv7()}`, rev: 9 },
  ])
  await time.advance(300)
  expect(readsOf('live.readRev') + readsOf('orders.read')).toBe(before)
})

test('a read of the difference serves all open boards, and none is sent a row twice', async () => {
  const hello = await helloOf(await calls.admin())
  const club = await calls.club()
  const rope = await calls.item('Rope')
  const boards = Array.from({ length: 20 }, () => open(hello, { type: 'open', topic: 'board' }))
  await time.advance(900)
  const before = readsOf('orders.board')
  await order(club, stockRow(rope._id, 1))
  instance.bus.publish([{ topic: 'inventory', rev: 1 }])
  await time.advance(300)
  expect(readsOf('orders.board')).toBeWithin(before + 1, before + 3)
  for (const { frames } of boards)
    expect(frames.filter((frame) => 'user_id' in frame || 'item_id' in frame)).toHaveLength(2)
})

test('a page that opens and closes the board again and again causes one reading of it', async () => {
  const hello = await helloOf(await calls.admin())
  const board = [
    { type: 'open', topic: 'board' },
    { type: 'close', topic: 'board' },
  ]
  const page = open(hello, ...times(40, ...board))
  await time.advance(20_000)
  expect(page.frames.filter(({ type }) => type === 'state')).toHaveLength(44)
  expect(readsOf('orders.board')).toBe(1)
})

test('a page that asks again and again for an order that stays the same causes one reading of it', async () => {
  for (const frame of [{ type: 'sync', topic: 'orders' }, null]) {
    const hello = await helloOf(await calls.club())
    const before = readsOf('orders.read')
    const page = open(hello, ...times(40, frame ?? { ...hello, type: 'token' }))
    await time.advance(20_000)
    expect(
      page.frames.filter((sent) => sent.type === 'state' && sent.topic === 'orders'),
    ).toHaveLength(41)
    expect(readsOf('orders.read') - before).toBe(1)
  }
})

test('a club that leaves and returns again and again causes one reading of its order', async () => {
  const hello = await helloOf(await calls.club())
  for (let n = 0; n < 20; n++) {
    const page = open(hello)
    await time.advance(400)
    expect(page.frames.filter(({ type }) => type === 'state')).toHaveLength(3)
    page.close()
    await time.advance(400)
  }
  expect(readsOf('orders.read')).toBe(1)
})

test('a club that returns is sent what changed meanwhile, soon or late, and once', async () => {
  const club = await calls.club()
  const hello = await helloOf(club)
  for (const awayMs of [1_000, 60_000]) {
    const before = open(hello)
    await time.advance(400)
    before.close()
    await order(club, customRow(`Ladder ${awayMs}`))
    await time.advance(awayMs)
    const page = open(hello)
    await time.advance(400)
    const states = page.frames.filter((frame) => frame.type === 'state' && frame.topic === 'orders')
    expect(states).toHaveLength(1)
    expect(JSON.stringify(states)).toContain(`Ladder ${awayMs}`)
    await order(club, customRow(`Rope ${awayMs}`))
    await time.advance(400)
    expect(JSON.stringify(page.frames.at(-1))).toContain(`Rope ${awayMs}`)
    page.close()
    await time.advance(400)
  }
})
