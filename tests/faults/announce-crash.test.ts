import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ListedEntry, Store } from '#src/store/port.ts'
import { whyNoMongod, withDatabase } from '#tests/support/mongod.ts'
import { customRow } from '#tests/support/rows.ts'
import { atDepth } from '#tests/support/random.ts'
import { describeWith } from '#tests/support/servers.ts'
import { openAt, type Place, runWriter } from './support/writer.ts'

const CLUBS = atDepth(30, 100)
const EACH = 60
const LINES = CLUBS * EACH
const HALF = LINES / 2

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'announce-crash-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

async function fill(store: Store): Promise<void> {
  for (let made = 0; made < CLUBS; made++) {
    const account = await store.accounts.create({
      email: `club${made}@campus.example`,
      clubName: `Club ${made}`,
      cordName: 'Coordinator',
      mobile: '5550100',
      access: 'user',
      passwordHash: '',
    })
    await store.orders.place({
      accountId: account?.id ?? '',
      actorId: account?.id ?? '',
      rows: Array.from({ length: EACH }, (_, index) => customRow(`Item ${index}`, 3)),
      toAnswer: () => '',
      now: Date.now(),
    })
  }
}

/** Checks that clubs see all of an announcement or nothing. Answers how many lines are ahead. */
async function expectWhole(store: Store): Promise<number> {
  const held = (await store.orders.listHeld()).rows
  const ahead = held.reduce((sum, { lines }) => sum + lines.length, 0)
  // What was decided before the announcement was one half, or all.
  expect([0, HALF, LINES]).toContain(ahead)
  const entries: ListedEntry[] = []
  for (let before: string | undefined; ;) {
    const filter = { kinds: ['announced'] } as const
    const page = await store.history.list({ filter, limit: 200, ...(before && { before }) })
    entries.push(...page.entries)
    if (page.next === null) break
    before = page.next
  }
  const batches = [...Map.groupBy(entries, ({ batch }) => batch).values()]
  expect(batches.length).toBeGreaterThan(0)
  for (const batch of batches) {
    expect([HALF, LINES]).toContain(batch.length)
    expect(new Set(batch.map(({ lineId }) => lineId)).size).toBe(batch.length)
  }
  expect((await store.upkeep.verify()).broken).toEqual([])
  return ahead
}

/** Kills a writer so many milliseconds after its second announcement began, again and again. */
async function crash(place: Place, pauses: number[]) {
  const empty = await openAt(place)
  await fill(empty)
  await empty.close()
  for (const ms of pauses) {
    const { signal } = await runWriter('announce-writer.ts', place, async (lines) => {
      if (lines.filter((line) => line === 'announcing').length < 2) return false
      await Bun.sleep(ms)
      return true
    })
    expect(signal).toBe('SIGKILL')
    const store = await openAt(place)
    const ahead = await expectWhole(store)
    const by = { actorId: 'an administrator', now: Date.now() }
    const announced = await store.orders.announce(by)
    expect(announced.value.lines).toBe(ahead)
    await store.close()
  }
}

test('clubs read all their decisions in one transaction of an embedded store: a kill announces all or nothing', () =>
  crash({ STORE_PATH: join(dataDir, 'portal.sqlite') }, [0, 20, 60, 120]))

describeWith('with mongod', whyNoMongod, () => {
  test('the same in MongoDB', () =>
    withDatabase('announcements', (url) => crash({ MONGODB_URL: url }, [0, 150, 400])))
})
