/** More decisions are held back than one batch of the history has ids for. */
import { expect, test } from 'bun:test'
import { createLogger } from '#src/monitoring/log.ts'
import { MOST_ENTRIES } from '#src/store/shared/entry-ids.ts'
import { openSqliteStore } from '#src/store/sqlite.ts'
import { stockRow } from '#tests/support/rows.ts'
import { ADMIN, NOON, refusalOf, times } from './store/harness.ts'

const CLUBS = 164
const LINES = 400
const ROWS = 200

test('are refused as a whole, stay held back, and are announced club by club', async () => {
  const log = createLogger('silent')
  const store = openSqliteStore({ path: ':memory:', lock: false, rateLimits: false, log })
  await store.ordering.hold(true, ADMIN, NOON)
  const clubs: string[] = []
  const items = await Promise.all(
    times(LINES, async (n) => {
      const item = { itemName: `Item ${n}`, itemQuantity: CLUBS, itemStatus: 'enabled' } as const
      return {
        ...stockRow((await store.stock.add(item, ADMIN, NOON)).value._id, 1),
        allotted_quantity: 1,
      }
    }),
  )
  for (const n of times(CLUBS, Number)) {
    const account = await store.accounts.create({
      email: `club${n}@campus.example`,
      clubName: `Club ${n}`,
      cordName: 'Coordinator',
      mobile: '',
      access: 'user',
      passwordHash: '',
    })
    const id = account?.id ?? ''
    clubs.push(id)
    for (const part of times(LINES / ROWS, Number)) {
      const rows = items.slice(part * ROWS, (part + 1) * ROWS)
      await store.orders.place({
        accountId: id,
        actorId: ADMIN,
        rows,
        toAnswer: () => '',
        now: NOON,
      })
    }
  }
  const by = { actorId: ADMIN, now: NOON }
  const held = async () =>
    (await store.orders.listHeld()).rows.reduce((sum, { lines }) => sum + lines.length, 0)
  expect(CLUBS * LINES).toBeGreaterThan(MOST_ENTRIES)

  expect((await refusalOf(store.orders.announce(by))).message).toBe(
    'One call changes at most 65,535 lines. Announce to some of the clubs first.',
  )
  expect((await refusalOf(store.ordering.hold(false, ADMIN, NOON))).code).toBe('invalid')
  expect(await held()).toBe(CLUBS * LINES)
  const first = await store.orders.announce({ ...by, accountIds: clubs.slice(0, 1) })
  expect(first.value).toEqual({ clubs: 1, lines: LINES })
  const rest = await store.ordering.hold(false, ADMIN, NOON)
  expect(await held()).toBe(0)

  const { entries } = await store.history.list({ filter: { batch: rest.batch ?? '' }, limit: 1 })
  // A page completes the batch by 400 entries at most.
  expect(entries).toHaveLength(401)
  expect(new Set(entries.map(({ id }) => id.length))).toEqual(new Set([36]))
  expect((await store.upkeep.verify()).broken).toEqual([])
  await store.close()
})
