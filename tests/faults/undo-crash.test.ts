import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '#src/monitoring/log.ts'
import { openMongoStore } from '#src/store/mongo.ts'
import type { Store } from '#src/store/port.ts'
import { openSqliteStore } from '#src/store/sqlite.ts'
import { joinReplicaSet, newDatabase, whyNoMongod } from '#tests/support/mongod.ts'
import { describeWith } from '#tests/support/servers.ts'
import { ADMIN_ID, BODY_HASH, CLIENTS, makePlan, NOW } from './support/store-plan.ts'
import { runTool, SECRET } from './support/transfers.ts'

const WRITER = join(import.meta.dir, 'support/undo-writer.ts')
const UNITS = 1_000_000
const EACH = 3
const log = createLogger('silent')

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'undo-crash-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

/** Starts a process that gives and takes back, and kills it after so many answers. Answers what it said. */
async function killAfter(answers: number, env: Record<string, string>): Promise<string[]> {
  const writer = Bun.spawn([process.execPath, WRITER], {
    cwd: join(import.meta.dir, '../..'),
    env: { ...process.env, ...env },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of writer.stdout) {
    text += decoder.decode(chunk, { stream: true })
    if (text.split('\n').length - 2 > answers) writer.kill('SIGKILL')
  }
  await writer.exited
  expect(writer.signalCode).toBe('SIGKILL')
  // The last line may be incomplete.
  return text
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.startsWith('undone '))
}

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

async function crash(
  open: () => Store | Promise<Store>,
  kills: number,
  env: Record<string, string>,
) {
  const plan = await open()
  await makePlan(plan)
  await plan.close()
  const said: string[] = []
  for (let kill = 0; kill < kills; kill++) {
    // A little later each time, so that the kill hits another step of a commit.
    said.push(...(await killAfter(10 + kill * 7, { ...env, ROUND: `round ${kill}` })))
    const store = await open()
    await expectExact(store, said)
    expect((await store.upkeep.verify()).broken).toEqual([])
    await store.close()
  }
  expect(said.length).toBeGreaterThan(kills * CLIENTS)
  const { code, out, err } = await runTool('check', [], {
    DATA_DIR: dataDir,
    JWT_SECRET: SECRET,
    ...env,
  })
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toContain('The store is sound.')
}

test('a server with an embedded store is killed 12 times during undos: every answered one is there, once', async () => {
  const path = join(dataDir, 'portal.sqlite')
  await crash(() => openSqliteStore({ path, log }), 12, { STORE_PATH: path })
})

describeWith('with mongod', whyNoMongod, () => {
  test('an instance is killed 5 times during undos in MongoDB: every answered one is there, once', async () => {
    const set = await joinReplicaSet()
    try {
      const url = set.url(newDatabase('undos'))
      await crash(() => openMongoStore({ url, waitSeconds: 5, log }), 5, { MONGODB_URL: url })
    } finally {
      await set.close()
    }
  })
})
