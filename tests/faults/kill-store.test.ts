import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atDepth } from '#tests/support/random.ts'
import type { Store } from '#src/store/port.ts'
import {
  ADMIN_ID,
  BODY_HASH,
  CLIENTS,
  keyOf,
  makePlan,
  NOW,
  readPlan,
} from './support/store-plan.ts'
import { openAt, type Place, runWriter } from './support/writer.ts'

const KILLS = atDepth(8, 40)

let directory: string
let place: Place
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kill-'))
  place = { STORE_PATH: join(directory, 'portal.sqlite') }
  const store = await openAt(place)
  await makePlan(store)
  await store.close()
})
afterEach(() => rm(directory, { recursive: true }))

type Call = 'order' | 'allot'

/** How many answers of a client's calls the store has kept, without a gap between them. */
async function countKept(store: Store, actorId: string, round: string, call: Call) {
  const isKept = async (count: number) =>
    (await store.orders.findAnswer(
      actorId,
      { key: keyOf(round, call, count), bodyHash: BODY_HASH },
      NOW,
    )) !== null
  let count = 0
  while (await isKept(count)) count += 1
  return count
}

/** Checks that no answered call of a round is missing, client by client. */
async function checkRound(store: Store, round: string, said: string[]) {
  const { clubs } = await readPlan(store)
  let orders = 0
  let given = 0
  for (const [client, clubId] of clubs.entries()) {
    const answered = (call: Call) =>
      said.filter((line) => line.startsWith(`${call} ${client} `)).length
    const kept = {
      order: await countKept(store, clubId, round, 'order'),
      allot: await countKept(store, `${ADMIN_ID} ${client}`, round, 'allot'),
    }
    for (const call of ['order', 'allot'] as const) {
      expect(kept[call]).toBeGreaterThanOrEqual(answered(call))
      // A client has one call at a time, so at most one is stored but not answered.
      expect(kept[call]).toBeLessThanOrEqual(answered(call) + 1)
    }
    orders += kept.order
    for (let count = 0; count < kept.allot; count++) given += count % 3 === 2 ? -1 : 1
  }
  return { orders, given }
}

async function sums(store: Store) {
  const [item] = (await store.stock.listSummary()).rows
  return {
    orders: (item?.totalOrderedQuantity ?? 0) - CLIENTS,
    given: item?.totalAllottedQuantity ?? 0,
    shelf: item?.availableQuantity ?? 0,
  }
}

test(`killed ${KILLS} times during orders and allotments: no answered change is lost or applied twice`, async () => {
  let done = { orders: 0, given: 0 }
  for (let kill = 0; kill < KILLS; kill++) {
    const env = { ...place, ROUND: `round ${kill}` }
    // A little later each time, so that the kill hits another step of a commit.
    const isDue = (lines: readonly string[]) => lines.length > 21 + (kill * 340) / KILLS
    const { lines: said, signal } = await runWriter('store-writer.ts', env, isDue)
    expect(signal).toBe('SIGKILL')
    const store = await openAt(place)
    const round = await checkRound(store, `round ${kill}`, said)
    done = { orders: done.orders + round.orders, given: done.given + round.given }
    expect(await sums(store)).toEqual({ ...done, shelf: 1_000_000 - done.given })
    expect((await store.upkeep.verify()).broken).toEqual([])
    await store.close()
  }
  expect(done.orders).toBeGreaterThan(KILLS * 10)
})

test('on a full disk writes are refused, reads continue, and no answered change is lost', async () => {
  const env = { ...place, ROUND: 'full' }
  const { lines: said } = await runWriter('store-writer.ts', env, () => false, 600)
  expect(said.at(-1)).toBe('refused store_unavailable true')
  const store = await openAt(place)
  const done = await checkRound(store, 'full', said)
  expect(done.orders).toBeGreaterThan(10)
  expect(await sums(store)).toEqual({ ...done, shelf: 1_000_000 - done.given })
  expect((await store.upkeep.verify()).broken).toEqual([])
  await store.close()
})
