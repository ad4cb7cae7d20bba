import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '#src/monitoring/log.ts'
import { atDepth } from '#tests/support/random.ts'
import type { Store } from '#src/store/port.ts'
import { openSqliteStore } from '#src/store/sqlite.ts'
import {
  ADMIN_ID,
  BODY_HASH,
  CLIENTS,
  keyOf,
  makePlan,
  NOW,
  readPlan,
} from './support/store-plan.ts'

const KILLS = atDepth(8, 40)
const WRITER = join(import.meta.dir, 'support/store-writer.ts')

let directory: string
let path: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kill-'))
  path = join(directory, 'portal.sqlite')
  const store = open()
  await makePlan(store)
  await store.close()
})
afterEach(() => rm(directory, { recursive: true }))

const open = () => openSqliteStore({ path, log: createLogger('silent') })

/** Starts a writer; `limitBlocks` is how large a file it may write, in units of 1,024 bytes. */
function startWriter(round: string, limitBlocks: number | null = null) {
  const limit = limitBlocks === null ? '' : `trap '' XFSZ; ulimit -f ${limitBlocks};`
  return Bun.spawn(['/bin/bash', '-c', `${limit} exec "$0" "$1"`, process.execPath, WRITER], {
    cwd: join(import.meta.dir, '../..'),
    env: { ...process.env, STORE_PATH: path, ROUND: round },
    stdout: 'pipe',
    stderr: 'inherit',
  })
}

/** Reads the output of a writer to its end; calls `onLine` with the number of answers so far. */
async function listen(
  writer: ReturnType<typeof startWriter>,
  onAnswers: (count: number) => void,
): Promise<string[]> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of writer.stdout) {
    text += decoder.decode(chunk, { stream: true })
    onAnswers(text.split('\n').length - 2)
  }
  await writer.exited
  // The last line may be incomplete.
  return text.split('\n').slice(0, -1)
}

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
    const writer = startWriter(`round ${kill}`)
    // A little later each time, so that the kill hits another step of a commit.
    const said = await listen(writer, (answers) => {
      if (answers > 20 + (kill * 340) / KILLS) writer.kill('SIGKILL')
    })
    expect(writer.signalCode).toBe('SIGKILL')
    const store = open()
    const round = await checkRound(store, `round ${kill}`, said)
    done = { orders: done.orders + round.orders, given: done.given + round.given }
    expect(await sums(store)).toEqual({ ...done, shelf: 1_000_000 - done.given })
    expect((await store.upkeep.verify()).broken).toEqual([])
    await store.close()
  }
  expect(done.orders).toBeGreaterThan(KILLS * 10)
})

test('on a full disk writes are refused, reads continue, and no answered change is lost', async () => {
  const writer = startWriter('full', 600)
  const said = await listen(writer, () => {})
  expect(said.at(-1)).toBe('refused store_unavailable true')
  const store = open()
  const done = await checkRound(store, 'full', said)
  expect(done.orders).toBeGreaterThan(10)
  expect(await sums(store)).toEqual({ ...done, shelf: 1_000_000 - done.given })
  expect((await store.upkeep.verify()).broken).toEqual([])
  await store.close()
})
