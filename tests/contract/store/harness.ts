import type { StoreTopic } from '#src/contract/topics.ts'
import { afterEach, beforeEach, expect } from 'bun:test'
import type { ProblemCode } from '#src/contract/problem.ts'
import type { Line, LineRequest } from '#src/contract/line.ts'
import { inListOrder } from '#src/contract/list-order.ts'
import type { LineChange, StockItem } from '#src/contract/records.ts'
import type { ItemStatus } from '#src/contract/statuses.ts'
import { Refusal } from '#src/rules/refusal.ts'
import type { Account, CodeClient, NewAccount, Nudge, Store, TriedCode } from '#src/store/port.ts'

/** An empty store of its own for each test. */
export type TestStore = {
  store: Store
  /** Closes the store and opens it again. */
  reopen(): Promise<Store>
  /** Closes and deletes the store. */
  end(): Promise<void>
}
export type OpenTestStore = (options?: { rateLimits?: boolean }) => Promise<TestStore>

/** Far ahead: MongoDB deletes expired answers and ended tokens by the real clock, which would pass a nearer time. */
export const NOON = Date.UTC(2100, 10, 21, 12)
export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
export const ADMIN = 'an administrator'

/** An unknown browser in one of the networks. */
export const stranger = (number: number): CodeClient => ({
  network: `192.0.2.${number}`,
  device: null,
})
/** The clients that request and use codes. */
export const HOME = stranger(1)

/** A typed code. */
export const typed = (hash: string, now = NOON, client = HOME): TriedCode => ({
  hashes: [hash],
  client,
  now,
})

export type Harness = ReturnType<typeof useStore>

/** Opens a store before each test of the block, and checks all its invariants afterwards. */
export function useStore(open: OpenTestStore, options: { rateLimits?: boolean } = {}) {
  let opened: TestStore
  let store: Store
  let made = 0
  beforeEach(async () => {
    opened = await open(options)
    store = opened.store
  })
  afterEach(async () => {
    const { broken } = await store.upkeep.verify()
    await opened.end()
    expect(broken).toEqual([])
  })

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

  async function club(given: Partial<NewAccount> = {}): Promise<Account> {
    const account = await store.accounts.create(newAccount(given))
    if (!account) throw new Error('The address is taken.')
    return account
  }

  async function item(
    itemName: string,
    itemQuantity = 10,
    itemStatus: ItemStatus = 'enabled',
  ): Promise<StockItem> {
    const { value } = await store.stock.add({ itemName, itemQuantity, itemStatus }, ADMIN, NOON)
    return value
  }

  /** So many items, made one after the other: a store need not take hundreds of writes at once. */
  async function items(count: number, itemQuantity: number): Promise<StockItem[]> {
    const made: StockItem[] = []
    while (made.length < count) made.push(await item(`Item ${made.length}`, itemQuantity))
    return made
  }

  const order = (
    account: Pick<Account, 'id'>,
    rows: LineRequest[],
    more: Partial<Parameters<Store['orders']['place']>[0]> = {},
  ) =>
    store.orders.place({
      accountId: account.id,
      actorId: account.id,
      rows,
      toAnswer: (lines) => JSON.stringify(inListOrder(lines)),
      now: NOON,
      ...more,
    })

  async function lines(account: Pick<Account, 'id'>): Promise<Line[]> {
    return (await store.orders.read(account.id))?.rows ?? []
  }

  /** The live line of that name. */
  async function line(account: Pick<Account, 'id'>, itemName: string): Promise<Line> {
    const found = (await lines(account)).find((row) => row.itemName === itemName)
    if (!found) throw new Error(`There is no line ${itemName}.`)
    return found
  }

  async function shelf(itemId: string): Promise<number> {
    const { rows } = await store.stock.list()
    return rows.find(({ _id }) => _id === itemId)?.itemQuantity ?? Number.NaN
  }

  async function cartOf(account: Pick<Account, 'id'>): Promise<string> {
    const { rows } = await store.orders.listCarts()
    const cart = rows.find(({ accountId }) => accountId === account.id)
    if (!cart) throw new Error('This club has no live line.')
    return cart.id
  }

  /** The revision of a topic that exists. */
  async function rev(topic: StoreTopic): Promise<number> {
    const found = await store.live.readRev(topic)
    if (found === null) throw new Error(`There is no topic ${topic}.`)
    return found
  }

  return {
    get store() {
      return store
    },
    rev,
    async reopen() {
      store = await opened.reopen()
    },
    newAccount,
    club,
    item,
    items,
    order,
    allot: (decisions: LineChange[], more: Partial<Parameters<Store['orders']['allot']>[0]> = {}) =>
      store.orders.allot({
        decisions,
        actorId: ADMIN,
        toAnswer: () => 'Saved.',
        now: NOON,
        ...more,
      }),
    lines,
    line,
    shelf,
    cartOf,
  }
}

/** The refusal of a call. Fails if the call succeeds or throws another error. */
export async function refusalOf(call: Promise<unknown>): Promise<Refusal> {
  const ended = await call.then(
    () => new Error('This was not refused.'),
    (error: unknown) => error,
  )
  if (!(ended instanceof Refusal)) throw ended
  return ended
}

export const codeOf = async (call: Promise<unknown>): Promise<ProblemCode> =>
  (await refusalOf(call)).code

export const pathsOf = (refusal: Refusal): string[] =>
  (refusal.details.errors ?? []).map(({ path }) => path)

export const topicsOf = ({ moved }: { moved: Nudge[] }): string[] =>
  moved.map(({ topic }) => topic).toSorted()

/** How many of these calls succeeded; the others were refused with `code`. */
export async function countSuccesses(
  calls: Promise<unknown>[],
  code: ProblemCode,
): Promise<number> {
  const results = await Promise.allSettled(calls)
  for (const result of results)
    if (result.status === 'rejected')
      expect(result.reason instanceof Refusal ? result.reason.code : result.reason).toBe(code)
  return results.filter(({ status }) => status === 'fulfilled').length
}

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))
