import { expect, test } from 'bun:test'
import { asClubId } from '#src/contract/ids.ts'
import type { HandoutClub } from '#src/contract/handout.ts'
import { Refusal } from '#src/rules/refusal.ts'
import { atDepth, seed, seededRandom } from '#tests/support/random.ts'
import { customRow, stockRow } from '#tests/support/rows.ts'
import type { Coordinator } from '#tests/support/stores.ts'
import { ADMIN, NOON, REMOVAL, useStore } from './harness.ts'
import { onEachStore } from './stores.ts'

const ACTS = atDepth(200, 2_000)
const UNITS = 60
/** What an act may find: somebody else was faster. */
const LOST = new Set([
  'insufficient_stock',
  'insufficient_allotment',
  'cannot_undo',
  'already_undone',
  'not_found',
])

/** Two desks hand over, three packers say what is ready, and an administrator gives and takes back, all at once. */
onEachStore('desks, packers and an administrator at once', (open) => {
  const portal = useStore(open)
  const random = seededRandom(seed)
  const below = (count: number) => Math.floor(random() * count)
  const pick = <T>(values: readonly T[]): T | undefined => values[below(values.length)]

  test(`${ACTS} acts: nobody gets what was not given, and every unit is somewhere`, async () => {
    const tape = await portal.item('Tape', UNITS)
    const rows = [stockRow(tape._id, UNITS), customRow('Neon', UNITS)]
    const clubs: Coordinator[] = []
    for (const name of ['a', 'b', 'c']) {
      const club = await portal.club({ clubName: name })
      await portal.order(club, rows)
      clubs.push(club)
    }
    const batches: string[] = []
    const waiting = async (): Promise<HandoutClub | undefined> =>
      pick((await portal.store.orders.handout()).rows.clubs)

    /** Answers whether there was something to do, as all of them do. */
    async function desk(): Promise<boolean> {
      const club = await waiting()
      const line = pick(club?.lines ?? [])
      if (!club || !line) return false
      const left = line.allotted_quantity - line.delivered_quantity
      batches.push(
        await portal.handOver({ clubId: asClubId(club.user_id) }, line._id, 1 + below(left + 1)),
      )
      return true
    }
    async function packer(): Promise<boolean> {
      const line = pick((await waiting())?.lines ?? [])
      const status = pick(['Ready', 'Pending'] as const)
      if (!line || !status) return false
      await portal.allot([{ _id: line._id, status }])
      return true
    }
    async function administrator(): Promise<boolean> {
      const [act, batch, club] = [below(20), pick(batches), pick(clubs)]
      const line = club && pick(await portal.lines(club))
      if (!club || !line) throw new Error('Every club has lines.')
      if (act === 0) await portal.store.ordering.hold(below(2) === 0, ADMIN, NOON)
      else if (act < 4 && batch) batches.push((await portal.undo(batch)).value.body)
      else if (act === 4) {
        await portal.store.orders.removeLine(await portal.cartOf(club), line._id, REMOVAL)
        await portal.order(club, rows)
      } else if (act === 5) await portal.allot([{ _id: line._id, status: 'Delivered' }])
      else batches.push(await portal.give(line._id, below(13) - 4))
      return true
    }

    let acts = 0
    async function work(act: () => Promise<boolean>): Promise<void> {
      while (acts < ACTS) {
        const done = await act().catch((error: unknown) => {
          if (error instanceof Refusal && LOST.has(error.code)) return true
          throw error
        })
        // Reads of the embedded store alone never let a write commit.
        if (!done) await Bun.sleep(0)
        else acts += 1
        const all = (await Promise.all(clubs.map((club) => portal.lines(club)))).flat()
        for (const { delivered_quantity: handed, allotted_quantity: given } of all)
          expect(handed >= 0 && handed <= given).toBeTrue()
      }
    }
    await Promise.all([desk, desk, packer, packer, packer, administrator].map(work))

    // What deleted lines keep was handed over; the history has it.
    const given = (await portal.entries({ item: tape._id }, 100_000)).reduce(
      (sum, { lineId, units }) => sum + (lineId === null ? 0 : units),
      0,
    )
    expect((await portal.shelf(tape._id)) + given).toBe(UNITS)
    expect((await portal.entries({ kinds: ['handed_over'] })).length).toBeGreaterThan(5)
    expect((await portal.store.upkeep.verify()).broken).toEqual([])
  })
})
