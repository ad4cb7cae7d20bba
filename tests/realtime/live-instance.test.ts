/** How one instance reads for all its sockets, on a store that takes its time. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { ServerFrame } from '#src/contract/frames.ts'
import { openSqliteStore } from '#src/store/sqlite.ts'
import type { Store } from '#src/store/port.ts'
import { createInstances, silence, tokens, type Instance } from './support/instances.ts'
import { createVirtualTime, seededRandom } from './support/virtual-time.ts'
import { plugIn } from './support/wires.ts'

const time = createVirtualTime(Date.now())
const random = seededRandom(1)
let store: Store
let instance: Instance
let reads: string[]

beforeEach(() => {
  reads = []
  store = openSqliteStore({ path: ':memory:', lock: false, rateLimits: false, log: silence })
  const watched = new Proxy(store, {
    get(target, name) {
      if (String(name).startsWith('read')) reads.push(String(name))
      return Reflect.get(target, name)
    },
  })
  instance = createInstances(watched, { loss: 0, double: 0, late: 0 }, { time, random }).start()
})
afterEach(async () => {
  instance.kill('told')
  await store.close()
})

/** Connects, and says all of it at once; hears everything but beats. */
function open(...said: unknown[]): { frames: ServerFrame[] } {
  const frames: ServerFrame[] = []
  const { wire } = plugIn(
    {
      opened: () => said.forEach((frame) => wire.send(JSON.stringify(frame))),
      heard(text) {
        const frame: ServerFrame = JSON.parse(text)
        if (frame.type !== 'beat') frames.push(frame)
      },
      closed() {},
    },
    instance.server,
    { time, random },
  )
  return { frames }
}
const readsOf = (name: string) => reads.filter((read) => read === name).length

async function flip(isConfirmDisabled: boolean): Promise<void> {
  const { moved } = await time.outside(() => store.ordering.set(!isConfirmDisabled))
  instance.bus.publish(moved)
}

test('what follows a hello at once waits for it', async () => {
  const club = await store.accounts.create({
    email: 'club@campus.example',
    clubName: 'Film Club',
    cordName: 'Coordinator',
    mobile: '',
    access: 'user',
    passwordHash: '',
  })
  const token = await tokens.sign({ id: club?.id ?? '', ver: club?.ver ?? 0 }, time.now())
  const page = open({ type: 'hello', token }, { type: 'sync', topic: 'orders' })
  await time.advance(2_000)
  expect(page.frames[0]?.type).toBe('welcome')
  expect(
    page.frames.filter((frame) => frame.type === 'state' && frame.topic === 'orders'),
  ).toHaveLength(2)
})

test('two hundred pages that come at once cost a few reads', async () => {
  const pages = Array.from({ length: 200 }, () => open({ type: 'hello' }))
  await time.advance(900)
  expect(pages.every(({ frames }) => frames.length === 2)).toBe(true)
  expect(readsOf('readOrdering')).toBeWithin(1, 8)
})

test('a nudge costs one read, an old or doubled one none', async () => {
  const pages = Array.from({ length: 50 }, () => open({ type: 'hello' }))
  await time.advance(900)
  const before = readsOf('readOrdering')
  await flip(true)
  await time.advance(300)
  expect(readsOf('readOrdering')).toBe(before + 1)
  for (let n = 0; n < 10; n++) instance.bus.publish([{ topic: 'ordering', rev: 1 }])
  await time.advance(300)
  expect(readsOf('readOrdering')).toBe(before + 1)
  expect(pages.every(({ frames }) => frames.length === 3)).toBe(true)
})

test('what moves during a read is read again, and all is told in the end', async () => {
  const page = open({ type: 'hello' })
  await time.advance(900)
  const before = readsOf('readOrdering')
  await flip(true)
  await time.advance(1)
  for (const value of [false, true, false]) await flip(value)
  await time.advance(300)
  expect(readsOf('readOrdering')).toBeWithin(before + 1, before + 4)
  expect(page.frames.at(-1)).toMatchObject({ rev: 4, data: { isConfirmDisabled: false } })
})

test('topics that no page here hears are not read', async () => {
  open({ type: 'hello' })
  await time.advance(900)
  const before = reads.length
  instance.bus.publish([
    { topic: 'carts', rev: 9 },
    { topic: 'inventory', rev: 9 },
    { topic: `orders:${Bun.randomUUIDv7()}`, rev: 9 },
  ])
  await time.advance(300)
  expect(reads).toHaveLength(before)
})
