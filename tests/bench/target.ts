/** Defines a target: how to start it, seed it and sign in, its requests, and how to read its store. */
import { Database } from 'bun:sqlite'

/** What targets are compared in. */
export const COMPARED = ['fanout', 'orders', 'list', 'allotments', 'start'] as const
/** Workloads with a tool of their own, for the portal alone. */
export const OWN = ['interaction', 'cluster'] as const
export const WORKLOADS = [...COMPARED, ...OWN] as const
export type Workload = (typeof WORKLOADS)[number]

export const ITEMS = 300
/** The number of clubs that order in `bun run bench`. The same number of further clubs have the lines that receive units. */
export const CLUBS = 8
export const STOCK = 1_000_000
export const SECRET = 'bench-secret-bench-secret-bench-secret-1'

export type Call = {
  method: string
  path: string
  headers?: Record<string, string>
  body?: unknown
}
export type Answer = { status: number; text: string }

/** Sums read from a target's store. */
export type Totals = {
  orders: number
  ordered: number
  allotted: number
  stock: number
  moved: number
  flag: boolean
  flagRev: number
}

export type Launch = { command: string[]; cwd?: string; env: Record<string, string> }

export type Seed = {
  adminToken: string
  clubs: { id: string; token: string }[]
  items: string[]
  /** The lines of each call that gives units: ten per call. */
  lines: string[][]
}

export type Target = {
  name: string
  what: string
  workloads: readonly Workload[]
  version(): string
  /** The reason why it cannot run here, or `null`. */
  missing(): string | null
  launch(dataDir: string, port: number): Launch
  /** Runs before the first start and writes files into the data folder. */
  prepare(dataDir: string): void
  /** Runs on the started server: creates accounts, stock and lines, and signs in. Every run gets a copy of the data folder. */
  seed(url: string, dataDir: string): Promise<Seed>
  live: { protocol: 'plain' | 'hello' | 'socketio'; path: string }
  totals(dataDir: string): Totals
}

export async function send(url: string, call: Call): Promise<Answer> {
  const hasBody = call.body !== undefined
  const answer = await fetch(url + call.path, {
    method: call.method,
    redirect: 'manual',
    headers: { ...(hasBody && { 'content-type': 'application/json' }), ...call.headers },
    ...(hasBody && { body: JSON.stringify(call.body) }),
  })
  return { status: answer.status, text: await answer.text() }
}

/** Sends a request that must succeed. Returns its JSON. */
export async function ask<T>(url: string, call: Call): Promise<T> {
  const { status, text } = await send(url, call)
  if (status >= 300) throw new Error(`${call.method} ${call.path}: ${status} ${text.slice(0, 400)}`)
  return JSON.parse(text)
}

export async function signIn(url: string, email: string, password: string) {
  const body = { email, password }
  const { token, user } = await ask<{ token: string; user: { id: string } }>(url, {
    method: 'POST',
    path: '/users/login',
    body,
  })
  return { id: user.id, token }
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

export function nth<T>(list: readonly T[], index: number): T {
  const found = list[index]
  if (found === undefined) throw new Error(`There is no entry ${index}.`)
  return found
}

/** Each club always orders the same five items, so the answer keeps five lines. */
const orderedBy = (items: string[], club: number) => items.slice(club * 5, club * 5 + 5)
/** Neighbours share five of their ten items, so calls for two clubs contend for stock. */
const givenTo = (items: string[], club: number) => items.slice(100 + club * 5, 110 + club * 5)

/** The requests: every target speaks the product's wire contract. */
export const calls = {
  flip: ({ adminToken }: Seed, isConfirmDisabled: boolean): Call => ({
    method: 'PUT',
    path: '/cart/confirm-disabled',
    headers: bearer(adminToken),
    body: { isConfirmDisabled },
  }),
  order({ clubs, items }: Seed, club: number, key: string, quantity = 2) {
    const { id, token } = nth(clubs, club)
    return {
      method: 'POST',
      path: '/cart/add-items',
      headers: { ...bearer(token), 'idempotency-key': key },
      body: {
        userId: id,
        items: orderedBy(items, club).map((item_id) => ({ item_id, ordered_quantity: quantity })),
      },
    } satisfies Call
  },
  list: ({ adminToken }: Seed): Call => ({
    method: 'GET',
    path: '/inventorys/inventory',
    headers: bearer(adminToken),
  }),
  allot: ({ adminToken, lines }: Seed, club: number, change = (_row: number) => 1): Call => ({
    method: 'PUT',
    path: '/cart/update-multiple-cart-items',
    headers: bearer(adminToken),
    body: {
      items: nth(lines, club).map((_id, row) => ({ _id, allotted_quantity: change(row) })),
    },
  }),
}

export async function seedStock(url: string, adminToken: string): Promise<void> {
  for (let item = 0; item < ITEMS; item++)
    await ask(url, {
      method: 'POST',
      path: '/inventorys/inventory',
      headers: bearer(adminToken),
      body: { itemName: itemName(item), itemQuantity: STOCK },
    })
}

type Placed = { items: { _id: string; itemName: string }[] }

/** Creates the lines that receive units: the administrator orders for the second half of the clubs. The first half will order. */
export async function seedOrders(
  url: string,
  adminToken: string,
  clubs: Seed['clubs'],
): Promise<Seed> {
  const half = clubs.length / 2
  const seed: Seed = { adminToken, clubs: clubs.slice(0, half), items: [], lines: [] }
  const rows = await ask<{ _id: string; itemName: string }[]>(url, calls.list(seed))
  seed.items = rows.map(({ _id }) => _id)
  for (let club = 0; club < half; club++) {
    const placed = await ask<Placed>(url, {
      method: 'POST',
      path: '/cart/add-items',
      headers: { ...bearer(adminToken), 'idempotency-key': crypto.randomUUID() },
      body: {
        userId: nth(clubs, club + half).id,
        items: givenTo(seed.items, club).map((item_id) => ({ item_id, ordered_quantity: 10_000 })),
      },
    })
    seed.lines.push(placed.items.map(({ _id }) => _id))
  }
  return seed
}

/** Reads sums from a database while its server runs. */
export function readTotals(file: string, sql: Record<keyof Totals, string>): Totals {
  const db = new Database(file, { readonly: true })
  const sum = (query: string) => Number(Object.values(db.query(query).get() ?? {})[0] ?? 0)
  try {
    return {
      orders: sum(sql.orders),
      ordered: sum(sql.ordered),
      allotted: sum(sql.allotted),
      stock: sum(sql.stock),
      moved: sum(sql.moved),
      flag: sum(sql.flag) === 1,
      flagRev: sum(sql.flagRev),
    }
  } finally {
    db.close()
  }
}

export const isSame = (a: Totals, b: Totals) => JSON.stringify(a) === JSON.stringify(b)
export const itemName = (index: number) => `Item ${String(index + 1).padStart(3, '0')}`
