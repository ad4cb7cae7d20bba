/** More decisions are held back than one batch of the history has ids for. */
import { expect, test } from 'bun:test'
import type { ClubId } from '#src/contract/ids.ts'
import { MOST_ENTRIES } from '#src/store/shared/entry-ids.ts'
import { stockRow } from '#tests/support/rows.ts'
import { ADMIN, callsOn, NOON, openSqlite, times } from '#tests/support/stores.ts'
import { refusalOf } from './store/harness.ts'

const CLUBS = 164
const LINES = 400
const ROWS = 200

test('are refused as a whole, stay held back, and are announced club by club', async () => {
  const store = openSqlite(':memory:', { rateLimits: false })
  const { club, items, order, entries } = callsOn(() => store)
  await store.ordering.hold(true, ADMIN, NOON)
  const rows = (await items(LINES, CLUBS)).map(({ _id }) => ({
    ...stockRow(_id, 1),
    allotted_quantity: 1,
  }))
  const clubs: ClubId[] = []
  for (const _ of times(CLUBS, Number)) {
    const account = await club()
    clubs.push(account.clubId)
    for (let from = 0; from < LINES; from += ROWS)
      await order(account, rows.slice(from, from + ROWS), { actorId: ADMIN })
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
  const first = await store.orders.announce({ ...by, clubIds: clubs.slice(0, 1) })
  expect(first.value).toEqual({ clubs: 1, lines: LINES })
  const rest = await store.ordering.hold(false, ADMIN, NOON)
  expect(await held()).toBe(0)

  const page = await entries({ batch: rest.batch ?? '' }, 1)
  // A page completes the batch to 200 entries.
  expect(page).toHaveLength(200)
  expect(new Set(page.map(({ id }) => id.length))).toEqual(new Set([36]))
  expect((await store.upkeep.verify()).broken).toEqual([])
  await store.close()
})
