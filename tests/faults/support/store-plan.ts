import type { Store } from '#src/store/port.ts'
import { stockRow } from '#tests/support/rows.ts'

export const CLIENTS = 8
/** Far ahead: MongoDB deletes expired answers by the real clock. */
export const NOW = Date.UTC(2100, 10, 21, 12)
export const BODY_HASH = 'of one body'
export const ADMIN_ID = 'administrator'

export const keyOf = (round: string, call: 'order' | 'allot', count: number): string =>
  `${round} ${call} ${count}`

/** One item, and one club with a line of it for each client. */
export async function makePlan(store: Store): Promise<void> {
  const item = { itemName: 'Tape', itemQuantity: 1_000_000, itemStatus: 'enabled' } as const
  const { value } = await store.stock.add(item, ADMIN_ID, Date.now())
  for (let client = 0; client < CLIENTS; client++) {
    const account = await store.accounts.create({
      email: `club${client}@campus.example`,
      clubName: `Club ${client}`,
      cordName: 'Coordinator',
      mobile: '5550100',
      access: 'user',
      passwordHash: 'a hash',
    })
    await store.orders.place({
      accountId: account?.id ?? '',
      actorId: account?.id ?? '',
      rows: [stockRow(value._id, 1)],
      toAnswer: () => '',
      now: NOW + client,
    })
  }
}

/** Ids of the clubs, in the order of the clients, of the item and of the clubs' lines of it. */
export async function readPlan(store: Store) {
  const { rows: carts } = await store.orders.listCarts()
  const clubs = carts.map(({ accountId }) => accountId)
  const [item] = (await store.stock.list()).rows
  const orders = await Promise.all(clubs.map((id) => store.orders.read(id)))
  const lineIds = orders.map((order) => order?.rows[0]?._id ?? '')
  return { clubs, itemId: item?._id ?? '', lineIds }
}
