import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { createLogger } from '#src/monitoring/log.ts'
import type { Account, Store } from '#src/store/port.ts'
import type { Line } from '#src/contract/line.ts'
import type { StockItem } from '#src/contract/records.ts'
import { openSqliteStore } from '#src/store/sqlite.ts'
import { PROGRAM } from '#tests/support/program.ts'
import { customRow, stockRow } from '#tests/support/rows.ts'

const ROOT = join(import.meta.dir, '../../..')
export const ADMIN = 'an-administrator'
export const SECRET = 'a secret of thirty-two bytes or more, for the tests'

export type Ran = { code: number; out: string; err: string }

/** Runs one of the tools from the command line. */
export async function runTool(
  tool: 'backup' | 'restore' | 'move' | 'check',
  words: string[],
  env: Record<string, string>,
): Promise<Ran> {
  const child = Bun.spawn([...PROGRAM, tool, ...words], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  return { code: await child.exited, out, err }
}

export const openStoreAt = (dataDir: string, lock = true): Store =>
  openSqliteStore({
    path: join(dataDir, 'portal.sqlite'),
    lock,
    rateLimits: false,
    log: createLogger('silent'),
  })

export async function createClub(store: Store, number: number): Promise<Account> {
  const account = await store.accounts.create({
    email: `club${number}@campus.example`,
    clubName: `Club ${number}`,
    cordName: 'Coordinator',
    mobile: '5550100',
    access: 'user',
    passwordHash: `hash ${number}`,
  })
  if (!account) throw new Error('The address is taken.')
  return account
}

/** Writes rows of every kind: live, deleted and custom lines, entries, a kept answer, an ended token, codes, mails. */
export async function makeAYear(store: Store, now: number): Promise<void> {
  const items: StockItem[] = []
  for (const [index, itemName] of ['Brush Round 4', 'Paint (15 ml) Ünïcødé', 'Tape'].entries()) {
    const itemStatus = index === 2 ? 'disabled' : 'enabled'
    items.push(
      (await store.stock.add({ itemName, itemQuantity: 100, itemStatus }, ADMIN, Date.now())).value,
    )
  }
  const [brush, paint, tape] = items as [StockItem, StockItem, StockItem]
  await store.stock.edit(
    tape._id,
    { rev: 1, itemQuantity: 50, itemName: 'Gaffer tape' },
    ADMIN,
    Date.now(),
  )
  await store.stock.note(
    [{ _id: brush._id, itemOrderedStatus: 'Available', itemRemark: 'Shelf 2' }],
    ADMIN,
    Date.now(),
  )
  for (let number = 1; number <= 5; number++) {
    const { id } = await createClub(store, number)
    const order = {
      accountId: id,
      actorId: id,
      rows: [
        stockRow(brush._id, number),
        stockRow(paint._id, 2),
        customRow(`Lantern ${number}`, 1, 'https://shop.example/a'),
      ],
      idempotency: { key: `key with spaces ${number}`, bodyHash: 'a hash' },
      toAnswer: (lines: Line[]) => JSON.stringify(lines),
      now,
    }
    await store.orders.place(order)
    const lines = (await store.orders.read(id))?.rows as [Line, Line, Line]
    await store.orders.allot({
      decisions: [
        { _id: lines[0]._id, allotted_quantity: 3, status: 'Delivered', remarks: 'By the door' },
        { _id: lines[1]._id, allotted_quantity: 1 },
      ],
      actorId: ADMIN,
      toAnswer: () => '',
      now,
    })
    const cart = (await store.orders.listCarts()).rows.find(({ accountId }) => accountId === id)
    if (number === 4)
      await store.orders.removeCart(cart?.id ?? '', { actorId: ADMIN, now: now, reason: '' })
    if (number === 5)
      await store.orders.removeLine(cart?.id ?? '', lines[1]._id, {
        actorId: ADMIN,
        now: now,
        reason: '',
      })
  }
  await createClub(store, 6)
  await store.accounts.change('club6@campus.example', { disabled: true, access: 'bosslevel' }, now)
  await store.ordering.set(false, ADMIN, Date.now())
  const club = await store.accounts.find({ email: 'club1@campus.example' })
  await store.accounts.endToken('an ended token', club?.id ?? '', now + 3_600_000)
  const request = { client: { network: '192.0.2.1', device: null }, now }
  const email = 'new@campus.example'
  await store.codes.request({ ...request, email, purpose: 'register', codeHash: 'a code' })
  await store.codes.request({ ...request, email: 'club1@campus.example', purpose: 'reset' })
  const form = { clubName: 'N', cordName: 'N', mobile: '5550100', access: 'user', passwordHash: '' }
  await store.codes
    .register({ ...form, email }, { hashes: ['wrong'], client: request.client, now })
    .catch(() => undefined)
}

/** The visible content of a store, without its epoch, its revisions and the order of its rows. */
export async function lookAt(store: Store) {
  const ids = (await store.orders.listCarts()).rows.map(({ accountId }) => accountId)
  const emails = [1, 2, 3, 4, 5, 6].map((number) => `club${number}@campus.example`)
  return {
    ordering: (await store.ordering.read()).rows,
    stock: (await store.stock.list()).rows,
    catalogue: (await store.stock.listCatalogue()).rows,
    summary: (await store.stock.listSummary()).rows,
    carts: (await store.orders.listCarts()).rows,
    customLines: (await store.orders.listCustomLines()).rows,
    orders: await Promise.all(ids.map(async (id) => (await store.orders.read(id))?.rows)),
    accounts: await Promise.all(emails.map((email) => store.accounts.find({ email }))),
  }
}

/** How many rows each table of an embedded store holds. */
export function countTables(dataDir: string): Record<string, number> {
  const db = new Database(join(dataDir, 'portal.sqlite'), { readonly: true })
  const tables =
    'accounts items carts lines entries answered ended_tokens codes code_tries outbox'.split(' ')
  const counts = tables.map((table) => {
    const row = db.prepare<{ rows: number }, []>(`SELECT count(*) AS rows FROM ${table}`).get()
    return [table, row?.rows ?? 0]
  })
  db.close()
  return Object.fromEntries(counts)
}
