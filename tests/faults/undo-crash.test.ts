import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '#src/store/port.ts'
import { whyNoMongod, withDatabase } from '#tests/support/mongod.ts'
import { describeWith } from '#tests/support/servers.ts'
import { ADMIN_ID, BODY_HASH, CLIENTS, makePlan, NOW } from './support/store-plan.ts'
import { runTool, SECRET } from './support/transfers.ts'
import { openAt, type Place, runWriter } from './support/writer.ts'

const UNITS = 1_000_000
const EACH = 3

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'undo-crash-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

/** Checks that each answered undo is there with its answer, that each batch was taken back once, and the sums. */
async function expectExact(store: Store, said: readonly string[]): Promise<void> {
  const { entries } = await store.history.list({
    filter: { kinds: ['line_decided'] },
    limit: 1_000_000,
  })
  const undos = entries.flatMap(({ undoes, batch }) =>
    undoes === null ? [] : [[undoes, batch] as const],
  )
  const undone = new Map(undos)
  expect(undos).toHaveLength(undone.size)
  for (const line of said) {
    const [, batch = '', own = ''] = line.split(' ')
    expect(undone.get(batch)).toBe(own)
    const kept = { key: batch, bodyHash: BODY_HASH }
    expect(await store.orders.findAnswer(ADMIN_ID, kept, NOW)).toBe(own)
  }
  const decided = entries.length - undos.length
  const [item] = (await store.stock.listSummary()).rows
  const given = EACH * (decided - undone.size)
  // A client has one call at a time, so at most one of its batches in a round is given and not taken back.
  expect(item).toMatchObject({ availableQuantity: UNITS - given, totalAllottedQuantity: given })
}

async function crash(place: Place, kills: number) {
  const plan = await openAt(place)
  await makePlan(plan)
  await plan.close()
  const said: string[] = []
  for (let kill = 0; kill < kills; kill++) {
    const env = { ...place, ROUND: `round ${kill}` }
    // A little later each time, so that the kill hits another step of a commit.
    const isDue = (lines: readonly string[]) => lines.length > 11 + kill * 7
    const { lines, signal } = await runWriter('undo-writer.ts', env, isDue)
    expect(signal).toBe('SIGKILL')
    said.push(...lines.filter((line) => line.startsWith('undone ')))
    const store = await openAt(place)
    await expectExact(store, said)
    expect((await store.upkeep.verify()).broken).toEqual([])
    await store.close()
  }
  expect(said.length).toBeGreaterThan(kills * CLIENTS)
  const { code, out, err } = await runTool('check', [], {
    DATA_DIR: dataDir,
    JWT_SECRET: SECRET,
    ...place,
  })
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toContain('The store is sound.')
}

test('a server with an embedded store is killed 12 times during undos: every answered one is there, once', () =>
  crash({ STORE_PATH: join(dataDir, 'portal.sqlite') }, 12))

describeWith('with mongod', whyNoMongod, () => {
  test('an instance is killed 5 times during undos in MongoDB: every answered one is there, once', () =>
    withDatabase('undos', (url) => crash({ MONGODB_URL: url }, 5)))
})
