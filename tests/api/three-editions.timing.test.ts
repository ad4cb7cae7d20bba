/** Three editions, one after the other: what each of them tells afterwards, and what they cost those who read the present one. */
import { describe, expect, test } from 'bun:test'
import { toEditionSheet } from '#client/portal/editions/edition-sheet.ts'
import { toStockSheet } from '#client/portal/orders/sheets.ts'
import type { Demand, EditionOrders } from '#src/contract/editions.ts'
import type { OrderingState } from '#src/contract/frames.ts'
import type { HistoryPage } from '#src/contract/history.ts'
import type { StockItem, StockSummary } from '#src/contract/records.ts'
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
/** Most of what is given is fetched, so that a quarter of the lines gives units back at the end. */
const GIVEN_STATUSES = ['', 'Ready', 'Delivered', 'Delivered', 'Delivered', 'Delivered'] as const
/** The lists that everybody looks at all day. */
const LIVE = ['/inventorys/inventory', '/cart/cart-item-summary', '/cart/get-club-list']
const MOST_MS = 250

/** One line as it is counted by hand. */
type Counted = {
  item: StockItem
  asked: number
  given: number
  handed: number
  status: (typeof GIVEN_STATUSES)[number] | 'Rejected'
}

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

  /** What each club has ordered, was given, and has fetched. */
  async function live(): Promise<Map<string, Counted[]>> {
    const counted = new Map<string, Counted[]>()
    for (const club of clubs) {
      const first = below(ITEMS)
      const asked = times(LINES, (n) => ({
        item: items[(first + n) % ITEMS] as StockItem,
        asked: 1 + below(9),
      }))
      const { body } = await room.order(
        club,
        asked.map(({ item: { _id }, asked: ordered_quantity }) => ({
          item_id: _id,
          ordered_quantity,
        })),
      )
      const lines = asked.map((line) => {
        const given = below(line.asked + 1)
        const status =
          given === 0 ? 'Rejected' : (GIVEN_STATUSES[below(GIVEN_STATUSES.length)] ?? '')
        const handed = status === 'Delivered' ? given : 0
        return { ...line, given, status, handed } satisfies Counted
      })
      const idOf = new Map(body.items.map(({ _id, itemName }) => [itemName, _id]))
      const decided = await room.allot(
        lines.map(({ item: { itemName }, given, status }) => ({
          _id: idOf.get(itemName),
          allotted_quantity: given,
          status,
        })),
      )
      expect(decided.status).toBe(200)
      // Some of what is ready is fetched, one unit of each line.
      const fetched = lines.filter(({ status }) => status === 'Ready' && below(2) === 0)
      if (fetched.length > 0) {
        const handedOver = await room.ask('POST', '/cart/hand-over', {
          user_id: club.id,
          to: 'Asha',
          lines: fetched.map(({ item }) => ({ _id: idOf.get(item.itemName), quantity: 1 })),
        })
        expect(handedOver.status).toBe(200)
        for (const line of fetched) line.handed = 1
      }
      counted.set(club.clubName, lines)
    }
    return counted
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

/** What the spreadsheet of an edition must say of each item. */
function demandByHand(orders: Map<string, Counted[]>) {
  const lines = [...orders.values()].flat()
  return [...Map.groupBy(lines, ({ item }) => item.itemName)]
    .map(([itemName, of]) => [
      itemName,
      of.length,
      sum(of.map(({ asked }) => asked)),
      sum(of.map(({ given }) => given)),
      sum(of.map(({ handed }) => handed)),
    ])
    .toSorted()
}

function check(start: () => Promise<{ portal: Portal; close: () => Promise<unknown> }>) {
  test('each tells what was counted by hand, and the present lists are as quick as those of a new portal', async () => {
    const [old, young] = [await start(), await start()]
    const random = seededRandom(seed)
    const year = await openYear(old.portal, random)
    const { room } = year
    const ended: { id: string; orders: Map<string, Counted[]> }[] = []
    let fetched = 0
    for (const [at, name] of EDITIONS.entries()) {
      if (at === 0) await room.ask('PATCH', '/cart/editions/current', { name })
      const orders = await year.live()
      const { body: stock } = await room.ask<StockSummary[]>('GET', '/cart/cart-item-summary')
      const given = [...orders.values()].flat()
      const totals = toStockSheet(stock).rows
      expect(sum(totals.map((row) => Number(row[3])))).toBe(sum(given.map((line) => line.given)))
      expect(sum(totals.map((row) => Number(row[2])))).toBe(sum(given.map((line) => line.asked)))
      let id = ''
      const longest = await year.longestRead(
        year.end(EDITIONS[at + 1] ?? 'APOGEE 2028').then((was) => (id = was)),
      )
      expect(longest).toBeLessThan(MOST_MS)
      ended.push({ id, orders })
      fetched += sum(given.map((line) => line.handed))
    }

    const { body: demand } = await room.ask<Demand[]>('GET', '/cart/demand')
    for (const { id, orders } of ended) {
      const { body } = await room.ask<EditionOrders>('GET', `/cart/editions/${id}`)
      const sheet = toEditionSheet(body, demand)
      const told = sheet.rows.map((row) => [row[0], row[2], row[3], row[4], row[5]].join())
      const counted = [...orders].flatMap(([clubName, lines]) =>
        lines.map(({ item, asked, given, handed }) =>
          [clubName, item.itemName, asked, given, handed].join(),
        ),
      )
      expect(told.toSorted()).toEqual(counted.toSorted())
      expect(sheet.more?.[0]?.rows.toSorted()).toEqual(demandByHand(orders))
      // Its part of the history begins with the newest change, and can be read on to its end.
      const kinds = new Set<string>()
      for (let before = '', pages = 0; pages === 0 || before !== ''; pages++) {
        const more = before && `&before=${before}`
        const page = await room.ask<HistoryPage>(
          'GET',
          `/cart/history?edition=${id}&limit=200${more}`,
        )
        for (const { kind } of page.body.entries) kinds.add(kind)
        before = page.body.next ?? ''
      }
      expect([...kinds]).toContain('edition_ended')
      expect([...kinds]).toContain('line_ordered')
    }
    // What nobody fetched is back on the shelf.
    const { body: shelf } = await room.ask<StockItem[]>('GET', '/inventorys/inventory')
    expect(sum(shelf.map(({ itemQuantity }) => itemQuantity))).toBe(ITEMS * STOCK - fetched)

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
