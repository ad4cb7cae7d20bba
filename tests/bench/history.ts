/**
 * Measures how many bytes the history of an order of five lines takes in the embedded store: 10,000 orders of new lines, then 10,000
 * that raise them. Prints the pages that the tables of the history free when they are dropped. Run with
 * `bun tests/bench/history-bytes.ts`.
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
/** A cart holds at most 1,000 lines. */
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
  for (const table of ['entry_blocks', 'entries', 'batches']) db.exec(`DROP TABLE ${table}`)
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
rmSync(directory, { recursive: true })
