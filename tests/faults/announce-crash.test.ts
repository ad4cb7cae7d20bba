import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '#src/monitoring/log.ts'
import { openMongoStore } from '#src/store/mongo.ts'
import type { ListedEntry, Store } from '#src/store/port.ts'
import { openSqliteStore } from '#src/store/sqlite.ts'
import { joinReplicaSet, newDatabase, whyNoMongod } from '#tests/support/mongod.ts'
import { customRow } from '#tests/support/rows.ts'
import { atDepth } from '#tests/support/random.ts'
import { describeWith } from '#tests/support/servers.ts'

const WRITER = join(import.meta.dir, 'support/announce-writer.ts')
const CLUBS = atDepth(30, 100)
const EACH = 60
const LINES = CLUBS * EACH
const HALF = LINES / 2
const log = createLogger('silent')

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

/** Starts a process that announces, and kills it so long after its second announcement began. */
async function killAfter(ms: number, env: Record<string, string>): Promise<void> {
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
    if (text.split('announcing').length > 2) {
      await Bun.sleep(ms)
      writer.kill('SIGKILL')
    }
  }
  await writer.exited
  expect(writer.signalCode).toBe('SIGKILL')
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

async function crash(
  open: () => Store | Promise<Store>,
  pauses: number[],
  env: Record<string, string>,
) {
  const empty = await open()
  await fill(empty)
  await empty.close()
  for (const ms of pauses) {
    await killAfter(ms, env)
    const store = await open()
    const ahead = await expectWhole(store)
    const by = { actorId: 'an administrator', now: Date.now() }
    const announced = await store.orders.announce(by)
    expect(announced.value.lines).toBe(ahead)
    await store.close()
  }
}

test('clubs read all their decisions in one transaction of an embedded store: a kill announces all or nothing', async () => {
  const path = join(dataDir, 'portal.sqlite')
  await crash(() => openSqliteStore({ path, log }), [0, 20, 60, 120], { STORE_PATH: path })
})

describeWith('with mongod', whyNoMongod, () => {
  test('the same in MongoDB', async () => {
    const set = await joinReplicaSet()
    try {
      const url = set.url(newDatabase('announcements'))
      const open = () => openMongoStore({ url, waitSeconds: 5, log })
      await crash(open, [0, 150, 400], { MONGODB_URL: url })
    } finally {
      await set.close()
    }
  })
})
