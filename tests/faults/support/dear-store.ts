/** A store that is as dear to read and to change as clubs and administrators can make it by legal requests. */
import { readConfig } from '#src/config.ts'
import { asClubId, type ClubId, type PersonId } from '#src/contract/ids.ts'
import type { ListedEdition } from '#src/contract/editions.ts'
import { limits } from '#src/contract/limits.ts'
import { inListOrder } from '#src/contract/list-order.ts'
import type { CartSummary, OrderLine, StockItem } from '#src/contract/records.ts'
import { createKeys } from '#src/identity/keys.ts'
import { createMailsOff } from '#src/identity/mails-off.ts'
import { hashPassword } from '#src/identity/passwords.ts'
import { createTokens } from '#src/identity/tokens.ts'
import { createLogger } from '#src/monitoring/log.ts'
import { nameFault } from '#src/rules/name-text.ts'
import { nameKey } from '#src/rules/names.ts'
import { openStore } from '#src/store/index.ts'
import { ask as request, type Env, PASSWORD, SECRET } from '#tests/support/cluster.ts'
import { atDepth } from '#tests/support/random.ts'

const CLUBS = atDepth(9, 20)
/** Clubs with small orders. */
const NEIGHBOURS = 3
const ITEMS = atDepth(250, 300)
/** Clubs that somebody registered and left alone. */
const IDLE_CLUBS = atDepth(100, 2_000)
/** Editions that have ended, with full orders. */
const EDITIONS = atDepth(1, 8)
/** Entries of one club's history: what it may write in some hours, or days. */
const HISTORY_ENTRIES = atDepth(20_000, 400_000)
const TURNS = atDepth(100, 1_000)
/** Browsers from which one club has signed in. */
const BROWSERS = 30
/** Rows with long links that fit into one body. */
export const LONG_ROWS = 150

/** Somebody with an account. */
export type Person = { id: PersonId; email: string; token: string; ver: number }
/** Somebody with a browser that the server knows. */
export type User = Person & { device: string }
/** A club with a full order. */
export type Club = Person & { cartId: string; lineIds: string[] }
type People = Awaited<ReturnType<typeof createAccounts>>

export type Scene = Awaited<ReturnType<typeof fillStore>>

/** What makes a name dear to compare, to fold or to draw, as often as the rule for names lets it be. */
const DEAR_UNITS: readonly string[] = [
  // marks in the order that comparing turns round: few on many letters, or many on one
  ...[55, 4, 2, 1].map((pairs) => `a${'\u0301\u0316'.repeat(pairs)}`),
  '\u1000\u103b\u103c\u103d\u103e',
  // one character that compatible folding makes 18
  '\ufdfa',
  // a number of a hundred digits, and many numbers
  '9',
  '7 ',
  // letters that folding makes longer, or puts together
  '\u1e9e\u0130',
  '\ufb03',
  '\u1112\u1161\u11ab',
  '\u{1f3a8}',
  // equal but for the end
  'Paint (15 ml) ',
]
/** The longest end of a name, which differs from name to name. */
const LONGEST_TAIL = '-00000100002'

const startOf = (unit: string, count: number): string =>
  unit.repeat(count).padEnd(limits.nameLength - LONGEST_TAIL.length, 'a')

/** The dearest start with this unit; `null` if the unit is not legal at all. */
function dearestStart(unit: string): string | null {
  const most = Math.floor((limits.nameLength - LONGEST_TAIL.length) / unit.length)
  for (let count = most; count > 0; count--) {
    const start = startOf(unit, count)
    if (nameFault('A name', start + LONGEST_TAIL) === null) return start
  }
  return null
}
const DEAR_STARTS = DEAR_UNITS.flatMap((unit) => dearestStart(unit) ?? [])

function nameAfter(start: string, n: number): string {
  // the zeros make the order of lists another one than that of ids
  return `${start}-${'0'.repeat((n * 31) % 6)}${(n * 7_919) % 100_003}`
}

/** How long it takes to fold and to order many names with this start. */
function priceOf(start: string): number {
  const rows = Array.from({ length: 300 }, (_, n) => ({ itemName: nameAfter(start, n) }))
  const begun = performance.now()
  inListOrder(rows)
  for (const { itemName } of rows) nameKey(itemName)
  return performance.now() - begun
}
const [DEAREST = ''] = DEAR_STARTS.map((start) => ({ start, price: priceOf(start) }))
  .toSorted((a, b) => b.price - a.price)
  .map(({ start }) => start)

/** The `n`th dear name; all differ. Every other one is of the dearest kind. */
export const dearName = (n: number): string =>
  nameAfter(n % 2 === 0 ? DEAREST : (DEAR_STARTS[(n >> 1) % DEAR_STARTS.length] ?? ''), n)

/** The longest link, of characters that take three bytes. */
export function dearLink(n: number): string {
  const head = `https://a.example/${n}/`
  return head + '\u20ac'.repeat(limits.linkLength - head.length)
}

/** The longest remark, and no two alike. */
export const dearRemark = (n: number): string => String(n).padEnd(limits.remarksLength, '\u20ac')

const secrets = { current: SECRET, previous: null }
const keys = createKeys(secrets)
const tokens = createTokens(secrets)
const mailsOff = createMailsOff(keys)

/** A further token of an account. */
export const newToken = (account: Pick<Person, 'id' | 'ver'>): Promise<string> =>
  tokens.sign(account, Date.now())
/** The token in the last link of its mails. */
export const mailsOffTokenOf = ({ id }: Pick<Person, 'id'>): string => mailsOff.issue(id)

/** Creates the accounts of the scene, before a server has the store. */
export async function createAccounts(env: Env) {
  const log = createLogger('error', () => {})
  const store = await openStore(
    readConfig(env, () => ''),
    log,
  )
  const passwordHash = await hashPassword(PASSWORD)
  const create = async (
    name: string,
    clubName: string,
    { access = 'user', clubId }: { access?: string; clubId?: ClubId } = {},
  ): Promise<Person> => {
    const email = `${name}@campus.example`
    const account = await store.accounts.create({
      email,
      clubName,
      cordName: dearName(0),
      mobile: '+91 98765 43210',
      access,
      clubId,
      passwordHash,
    })
    if (!account) throw new Error('A new store has no accounts.')
    const { id, ver } = account
    return { id, ver, email, token: await newToken(account) }
  }
  const createMany = async (name: string, count: number, more?: Parameters<typeof create>[2]) => {
    const made: Person[] = []
    for (let n = 0; n < count; n++) made.push(await create(`${name}-${n}`, dearName(n), more))
    return made
  }
  /** As many people as a club may have, with the founder. */
  const fillClub = (clubId: string) =>
    createMany(`of-${clubId}`, limits.peoplePerClub - 1, { clubId: asClubId(clubId) })
  try {
    const clubs = await createMany('club', CLUBS)
    if (clubs[0]) await fillClub(clubs[0].id)
    const { id: crowdedClub } = await create('crowd', dearName(0))
    await createMany('idle', IDLE_CLUBS)
    return {
      clubs,
      neighbours: await createMany('neighbour', NEIGHBOURS),
      admin: await create('admin', 'Department', { access: 'bosslevel' }),
      desks: await createMany('desk', CLUBS, { access: 'bosslevel' }),
      crowdedClub,
      crowd: await fillClub(crowdedClub),
      bystander: await create('bystander', 'Film Club'),
    }
  } finally {
    await store.close()
  }
}

/** Rows for own items, with links that depend on `n`. */
export const ownRows = (names: readonly string[], n: number) =>
  names.map((itemName) => ({ itemName, ordered_quantity: 1, link: dearLink(n) }))

/** Rows of decisions with long remarks, all different, that fit into one body. */
const REMARKED_ROWS = 500

/** An administrator decides about all lines of the club, and lets it see everything in one moment. A mail tells it then. */
export async function answerLines({ ask, admin, club: { lineIds } }: Scene): Promise<void> {
  await ask(admin, 'PUT', '/cart/decisions-held', { held: true })
  for (let from = 0; from < lineIds.length; from += REMARKED_ROWS)
    await ask(admin, 'PUT', '/cart/update-multiple-cart-items', {
      items: lineIds.slice(from, from + REMARKED_ROWS).map((_id, at) => ({
        _id,
        allotted_quantity: 1,
        status: 'Ready',
        remarks: dearRemark(from + at),
      })),
    })
  await ask(admin, 'PUT', '/cart/decisions-held', { held: false })
}

/** Sends requests that must succeed. */
const askAt =
  (url: string) =>
  async <Body>({ token }: Person, method: string, path: string, body?: unknown): Promise<Body> => {
    const answer = await request<Body>(url, method, path, {
      token,
      ...(body !== undefined && { body }),
    })
    if (answer.status < 300) return answer.body
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  }

/** Fills the store through a server without rate limits: with what the product accepts, and as much of it as it accepts. */
export async function fillStore(
  url: string,
  { clubs, neighbours, admin, desks, bystander, crowdedClub, crowd }: People,
) {
  const ask = askAt(url)
  const order = ({ id, token }: Person, items: unknown[]) =>
    request(url, 'POST', '/cart/add-items', { token, body: { userId: id, items } })
  async function mustOrder(club: Person, items: unknown[]): Promise<void> {
    await ask(club, 'POST', '/cart/add-items', { userId: club.id, items })
  }

  const itemIds: string[] = []
  for (let n = 0; n < ITEMS; n++) {
    const item = { itemName: dearName(n), itemQuantity: limits.itemQuantity }
    itemIds.push((await ask<StockItem>(admin, 'POST', '/inventorys/inventory', item))._id)
  }
  const stockRows = (from: number, count: number) =>
    itemIds.slice(from, from + count).map((item_id) => ({ item_id, ordered_quantity: 1 }))

  for (let n = 0; n < limits.listedInvitations; n++)
    await ask(admin, 'POST', '/users/invitations', {
      email: `guest-${n}@campus.example`,
      access: 'bosslevel',
    })
  for (let n = 0; n < EDITIONS; n++) {
    for (const club of clubs) {
      await mustOrder(club, stockRows(0, limits.orderRows))
      await mustOrder(club, stockRows(limits.orderRows, limits.orderRows))
    }
    const [current] = await ask<ListedEdition[]>(admin, 'GET', '/cart/editions')
    const next = `Edition ${n}`
    const end = { edition: current?._id, next, leftovers: 'shelf' }
    await ask(admin, 'POST', '/cart/editions/end', end)
    await ask(admin, 'PUT', '/cart/confirm-disabled', { isConfirmDisabled: false })
  }

  // a long history first: later, each answer holds more
  for (const club of [bystander, ...neighbours]) await mustOrder(club, stockRows(0, 5))
  const [first = admin] = clubs
  for (let made = 0; made < HISTORY_ENTRIES; made += limits.orderRows)
    await mustOrder(first, stockRows(0, limits.orderRows))
  for (let n = 0; n < TURNS; n++)
    await ask(admin, 'PUT', '/cart/confirm-disabled', { isConfirmDisabled: n % 2 === 0 })
  await ask(admin, 'PUT', '/cart/confirm-disabled', { isConfirmDisabled: false })

  /** Own items until the order is full: many in one call, then fewer. Answers their names. */
  async function fillOrder(club: Person): Promise<string[]> {
    const made: string[] = []
    for (let rows = LONG_ROWS; rows >= 1;) {
      const names = Array.from({ length: rows }, (_, n) => dearName(1_000 + made.length + n))
      const { status, body } = await order(club, ownRows(names, 0))
      if (status === 200) made.push(...names)
      else if (body.code === 'cart_full') rows = Math.floor(rows / 2)
      else throw new Error(`An order was refused: ${body.message}`)
    }
    return made
  }
  let ownNames: string[] = []
  for (const club of clubs) {
    await mustOrder(club, stockRows(0, limits.orderRows))
    await mustOrder(club, stockRows(limits.orderRows, limits.orderRows))
    // the names of all clubs are the same
    ownNames = await fillOrder(club)
  }
  // links that change, in the newest entries of the history
  for (let n = 1; n < 4; n++) await mustOrder(first, ownRows(ownNames.slice(0, LONG_ROWS), n))

  const carts = await ask<CartSummary[]>(admin, 'GET', '/cart/get-club-list')
  const toClub = async (person: Person): Promise<Club> => {
    const lines = await ask<OrderLine[]>(admin, 'GET', `/cart/cart-items-user/${person.id}`)
    const cart = carts.find(({ user_id }) => user_id === person.id)
    return { ...person, cartId: cart?.cart_id ?? '', lineIds: lines.map(({ _id }) => _id) }
  }
  const filled: Club[] = []
  for (const person of clubs) filled.push(await toClub(person))
  const [club, ...others] = filled
  if (!club) throw new Error('A scene has a club.')
  const page = await ask<{ next: string | null }>(admin, 'GET', '/cart/history?limit=200')
  /** Signs in from a new browser. Answers its token. */
  async function signIn({ email }: Person): Promise<string> {
    const body = { email, password: PASSWORD }
    const answer = await request<{ device: string }>(url, 'POST', '/users/login', { body })
    return answer.body.device
  }
  const devices: string[] = []
  for (let n = 0; n < BROWSERS; n++) devices.push(await signIn(club))
  const users: User[] = []
  for (const person of neighbours) users.push({ ...person, device: await signIn(person) })
  return {
    ask,
    /** The club that floods. */
    club,
    /** Clubs whose orders are as large. */
    others,
    /** An account, and browsers from which it has signed in. */
    owner: club,
    devices,
    neighbours: users,
    admin,
    /** Administrators whose decisions use up their own limits. */
    desks,
    /** A club with as many people as it may have, but for its founder. */
    crowdedClub,
    crowd,
    bystander,
    itemIds,
    /** The names of each club's own items. */
    ownNames,
    /** The `before` of the second page of the history. */
    secondPage: page.next ?? '',
  }
}
