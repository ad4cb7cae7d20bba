/** Stores of the tests, and what most calls on them give. */
import { join } from 'node:path'
import { asClubId, asPersonId, type ClubId } from '#src/contract/ids.ts'
import type { Line, LineRequest } from '#src/contract/line.ts'
import { inListOrder } from '#src/contract/list-order.ts'
import type { LineChange, StockItem } from '#src/contract/records.ts'
import type { ItemStatus } from '#src/contract/statuses.ts'
import { createLogger } from '#src/monitoring/log.ts'
import { openMongoStore } from '#src/store/mongo.ts'
import type { Account, HistoryFilter, ListedEntry, NewAccount, Store } from '#src/store/port.ts'
import { openSqliteStore } from '#src/store/sqlite.ts'

/** Far ahead: MongoDB deletes expired answers and ended tokens by the real clock, which would pass a nearer time. */
export const NOON = Date.UTC(2100, 10, 21, 12)
export const ADMIN = asPersonId('an administrator')
/** By whom and when lines are removed. */
export const REMOVAL = { actorId: ADMIN, now: NOON, reason: '' }
const log = createLogger('silent')

type Options = { lock?: boolean; rateLimits?: boolean }

export const openSqlite = (path: string, options: Options = {}): Store =>
  openSqliteStore({ path, log, ...options })

/** The embedded store of a data directory. */
export const openStoreAt = (dataDir: string): Store =>
  openSqlite(join(dataDir, 'portal.sqlite'), { rateLimits: false })

export const openMongo = (url: string, options: Options = {}): Promise<Store> =>
  openMongoStore({ url, waitSeconds: 5, log, ...options })

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** A coordinator, and their club. */
export type Coordinator = Account & { clubId: ClubId }
const hasClub = (account: Account | null): account is Coordinator =>
  typeof account?.clubId === 'string'
export function coordinator(account: Account | null): Coordinator {
  if (!hasClub(account)) throw new Error('There is no coordinator.')
  return account
}
/** Whom no store knows. */
export const NOBODY = { id: asPersonId('nobody'), clubId: asClubId('nobody') }
type OfClub = Pick<Coordinator, 'clubId'>
type Placing = Parameters<Store['orders']['place']>[0]
type Allotting = Parameters<Store['orders']['allot']>[0]

/** Common calls on a store, at one time unless they give another. */
export function callsOn(storeOf: () => Store, now = NOON) {
  let made = 0

  const newAccount = (given: Partial<NewAccount> = {}): NewAccount => {
    made += 1
    return {
      email: `club${made}@campus.example`,
      clubName: `Club ${made}`,
      cordName: 'Coordinator',
      mobile: '+91 98765 43210',
      access: 'user',
      passwordHash: 'a hash',
      ...given,
    }
  }

  async function person(given: Partial<NewAccount>): Promise<Account> {
    const account = await storeOf().accounts.create(newAccount(given))
    if (!account) throw new Error('The address is taken.')
    return account
  }
  const admin = (given: Partial<NewAccount> = {}) => person({ access: 'bosslevel', ...given })
  const club = async (given: Partial<NewAccount> = {}) => coordinator(await person(given))

  async function item(
    itemName: string,
    itemQuantity = 10,
    itemStatus: ItemStatus = 'enabled',
    labels: { unit?: string; place?: string } = {},
  ): Promise<StockItem> {
    const given = { itemName, itemQuantity, itemStatus, ...labels }
    return (await storeOf().stock.add(given, ADMIN, now)).value
  }

  /** So many items, made one after the other: a store need not take hundreds of writes at once. */
  async function items(count: number, itemQuantity: number): Promise<StockItem[]> {
    const made: StockItem[] = []
    while (made.length < count) made.push(await item(`Item ${made.length}`, itemQuantity))
    return made
  }

  const order = (
    { id, clubId }: Pick<Coordinator, 'id' | 'clubId'>,
    rows: LineRequest[],
    more: Partial<Placing> = {},
  ) =>
    storeOf().orders.place({
      clubId,
      actorId: id,
      rows,
      toAnswer: (lines) => JSON.stringify(inListOrder(lines)),
      now,
      ...more,
    })

  const lines = async ({ clubId }: OfClub): Promise<Line[]> =>
    (await storeOf().orders.read(clubId))?.rows ?? []

  /** The live line of that name. */
  async function line(account: OfClub, itemName: string): Promise<Line> {
    const found = (await lines(account)).find((row) => row.itemName === itemName)
    if (!found) throw new Error(`There is no line ${itemName}.`)
    return found
  }

  async function shelf(itemId: string): Promise<number> {
    const { rows } = await storeOf().stock.list()
    return rows.find(({ _id }) => _id === itemId)?.itemQuantity ?? Number.NaN
  }

  async function cartOf(club: OfClub): Promise<string> {
    const { rows } = await storeOf().orders.listCarts()
    const cart = rows.find(({ user_id }) => user_id === club.clubId)
    if (!cart) throw new Error('This club has no live line.')
    return cart.cart_id
  }

  return {
    newAccount,
    admin,
    club,
    item,
    items,
    order,
    allot: (decisions: LineChange[], more: Partial<Allotting> = {}) =>
      storeOf().orders.allot({ decisions, actorId: ADMIN, toAnswer: () => 'Saved.', now, ...more }),
    /** Hands units of one line over to Asha; answers the batch. */
    async handOver({ clubId }: OfClub, _id: string, quantity: number): Promise<string> {
      const { value } = await storeOf().orders.handOver({
        clubId,
        to: 'Asha',
        rows: [{ _id, quantity }],
        actorId: ADMIN,
        toAnswer: (_, batch = '') => batch,
        now,
      })
      return value.body
    },
    /** Gives units of a line; answers the batch. */
    async give(lineId: string, units: number): Promise<string> {
      const { value } = await storeOf().orders.allot({
        decisions: [{ _id: lineId, allotted_quantity: units }],
        actorId: ADMIN,
        toAnswer: (_, batch = '') => batch,
        now,
      })
      return value.body
    },
    /** Takes a batch back; the answer is the new batch. */
    undo: (batch: string, more: Partial<Parameters<Store['history']['undo']>[0]> = {}) =>
      storeOf().history.undo({ batch, actorId: ADMIN, toAnswer: (own) => own, now, ...more }),
    /** The newest entries that match. */
    entries: async (filter: HistoryFilter = {}, limit = 500): Promise<ListedEntry[]> =>
      (await storeOf().history.list({ filter, limit })).entries,
    lines,
    line,
    shelf,
    cartOf,
  }
}
