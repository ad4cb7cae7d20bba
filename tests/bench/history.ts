/**
 * Measures the history in the embedded store: how many bytes it takes for an order of five lines, for 10,000 orders of new lines and 10,000
 * that raise them; then how long pages of these 100,000 entries take to read. Bytes are the pages that the tables of the history free when
 * they are dropped. Run with `bun tests/bench/history.ts`.
 */
import { Database } from 'bun:sqlite'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '#src/monitoring/log.ts'
import { openSqliteStore } from '#src/store/sqlite.ts'
import { stockRow } from '#tests/support/rows.ts'

const ORDERS = 10_000
const LINES = 5
/** A cart holds at most 400 lines. */
const ORDERS_OF_A_CLUB = 50

const directory = mkdtempSync(join(tmpdir(), 'history-bytes-'))
const path = join(directory, 'portal.sqlite')

/** Bytes in the tables of the history. The store is closed. */
function historyBytes(): number {
  const copy = join(directory, 'copy.sqlite')
  copyFileSync(path, copy)
  const db = new Database(copy)
  db.exec('PRAGMA foreign_keys = OFF')
  const read = (name: string) => Number(Object.values(db.query(`PRAGMA ${name}`).get() ?? {})[0])
  const before = read('freelist_count')
  for (const table of ['entries', 'batches']) db.exec(`DROP TABLE ${table}`)
  const bytes = (read('freelist_count') - before) * read('page_size')
  db.close()
  rmSync(copy)
  return bytes
}

const open = () => openSqliteStore({ path, log: createLogger('silent') })

const first = open()
const items: string[] = []
for (let index = 0; index < ORDERS_OF_A_CLUB * LINES; index++) {
  const item = { itemName: `Item ${index}`, itemQuantity: 0, itemStatus: 'enabled' } as const
  items.push((await first.stock.add(item, 'an administrator', Date.now())).value._id)
}
const clubs: string[] = []
for (let index = 0; index < ORDERS / ORDERS_OF_A_CLUB; index++) {
  const account = await first.accounts.create({
    email: `club${index}@campus.example`,
    clubName: `Club ${index}`,
    cordName: 'Coordinator',
    mobile: '5550100',
    access: 'user',
    passwordHash: 'a hash',
  })
  clubs.push(account?.id ?? '')
}
await first.close()

let before = historyBytes()
for (const what of ['new lines', 'raised lines']) {
  const store = open()
  for (let round = 0; round < ORDERS_OF_A_CLUB; round++)
    await Promise.all(
      clubs.map((club) =>
        store.orders.place({
          accountId: club,
          actorId: club,
          rows: items.slice(round * LINES, (round + 1) * LINES).map((id) => stockRow(id, 2)),
          toAnswer: () => '',
          now: Date.now(),
        }),
      ),
    )
  await store.close()
  const after = historyBytes()
  console.log(`${what}: ${Math.round((after - before) / ORDERS)} bytes of history an order`)
  before = after
}

const store = open()
const limit = 50
const [club = ''] = clubs
const [item = ''] = items
const everything = await store.history.list({ filter: {}, limit: 100_000 })
const middle = everything.entries[50_000]?.id ?? ''
const line = everything.entries.at(-LINES * 2)?.lineId ?? ''
const filters = {
  'the newest page': {},
  'a page from the middle': { before: middle },
  'a club': { filter: { club } },
  'an item': { filter: { item } },
  'a line': { filter: { line } },
  'what a club may read': { filter: { readableBy: club } },
  'a kind of which only the oldest entries are': { filter: { kinds: ['item_added'] } },
  'a kind of which there is none': { filter: { kinds: ['announced'] } },
  'an author of whom there is none': { filter: { by: 'nobody' } },
} as const
for (const [what, asked] of Object.entries(filters)) {
  const times: number[] = []
  let found = 0
  for (let round = 0; round < 50; round++) {
    const begun = performance.now()
    found = (await store.history.list({ filter: {}, limit, ...asked })).entries.length
    times.push(performance.now() - begun)
  }
  const [p50, p98] = [25, 48].map((at) => times.toSorted((a, b) => a - b)[at]?.toFixed(2))
  console.log(`${what}: ${found} entries, median ${p50} ms, 98 of 100 within ${p98} ms`)
}
await store.close()
rmSync(directory, { recursive: true })
