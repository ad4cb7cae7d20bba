/**
 * Checks the promises of the live channel over random histories. Writes commit; the bus loses, repeats, delays and reorders
 * nudges; instances die; pages sleep. Two seconds after the last change every page shows what the store has. No page ever went back
 * to an older state or received data of another club. `SEED` repeats a history.
 */
import { expect, test } from 'bun:test'
import { asClubId, asPersonId } from '#src/contract/ids.ts'
import type { LineStatus } from '#src/contract/statuses.ts'
import { openSqliteStore } from '#src/store/sqlite.ts'
import type { Account, Nudge } from '#src/store/port.ts'
import { createInstances, silence, type Instance } from './support/instances.ts'
import { openPage, type Page } from './support/pages.ts'
import { createVirtualTime } from './support/virtual-time.ts'
import { toClubLine } from '#src/rules/announced.ts'
import { callsOn, type Coordinator } from '#tests/support/stores.ts'
import { atDepth, seed as firstSeed, seededRandom } from '#tests/support/random.ts'
import { customRow, stockRow } from '#tests/support/rows.ts'

const HISTORIES = atDepth(40, 1_000)

const ACTIVE_MS = 20_000
const ACTIONS = 70
const PROMISE_MS = 2_000
/** Long enough for answers over a slow network, and for a page that was signed out to sign in again. A commit takes less. */
const SETTLE_MS = 3_200
const COMMIT_MS = 250
const LAST_COMMITS = 6
/** A page notices a silent socket within 25 s, and may then wait up to 30 s. */
const ALL_BACK_MS = 90_000
const STATUSES: LineStatus[] = ['Pending', 'Ready', 'Delivered', 'Rejected', '']

/** How many changes of each kind were committed in all histories: a test without commits would prove nothing. */
const commits: number[] = []
const KINDS = 9

async function runHistory(seed: number): Promise<string[]> {
  const random = seededRandom(seed)
  const upTo = (n: number) => Math.floor(random() * n)
  const pick = <T>(of: readonly T[]): T => {
    const found = of[upTo(of.length)]
    if (found === undefined) throw new Error('There is nothing to pick from.')
    return found
  }
  const time = createVirtualTime(Date.now())
  /** A store takes whole milliseconds. */
  const clock = () => Math.floor(time.now())
  const faults: string[] = []
  const store = openSqliteStore({ path: ':memory:', lock: false, rateLimits: false, log: silence })
  const instances = createInstances(
    store,
    { loss: pick([0, 0.3, 1]), double: pick([0, 0.3]), late: pick([0, 0.5]) },
    { time, random },
  )

  const calls = callsOn(() => store, clock())
  const office = await calls.admin({ clubName: 'office' })
  const clubs: Coordinator[] = []
  for (const clubName of ['north', 'south', 'west']) clubs.push(await calls.club({ clubName }))
  const markOf = (club: Account) => `secret of ${club.clubName}`
  const marksBeside = (account: Account | null) =>
    clubs.filter((club) => club !== account).map(markOf)
  for (let n = 0; n < 4; n++) await calls.item(`Brush Round ${n}`, 40)
  for (const club of clubs) await calls.order(club, [customRow(markOf(club))])

  for (let n = 0; n < 3; n++) instances.start()
  const pages: Page[] = []
  for (const account of [null, office, office, clubs[0], clubs[0], clubs[1], clubs[2]]) {
    const who = account ?? null
    pages.push(
      await openPage({
        name: `page ${pages.length} of ${who?.clubName ?? 'a visitor'}`,
        account: who,
        club: pick(clubs),
        marks: marksBeside(who),
        faults,
        instances,
        time,
        random,
      }),
    )
  }
  const watch = () => pages.forEach((page) => page.watch())

  // ── what may happen ──
  let names = 0
  const change: ((at: Instance, actor: Account) => Promise<{ moved: Nudge[] }>)[] = [
    (at) => at.store.ordering.set(random() >= 0.3, asPersonId('an administrator'), Date.now()),
    (at, actor) =>
      at.store.stock.add(
        { itemName: `Paint ${names++}`, itemQuantity: upTo(30), itemStatus: 'enabled' },
        actor.id,
        Date.now(),
      ),
    async (at, actor) => {
      const { rows } = await at.store.stock.list()
      const { _id, rev } = pick(rows)
      const to = pick([
        { itemName: `Paint ${names++}` },
        { itemQuantity: upTo(50) },
        { itemStatus: pick(['enabled', 'disabled'] as const) },
      ])
      return at.store.stock.edit(_id, { rev, ...to }, actor.id, Date.now())
    },
    async (at) => {
      const { rows } = await at.store.stock.list()
      return at.store.stock.note(
        [{ _id: pick(rows)._id, itemRemark: `note ${names++}` }],
        asPersonId('an administrator'),
        Date.now(),
      )
    },
    async (at) => {
      const club = pick(clubs)
      const own = customRow(`${markOf(club)} ${upTo(4)}`, 1 + upTo(5))
      const { rows } = await at.store.stock.listCatalogue()
      const item = stockRow(pick(rows)._id, 1 + upTo(5))
      return at.store.orders.place({
        clubId: club.clubId,
        actorId: club.id,
        rows: [pick([own, item])],
        toAnswer: () => '',
        now: clock(),
      })
    },
    async (at, actor) => {
      const order = await at.store.orders.read(pick(clubs).clubId)
      const { _id: lineId } = pick(order?.rows ?? [])
      const to = pick([
        { units: upTo(5) - 1 },
        { status: pick(STATUSES) },
        { remarks: `remark ${names++}` },
      ])
      return at.store.orders.allot({
        decisions: [{ _id: lineId, ...to }],
        actorId: actor.id,
        toAnswer: () => '',
        now: clock(),
      })
    },
    async (at) => {
      const club = pick(clubs)
      const order = await at.store.orders.read(club.clubId)
      const { _id: lineId, ordered_quantity: was } = pick(order?.rows ?? [])
      return at.store.orders.correct({
        lineId,
        correction: { ordered_quantity: 1 + upTo(8), was },
        actorId: club.id,
        isOwn: true,
        toReader: toClubLine,
        now: clock(),
      })
    },
    async (at) => {
      const written = await at.store.accounts.change(
        pick(clubs).email,
        { cordName: `Person ${names++}` },
        clock(),
      )
      return written ?? { moved: [] }
    },
    async (at, actor) => {
      const { rows } = await at.store.orders.listCarts()
      const { cart_id: cartId, user_id } = pick(rows)
      const order = await at.store.orders.read(asClubId(user_id))
      return random() < 0.2
        ? at.store.orders.removeCart(cartId, { actorId: actor.id, now: clock(), reason: '' })
        : at.store.orders.removeLine(cartId, pick(order?.rows ?? [])._id, {
            actorId: actor.id,
            now: clock(),
            reason: '',
          })
    },
  ]

  async function commit(): Promise<void> {
    const [at] = instances.running().toSorted(() => random() - 0.5)
    if (!at) return
    try {
      const kind = upTo(change.length)
      const { moved } = await pick(change.slice(kind, kind + 1))(at, office)
      commits[kind] = (commits[kind] ?? 0) + 1
      // A process may die between its commit and its nudge.
      if (at.server.isAlive && random() < 0.9) at.bus.publish(moved)
    } catch {
      // Refused, nothing to pick, or the store is away: nothing was written.
    }
  }
  function disturb(): void {
    const page = pick(pages)
    const how = pick(['told', 'untold'] as const)
    const doings = [
      () => page.cutOff(how),
      () => {
        page.sleep()
        time.after(random() * 40_000, page.wake)
      },
      () => page.turnOver(),
      () => page.turnOver(),
      () => pick(instances.running()).kill(how),
      () => void pick(instances.running()).shutDown(),
      () => {
        const sick = pick(instances.running())
        sick.setStoreFails(true)
        time.after(random() * 5_000, () => sick.setStoreFails(false))
      },
      () => void renew(page),
      () => void end(page),
    ]
    if (instances.running().length > 0) pick(doings)()
    if (instances.running().length < 3 && random() < 0.6) instances.start()
  }
  async function renew(page: Page): Promise<void> {
    await page.signIn(page.account?.ver ?? 0)
  }
  /** Ends the token on the server. The page learns of it from its socket and signs in again. */
  async function end(page: Page): Promise<void> {
    const token = page.token()
    const [, payload] = token?.split('.') ?? []
    const { account } = page
    if (!account || payload === undefined) return
    const { jti, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString())
    await time.outside(() => store.accounts.endToken(jti, account.id, exp * 1000))
    time.after(1_000 + random() * 2_000, () => void renew(page))
  }

  for (let n = 0; n < ACTIONS; n++)
    time.after(random() * ACTIVE_MS, () => (random() < 0.7 ? void commit() : disturb()))
  await time.advance(ACTIVE_MS, watch)

  // ── everything but the bus works again; a few last changes follow, then none ──
  if (instances.running().length === 0) instances.start()
  for (const instance of instances.running()) instance.setStoreFails(false)
  for (const page of pages) page.calmDown()
  await time.advance(SETTLE_MS, watch)
  for (let n = 0; n < LAST_COMMITS; n++) void commit()
  await time.advance(COMMIT_MS, watch)
  const steady = new Map(
    pages.filter((page) => page.isConnected()).map((page) => [page, page.cable()]),
  )
  await time.advance(PROMISE_MS, watch)
  for (const [page, cable] of steady)
    if (page.isConnected() && page.cable() === cable)
      await page.compare(store, `${PROMISE_MS} ms after quiet`)

  for (let waited = 0; waited < ALL_BACK_MS; waited += 1_000) {
    if (pages.every((page) => page.isConnected())) break
    await time.advance(1_000, watch)
  }
  await time.advance(PROMISE_MS, watch)
  for (const page of pages) {
    if (!page.isConnected()) faults.push(`${page.name} did not come back`)
    await page.compare(store, `${PROMISE_MS} ms after all were back`)
  }
  await store.close()
  return faults
}

test(`over ${HISTORIES} random histories every page ends with the stored state, none goes back to an older one, none receives data of another club`, async () => {
  for (let n = 0; n < HISTORIES; n++) {
    const faults = await runHistory(firstSeed + n)
    expect({ seed: firstSeed + n, faults }).toEqual({ seed: firstSeed + n, faults: [] })
  }
  expect(commits.filter((committed) => committed > 0)).toHaveLength(KINDS)
}, 600_000)
