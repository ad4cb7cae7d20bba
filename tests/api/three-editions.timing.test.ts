/** Three editions, one after the other: what each of them tells afterwards, and what they cost those who read the present one. */
import { describe, expect, test } from 'bun:test'
import type { EditionOrders } from '#src/contract/editions.ts'
import type { OrderingState } from '#src/contract/frames.ts'
import type { StockItem } from '#src/contract/records.ts'
import { joinReplicaSet, newDatabase, whyNoMongod } from '#tests/support/mongod.ts'
import { type Member, type Portal, startPortal } from '#tests/support/portal.ts'
import { atDepth, seed, seededRandom } from '#tests/support/random.ts'
import { describeWith } from '#tests/support/servers.ts'
import { openStockRoom } from '#tests/support/stock.ts'
import { openMongo, times } from '#tests/support/stores.ts'

const CLUBS = atDepth(10, 200)
const ITEMS = atDepth(40, 300)
const LINES = atDepth(20, 100)
const STOCK = 100_000
const EDITIONS = ['OASIS 2026', 'APOGEE 2027', 'OASIS 2027']
/** The lists that everybody looks at all day. */
const LIVE = ['/inventorys/inventory', '/cart/cart-item-summary', '/cart/get-club-list']
const MOST_MS = 250

/** What is asked, given and handed over, as it is counted by hand. */
type Sums = { asked: number; given: number; handed: number }

/** A portal with clubs and items. */
async function openYear(portal: Portal, random: () => number) {
  const admin = await portal.createAdmin()
  const room = openStockRoom(portal, admin)
  const clubs: Member[] = []
  while (clubs.length < CLUBS) clubs.push(await portal.createClub())
  const items: StockItem[] = []
  while (items.length < ITEMS)
    items.push(await room.addItem(STOCK, `Item ${String(items.length).padStart(3, '0')}`))
  const below = (limit: number) => Math.floor(random() * limit)

  /** Every club orders. A quarter of the lines is given and not fetched: its units go back at the end. */
  async function live(): Promise<Sums> {
    const sums = { asked: 0, given: 0, handed: 0 }
    for (const club of clubs) {
      const first = below(ITEMS)
      const asked = times(LINES, (n) => ({
        item_id: items[(first + n) % ITEMS]?._id,
        ordered_quantity: 1 + below(9),
      }))
      const { body } = await room.order(club, asked)
      const decisions = body.items.map(({ _id, ordered_quantity }) => {
        const allotted_quantity = below(ordered_quantity + 1)
        const status = below(4) === 0 ? 'Ready' : 'Delivered'
        sums.asked += ordered_quantity
        sums.given += allotted_quantity
        sums.handed += status === 'Delivered' ? allotted_quantity : 0
        return { _id, allotted_quantity, status }
      })
      expect((await room.allot(decisions)).status).toBe(200)
    }
    return sums
  }

  async function end(next: string) {
    const { body } = await room.ask<OrderingState>('GET', '/cart/confirm-disabled')
    const ended = await room.ask('POST', '/cart/editions/end', {
      edition: body.edition._id,
      next,
      leftovers: 'shelf',
    })
    expect(ended.status).toBe(200)
    await room.switchOrdering(false)
    return body.edition._id
  }

  /** The longest of the reads that others make while `act` is under way, in ms. */
  async function longestRead(act: Promise<unknown>): Promise<number> {
    const acting = { isOver: false }
    void act.finally(() => (acting.isOver = true))
    let longest = 0
    while (!acting.isOver) {
      const begun = performance.now()
      await room.ask('GET', '/cart/confirm-disabled')
      longest = Math.max(longest, performance.now() - begun)
    }
    await act
    return longest
  }

  /** The middle of several reads of a list that has just changed, in ms. */
  async function costOf(path: string): Promise<number> {
    const took: number[] = []
    for (let round = 0; round < 9; round++) {
      const { body } = await room.ask<StockItem[]>('GET', '/inventorys/inventory')
      const [first] = body
      await room.ask('PATCH', `/inventorys/inventory/${first?._id}`, {
        rev: first?.rev,
        itemQuantity: STOCK + round + 1,
      })
      const begun = performance.now()
      await room.ask('GET', path)
      took.push(performance.now() - begun)
    }
    return took.toSorted((a, b) => a - b)[4] ?? 0
  }
  return { room, live, end, longestRead, costOf }
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

function check(start: () => Promise<{ portal: Portal; close: () => Promise<unknown> }>) {
  test('each tells what was counted by hand, and the present lists are as quick as those of a new portal', async () => {
    const [old, young] = [await start(), await start()]
    const random = seededRandom(seed)
    const year = await openYear(old.portal, random)
    const { room } = year
    let handed = 0
    for (const [at, name] of EDITIONS.entries()) {
      if (at === 0) await room.ask('PATCH', '/cart/editions/current', { name })
      const sums = await year.live()
      handed += sums.handed
      let id = ''
      const longest = await year.longestRead(
        year.end(EDITIONS[at + 1] ?? 'APOGEE 2028').then((was) => (id = was)),
      )
      expect(longest).toBeLessThan(MOST_MS)
      const { body } = await room.ask<EditionOrders>('GET', `/cart/editions/${id}`)
      const lines = body.clubs.flatMap((club) => club.lines)
      expect({
        asked: sum(lines.map(({ ordered_quantity }) => ordered_quantity)),
        given: sum(lines.map(({ allotted_quantity }) => allotted_quantity)),
        handed: sum(lines.map(({ delivered_quantity }) => delivered_quantity)),
      }).toEqual(sums)
    }
    // What nobody fetched is back on the shelf.
    const { body: shelf } = await room.ask<StockItem[]>('GET', '/inventorys/inventory')
    expect(sum(shelf.map(({ itemQuantity }) => itemQuantity))).toBe(ITEMS * STOCK - handed)

    const fresh = await openYear(young.portal, random)
    await year.live()
    await fresh.live()
    for (const path of LIVE) {
      const [before, now] = [await fresh.costOf(path), await year.costOf(path)]
      console.log(`${path}: ${now.toFixed(1)} ms, in a new portal ${before.toFixed(1)} ms`)
      expect(now).toBeLessThan(1.2 * before + 2)
    }
    expect((await old.portal.deps.store.upkeep.verify()).broken).toEqual([])
    await old.close()
    await young.close()
  })
}

const config = { rateLimits: false }

describe('three editions, embedded', () => {
  check(async () => {
    const portal = await startPortal({ config })
    return { portal, close: () => portal.close() }
  })
})

describeWith('three editions, MongoDB', whyNoMongod, () => {
  check(async () => {
    const set = await joinReplicaSet()
    const store = await openMongo(set.url(newDatabase('editions')), { rateLimits: false })
    const portal = await startPortal({ config, store })
    async function close() {
      await portal.close()
      await store.close()
      await set.close()
    }
    return { portal, close }
  })
})
