/** What a target is: how to start it, and the accounts and requests that every target understands. */
import { ask as request, signIn } from '#tests/support/cluster.ts'

export const ITEMS = 300
/** The clubs that order. As many further clubs have the lines that receive units. */
export const CLUBS = 32
export const STOCK = 1_000_000
export const SECRET = 'bench-secret-bench-secret-bench-secret-1'
export const PASSWORD = 'quiet-harbour-lamp-7'
export const ADMIN = 'admin@bench.example'
/** The addresses of all clubs. */
export const clubEmails = Array.from(
  { length: 2 * CLUBS },
  (_, club) => `club-${club}@bench.example`,
)
/** The names of all items. */
export const itemNames = Array.from(
  { length: ITEMS },
  (_, item) => `Item ${String(item + 1).padStart(3, '0')}`,
)

export type Call = {
  method: string
  path: string
  headers?: Record<string, string>
  body?: unknown
}

/** Sums over the whole store. */
export type Totals = { ordered: number; allotted: number; stock: number }

export type Person = { id: string; token: string; email: string }

export type Seed = {
  admin: Person
  clubs: Person[]
  items: string[]
  /** The lines of each call that gives units: ten per call. */
  lines: string[][]
}

export type Target = {
  name: string
  /** The command that starts it, and how each start is called in the table. */
  commands: { start: string; command: string[] }[]
  cwd: string
  env(dataDir: string): Record<string, string>
  live: { protocol: 'hello' | 'plain' | 'socketio'; path: string }
  /** Writes the accounts and the stock before the first start. */
  fill(dataDir: string): Promise<void>
  totals(url: string, seed: Seed, dataDir: string): Promise<Totals>
}

/** Sends a request that must succeed. Returns its JSON. */
export async function ask<T>(url: string, { method, path, ...asked }: Call): Promise<T> {
  const { status, body } = await request<T>(url, method, path, asked)
  if (status < 300) return body
  throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body).slice(0, 400)}`)
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

const orderOf = (token: string, userId: string, key: string, items: string[], units: number) => ({
  method: 'POST',
  path: '/cart/add-items',
  headers: { ...bearer(token), 'idempotency-key': key },
  body: { userId, items: items.map((item_id) => ({ item_id, ordered_quantity: units })) },
})

export const calls = {
  flip: ({ admin }: Seed, isConfirmDisabled: boolean): Call => ({
    method: 'PUT',
    path: '/cart/confirm-disabled',
    headers: bearer(admin.token),
    body: { isConfirmDisabled },
  }),
  order({ clubs, items }: Seed, club: number, key: string): Call {
    const { id, token } = nth(clubs, club)
    return orderOf(token, id, key, orderedBy(items, club), 2)
  },
  list: (admin: Person): Call => ({
    method: 'GET',
    path: '/inventorys/inventory',
    headers: bearer(admin.token),
  }),
  give: (admin: Person, lines: readonly string[]): Call => ({
    method: 'PUT',
    path: '/cart/update-multiple-cart-items',
    headers: bearer(admin.token),
    body: { items: lines.map((_id) => ({ _id, allotted_quantity: 1 })) },
  }),
}

/** Orders for a club as the administrator, and answers the lines. */
export async function orderFor(url: string, admin: Person, club: Person, items: string[]) {
  const key = crypto.randomUUID()
  const placed = await ask<{ items: { _id: string }[] }>(
    url,
    orderOf(admin.token, club.id, key, items, 10_000),
  )
  return placed.items.map(({ _id }) => _id)
}

/** Signs everybody in, and makes the lines that receive units: the second half of the clubs have them, the first half will order. */
export async function makeSeed(url: string): Promise<Seed> {
  const admin = await signIn(url, ADMIN, PASSWORD)
  const clubs: Person[] = []
  for (const email of clubEmails) clubs.push(await signIn(url, email, PASSWORD))
  const items = (await ask<{ _id: string }[]>(url, calls.list(admin))).map(({ _id }) => _id)
  const lines: string[][] = []
  for (let club = 0; club < CLUBS; club++)
    lines.push(await orderFor(url, admin, nth(clubs, club + CLUBS), givenTo(items, club)))
  return { admin, clubs: clubs.slice(0, CLUBS), items, lines }
}
