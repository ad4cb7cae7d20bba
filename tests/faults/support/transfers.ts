/** Stores that are backed up, restored and moved. */
import { asClubId } from '#src/contract/ids.ts'
import { inListOrder } from '#src/contract/list-order.ts'
import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import type { Line } from '#src/contract/line.ts'
import type { Refusal } from '#src/rules/refusal.ts'
import type { Store } from '#src/store/port.ts'
import { customRow, stockRow } from '#tests/support/rows.ts'
import { ADMIN, callsOn, coordinator, openStoreAt } from '#tests/support/stores.ts'

export const SECRET = 'a secret of thirty-two bytes or more, for the tests'

const countTape = (store: Store, now: number) =>
  store.stock.saveSheet({
    mode: 'count',
    sheet: '0d9a2f7e-8f6b-4c38-9a52-7a4b5d1c2e3f',
    rows: [{ itemName: 'Gaffer tape', itemQuantity: 40, was: 50, unit: 'rolls', place: 'Yard' }],
    actorId: ADMIN,
    toAnswer: () => 'saved',
    now,
  })

/** Writes rows of every kind: those of an ended edition, live, deleted and custom lines, entries, a kept answer, an ended token, codes, mails. */
export async function makeAYear(store: Store, now: number): Promise<void> {
  const { newAccount, club, item, order, lines, allot, handOver, cartOf } = callsOn(
    () => store,
    now,
  )
  const brush = await item('Brush Round 4', 100)
  const paint = await item('Paint (15 ml) Ünïcødé', 100)
  const tape = await item('Tape', 100, 'disabled')
  const change = { rev: 1, itemQuantity: 50, itemName: 'Gaffer tape' }
  await store.stock.edit(tape._id, change, ADMIN, now)
  await countTape(store, now)
  const note = { _id: brush._id, itemOrderedStatus: 'Available', itemRemark: 'Shelf 2' } as const
  await store.stock.note([note], ADMIN, now)
  const removal = { actorId: ADMIN, now, reason: '' }
  const made = await store.accounts.create({
    email: 'early@campus.example',
    clubName: 'Early Club',
    cordName: 'Coordinator',
    mobile: '',
    access: 'user',
    passwordHash: 'a hash',
  })
  const early = coordinator(made)
  await order(early, [stockRow(brush._id, 4), customRow('Neon', 2), customRow('Felt')])
  const [given] = await lines(early)
  await allot([{ _id: given?._id ?? '', allotted_quantity: 2 }])
  await store.orders.removeLine(await cartOf(early), 'Felt', removal)
  await store.editions.end({
    edition: (await store.ordering.read()).rows.edition._id,
    next: 'Second edition',
    leftovers: 'shelf',
    orderMails: true,
    actorId: ADMIN,
    toAnswer: () => '',
    now,
  })
  await store.ordering.set(true, ADMIN, now)
  for (const number of [1, 2, 3, 4, 5]) {
    const account = await club()
    const custom = customRow(`Lantern ${number}`, 1, 'https://shop.example/a')
    await order(account, [stockRow(brush._id, number), stockRow(paint._id, 2), custom], {
      idempotency: { key: `key with spaces ${number}`, bodyHash: 'a hash' },
    })
    const [first, second] = (await lines(account)) as [Line, Line]
    await allot([
      { _id: first._id, allotted_quantity: 3, status: 'Delivered', remarks: 'By the door' },
      { _id: second._id, allotted_quantity: 1 },
    ])
    await handOver(account, second._id, 1)
    const cart = await cartOf(account)
    if (number === 4) await store.orders.removeCart(cart, removal)
    if (number === 5) await store.orders.removeLine(cart, second._id, removal)
  }
  await club()
  await store.accounts.change('club6@campus.example', { disabled: true, access: 'bosslevel' }, now)
  await store.ordering.set(false, ADMIN, now)
  await store.ordering.setPickup('Store room, 5 to 7 pm.', ADMIN, now)
  await store.ordering.setPickupKey('a key', ADMIN, now)
  const owner = coordinator(await store.accounts.find({ email: 'club1@campus.example' }))
  await club({ clubId: owner.clubId, email: 'mate@campus.example' })
  const invited = { email: 'invited@campus.example', clubId: owner.clubId }
  await store.people.invite(invited, owner.id, now)
  await store.people.setRegistration('approval', ADMIN, now)
  await store.accounts.endToken('an ended token', owner.id, now + 3_600_000)
  const request = { client: { network: '192.0.2.1', device: null }, now }
  const email = 'new@campus.example'
  await store.codes.request({ ...request, email, purpose: 'register', codeHash: 'a code' })
  await store.codes.request({ ...request, email: 'club1@campus.example', purpose: 'reset' })
  await store.codes
    .register(newAccount({ email }), { hashes: ['wrong'], ...request })
    .catch(() => undefined)
}

/** The embedded store of a data directory, with rows of every kind. */
export async function openYear(dataDir: string, now: number): Promise<Store> {
  const store = openStoreAt(dataDir)
  await makeAYear(store, now)
  return store
}

/** The visible content of a store, without its epoch, its revisions and the order of its rows. */
export async function lookAt(store: Store) {
  const ids = (await store.orders.listCarts()).rows.map(({ user_id }) => asClubId(user_id))
  const editions = (await store.editions.list()).rows
  const emails = [1, 2, 3, 4, 5, 6].map((number) => `club${number}@campus.example`)
  return {
    ordering: (await store.ordering.read()).rows,
    people: (await store.people.list(0)).rows,
    editions,
    earlier: await Promise.all(
      editions.map(async ({ _id }) => {
        const read = await store.editions.read(_id)
        return read?.rows.clubs.map((club) => ({ ...club, lines: inListOrder(club.lines) }))
      }),
    ),
    demand: (await store.editions.demand()).rows,
    /** A count is saved once, wherever the store is. */
    counted: await countTape(store, 0).catch(({ code }: Refusal) => code),
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
    'accounts items carts lines editions past_carts past_lines entries sheets answered ended_tokens codes code_tries outbox'.split(
      ' ',
    )
  const counts = tables.map((table) => {
    const row = db.prepare<{ rows: number }, []>(`SELECT count(*) AS rows FROM ${table}`).get()
    return [table, row?.rows ?? 0]
  })
  db.close()
  return Object.fromEntries(counts)
}
