/**
 * Measures an announcement: 6,000 held lines of 100 clubs, each with an open page, on both stores (on MongoDB if mongod is found). Prints
 * how long the call takes, when the first and the last page turn, and how far apart they are. Server and pages share one process. Run
 * with `bun tests/bench/announce.ts`.
 */
import { limits } from '#src/contract/limits.ts'
import { createLogger } from '#src/monitoring/log.ts'
import { openMongoStore } from '#src/store/mongo.ts'
import type { Store } from '#src/store/port.ts'
import { enterLive, type LiveClient } from '#tests/support/live-client.ts'
import { mongod, startReplicaSet } from '#tests/support/mongod.ts'
import { type Member, type Portal, startPortal } from '#tests/support/portal.ts'
import { stockRow } from '#tests/support/rows.ts'
import { until } from '#tests/support/until.ts'

const CLUBS = 100
const LINES = 60
const ROUNDS = 5

/** Clubs that asked for the same 60 items each. */
async function fill({ createClub, deps }: Portal): Promise<Member[]> {
  const items: string[] = []
  for (let n = 0; n < LINES; n++) {
    const item = { itemName: `Brush ${n}`, itemQuantity: 90_000, itemStatus: 'enabled' } as const
    items.push((await deps.store.stock.add(item, 'an administrator', Date.now())).value._id)
  }
  const clubs: Member[] = []
  for (let n = 0; n < CLUBS; n++) {
    const club = await createClub({ clubName: `Society of Arts ${n}` })
    const rows = items.map((id) => stockRow(id, 12))
    const placed = { accountId: club.id, actorId: club.id, rows, toAnswer: () => '' }
    await deps.store.orders.place({ ...placed, now: Date.now() })
    clubs.push(club)
  }
  return clubs
}

/** Gives one of every line of these clubs; the call takes 5,000 rows at most. */
async function decide({ orders }: Store, clubs: readonly Member[]): Promise<void> {
  const lines = await Promise.all(clubs.map(async ({ id }) => (await orders.read(id))?.rows ?? []))
  const decisions = lines.flat().map(({ id }) => ({ lineId: id, units: 1 }))
  for (let at = 0; at < decisions.length; at += limits.changeRows)
    await orders.allot({
      decisions: decisions.slice(at, at + limits.changeRows),
      actorId: 'an administrator',
      toAnswer: () => '',
      now: Date.now(),
    })
}

/** The times at which these pages have the revision that tells `given` of every line. */
function watch(pages: readonly LiveClient[], given: number): number[] {
  const turned: number[] = []
  for (const { socket } of pages) {
    const read = ({ data }: MessageEvent) => {
      const text = String(data)
      if (!text.includes(`"allotted_quantity":${given},`)) return
      turned.push(performance.now())
      socket.removeEventListener('message', read)
    }
    socket.addEventListener('message', read)
  }
  return turned
}

const ms = (value: number) => `${value.toFixed(0)} ms`

async function measure(name: string, store?: Store): Promise<void> {
  const portal = await startPortal({ config: { rateLimits: false }, ...(store && { store }) })
  const admin = await portal.createAdmin()
  const clubs = await fill(portal)
  await portal.deps.store.ordering.hold(true, admin.id, Date.now())
  const pages: LiveClient[] = []
  for (const { token } of clubs) pages.push(await enterLive(portal.url, token))
  console.log(`${name}: ${CLUBS} clubs with a page each, ${CLUBS * LINES} lines`)
  for (let round = 1; round <= ROUNDS; round++) {
    await decide(portal.deps.store, clubs)
    const turned = watch(pages, round)
    const began = performance.now()
    const answer = await portal.request('POST', '/cart/announce', { token: admin.token, body: {} })
    const took = performance.now() - began
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    await until('every page has turned', () => turned.length === CLUBS)
    const [first, last] = [Math.min(...turned) - began, Math.max(...turned) - began]
    console.log(
      `  announced in ${ms(took)}; pages turn from ${ms(first)} to ${ms(last)}, ${ms(last - first)} apart`,
    )
  }
  const { broken } = await portal.deps.store.upkeep.verify()
  if (broken.length > 0) throw new Error(broken.join('\n'))
  for (const { socket } of pages) socket.close()
  await portal.close()
}

await measure('embedded')
if (mongod) {
  const set = await startReplicaSet()
  const log = createLogger('silent')
  const url = set.url('announce')
  const store = await openMongoStore({ url, waitSeconds: 5, rateLimits: false, log })
  await measure('MongoDB', store)
  await store.close()
  await set.close()
}
