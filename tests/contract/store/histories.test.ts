import type { StoreTopic } from '#src/contract/topics.ts'
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { LINE_STATUSES } from '#src/contract/statuses.ts'
import { Refusal } from '#src/rules/refusal.ts'
import type { Account, Nudge, Store } from '#src/store/port.ts'
import { atDepth } from '#tests/support/random.ts'
import { ADMIN, NOON } from './harness.ts'
import { onEachStore } from './stores.ts'
import { customRow, stockRow } from '#tests/support/rows.ts'

const RUNS = atDepth(15, 200)
const NAMES = ['Tape', 'Glue', 'Brush Round 2', 'Palette', 'Neon', 'Ribbon']

/** One step: an action, and numbers that choose the club, the item and the quantity. */
const step = fc.record({
  kind: fc.constantFrom(
    ...([
      'order',
      'order',
      'allot',
      'allot',
      'allot',
      'line',
      'cart',
      'edit',
      'add',
      'note',
    ] as const),
    'switch' as const,
  ),
  who: fc.nat(20),
  what: fc.nat(20),
  amount: fc.integer({ min: -6, max: 9 }),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const pick = <T>(values: readonly T[], at: number): T | undefined => values[at % values.length]

/** What pages see of each topic. */
async function look(store: Store, clubs: Account[]) {
  const seen = new Map<StoreTopic, { rev: number; rows: unknown }>()
  seen.set('ordering', await store.ordering.read())
  seen.set('inventory', await store.stock.list())
  seen.set('catalogue', await store.stock.listCatalogue())
  const carts = await store.orders.listCarts()
  const own = await store.orders.listCustomLines()
  const { rows: summary } = await store.stock.listSummary()
  const sums = summary
    .filter(({ totalOrderedQuantity }) => totalOrderedQuantity > 0)
    .map((item) => [item._id, item.totalOrderedQuantity, item.totalAllottedQuantity].join())
    .toSorted()
  seen.set('carts', { rev: carts.rev, rows: [carts.rows, own.rows, sums] })
  for (const { id } of clubs) {
    const order = await store.orders.read(id)
    if (order) seen.set(`orders:${id}`, order)
  }
  return seen
}

async function take(store: Store, clubs: Account[], done: Step): Promise<Nudge[]> {
  const { kind, who, what, amount } = done
  const club = pick(clubs, who)
  const { rows: items } = await store.stock.list()
  const item = pick(items, what)
  const lines = (await store.orders.read(club?.id ?? ''))?.rows ?? []
  const line = pick(lines, what)
  const { rows: carts } = await store.orders.listCarts()
  const cart = pick(carts, who)
  if (kind === 'switch') return (await store.ordering.set(amount < -3, ADMIN, NOON)).moved
  if (kind === 'add') {
    const itemStatus = amount > 0 ? 'enabled' : 'disabled'
    const added = { itemName: pick(NAMES, what) ?? '', itemQuantity: Math.abs(amount), itemStatus }
    return (await store.stock.add({ ...added, itemStatus }, ADMIN, NOON)).moved
  }
  if (kind === 'order' && club) {
    const row = customRow(pick(NAMES, what) ?? '', amount)
    const ofStock = item && stockRow(item._id, Math.max(amount, 1))
    const rows = ofStock && who % 2 ? [ofStock, ofStock] : [row]
    const { id } = club
    const order = { accountId: id, actorId: id, rows, toAnswer: () => '', now: NOON }
    return (await store.orders.place(order)).moved
  }
  if (kind === 'edit' && item) {
    const itemName = amount > 6 ? (pick(NAMES, who) ?? '') : item.itemName
    const itemStatus = amount === 0 ? 'disabled' : 'enabled'
    const change = { rev: item.rev, itemName, itemStatus, itemQuantity: Math.abs(amount) } as const
    return (await store.stock.edit(item._id, change, ADMIN, NOON)).moved
  }
  if (kind === 'note' && item)
    return (await store.stock.note([{ _id: item._id, itemRemark: String(amount) }], ADMIN, NOON))
      .moved
  if (kind === 'allot' && line) {
    const status = pick(LINE_STATUSES, who)
    const decision = { lineId: line.id, units: amount, ...(status && { status }) }
    const other = pick(lines, what + 1)
    const decisions =
      other && who % 3 ? [decision, { lineId: other.id, remarks: String(who) }] : [decision]
    return (await store.orders.allot({ decisions, actorId: ADMIN, toAnswer: () => '', now: NOON }))
      .moved
  }
  if (kind === 'line' && cart)
    return (
      await store.orders.removeLine(cart.id, pick(NAMES, what) ?? '', {
        actorId: ADMIN,
        now: NOON,
        reason: '',
      })
    ).moved
  if (kind === 'cart' && cart && amount > 5)
    return (await store.orders.removeCart(cart.id, { actorId: ADMIN, now: NOON, reason: '' })).moved
  return []
}

onEachStore('histories', (open) => {
  test('after any history, a page that re-reads the announced topics is current, and a refusal changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (history) => {
        const { store, end } = await open()
        try {
          const clubs: Account[] = []
          for (const name of ['a', 'b', 'c']) {
            const account = await store.accounts.create({
              email: `${name}@campus.example`,
              clubName: name,
              cordName: 'Coordinator',
              mobile: '5550100',
              access: 'user',
              passwordHash: 'a hash',
            })
            if (account) clubs.push(account)
          }
          for (const itemName of NAMES.slice(0, 3))
            await store.stock.add(
              { itemName, itemQuantity: 10, itemStatus: 'enabled' },
              ADMIN,
              NOON,
            )
          let before = await look(store, clubs)
          for (const done of history) {
            const moved = await take(store, clubs, done).catch((error: unknown) => {
              if (error instanceof Refusal) return []
              throw error
            })
            const after = await look(store, clubs)
            const told = new Map(moved.map(({ topic, rev }) => [topic, rev]))
            for (const [topic, seen] of after) {
              const earlier = before.get(topic)
              if (!told.has(topic)) expect(seen).toEqual(earlier ?? { rev: 0, rows: [] })
              else {
                expect(seen.rev).toBe(told.get(topic) ?? Number.NaN)
                expect(seen.rev).toBeGreaterThan(earlier?.rev ?? 0)
              }
            }
            before = after
          }
          expect((await store.upkeep.verify()).broken).toEqual([])
        } finally {
          await end()
        }
      }),
      { numRuns: RUNS },
    )
  })
})
