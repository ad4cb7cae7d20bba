import { describe, expect, test } from 'bun:test'
import type { ClubId } from '#src/contract/ids.ts'
import type { LineChange } from '#src/contract/records.ts'
import { asSeenByClub } from '#src/rules/announced.ts'
import { customRow, stockRow } from '#tests/support/rows.ts'
import type { Coordinator } from '#tests/support/stores.ts'
import { ADMIN, codeOf, NOON, times, topicsOf, useStore } from './harness.ts'
import { onEachStore } from './stores.ts'

/** Decisions that are held back, and announced together. */
onEachStore('holding back', (open) => {
  const portal = useStore(open)
  const hold = (held: boolean) => portal.store.ordering.hold(held, ADMIN, NOON)
  const announce = (...clubIds: ClubId[]) =>
    portal.store.orders.announce({
      actorId: ADMIN,
      now: NOON,
      ...(clubIds.length > 0 && { clubIds }),
    })
  const decide = (...decisions: LineChange[]) => portal.allot(decisions)
  const noted = (note: string, ...decisions: LineChange[]) => portal.allot(decisions, { note })
  async function shown(club: Coordinator, name = 'Tape') {
    const { allotted_quantity, status, remarks, ordered_quantity } = asSeenByClub(
      await portal.line(club, name),
    )
    return { ordered_quantity, allotted_quantity, status, remarks }
  }
  async function ordered(units = 8) {
    const [club, tape] = [await portal.club(), await portal.item('Tape', 50)]
    await portal.order(club, [stockRow(tape._id, units)])
    return { club, tape, line: (await portal.line(club, 'Tape'))._id }
  }
  const readBy = ({ clubId }: Coordinator) => portal.entries({ readableBy: clubId })
  const NOTHING_YET = {
    ordered_quantity: 8,
    allotted_quantity: 0,
    status: 'Pending',
    remarks: '',
  } as const
  const GIVEN = {
    ordered_quantity: 8,
    allotted_quantity: 5,
    status: 'Ready',
    remarks: 'soon',
  } as const

  test('a club sees a line as last announced, administrators and the shelf see the truth', async () => {
    const { club, tape, line } = await ordered()
    expect((await hold(true)).value).toEqual({ decisionsHeld: true })
    await decide({ _id: line, allotted_quantity: 5, status: 'Ready', remarks: 'soon' })
    expect(await shown(club)).toEqual(NOTHING_YET)
    expect(await portal.line(club, 'Tape')).toMatchObject({
      ...GIVEN,
      announced: { allotted_quantity: 0 },
    })
    expect(await portal.shelf(tape._id)).toBe(45)
    await portal.reopen()
    expect(await shown(club)).toEqual(NOTHING_YET)
    const [held] = (await portal.store.orders.listHeld()).rows
    expect(held).toMatchObject({ user_id: club.id, lines: [{ _id: line }] })
    const [onBoard] = (await portal.store.orders.board()).rows.clubs
    expect(onBoard?.lines[0]).toMatchObject({
      allotted_quantity: 5,
      announced: { allotted_quantity: 0, status: 'Pending', remarks: '' },
    })

    const announced = await announce()
    expect(announced.value).toEqual({ clubs: 1, lines: 1 })
    expect(topicsOf(announced).toSorted()).toEqual(['carts', `orders:${club.id}`])
    expect(await shown(club)).toEqual(GIVEN)
    expect((await portal.store.orders.listHeld()).rows).toEqual([])
    expect((await announce()).value).toEqual({ clubs: 0, lines: 0 })
  })

  test('a club reads one change for each line and announcement', async () => {
    const { club, line } = await ordered()
    await hold(true)
    await decide({ _id: line, allotted_quantity: 2, remarks: 'lost' })
    await decide({ _id: line, allotted_quantity: 3, remarks: 'soon', status: 'Ready' })
    expect((await readBy(club)).map(({ kind }) => kind)).toEqual(['line_ordered'])
    await announce()
    const [told, ...rest] = await readBy(club)
    expect(rest.map(({ kind }) => kind)).toEqual(['line_ordered'])
    expect(told).toMatchObject({
      kind: 'announced',
      at: NOON,
      changes: { allotted_quantity: [0, 5], status: ['Pending', 'Ready'], remarks: ['', 'soon'] },
    })
    expect(await codeOf(portal.undo(told?.batch ?? ''))).toBe('cannot_undo')
  })

  test('the newest note of what is held comes with the announcement, and one that was taken back does not', async () => {
    const { club, line } = await ordered()
    await portal.order(club, [customRow('Neon', 9)])
    const neon = (await portal.line(club, 'Neon'))._id
    await hold(true)
    await noted('oldest first', { _id: line, allotted_quantity: 2 })
    await noted('in proportion', { _id: line, allotted_quantity: 3 })
    await decide({ _id: line, status: 'Ready' })
    const batch = (await portal.entries({ line }))[0]?.batch ?? ''
    await noted('lost', { _id: neon, allotted_quantity: 9 })
    await decide({ _id: neon, remarks: 'soon' })
    const [, lost] = await portal.entries({ line: neon })
    await portal.undo(lost?.batch ?? '')
    expect((await portal.entries({ line })).map(({ reason }) => reason)).toEqual([
      '',
      'in proportion',
      'oldest first',
      '',
    ])
    expect(batch).not.toBe('')
    expect((await readBy(club)).map(({ reason }) => reason)).toEqual(['', ''])
    await announce()
    const told = await readBy(club)
    expect(told.find(({ lineId, kind }) => lineId === line && kind === 'announced')?.reason).toBe(
      'in proportion',
    )
    expect(told.find(({ lineId, kind }) => lineId === neon && kind === 'announced')?.reason).toBe(
      '',
    )
  })

  test('the message of an announcement stands in its entries', async () => {
    const { club, line } = await ordered()
    await hold(true)
    await decide({ _id: line, allotted_quantity: 2 })
    const message = 'Paint was short.'
    await portal.store.orders.announce({ actorId: ADMIN, now: NOON, message })
    const [told] = await readBy(club)
    expect(told?.changes).toEqual({ allotted_quantity: [0, 2], message: ['', message] })
  })

  test('handing over announces the note that was held back', async () => {
    const { club, line } = await ordered()
    await hold(true)
    await noted('in proportion', { _id: line, allotted_quantity: 2 })
    await decide({ _id: line, status: 'Delivered' })
    expect((await readBy(club))[0]).toMatchObject({ kind: 'line_decided', reason: 'in proportion' })
    await portal.undo((await portal.entries({ line }))[0]?.batch ?? '')
    expect((await portal.line(club, 'Tape')).status).toBe('Pending')
  })

  describe('at the same moment', () => {
    test('no decision stays held after holding ended, whoever came first', async () => {
      const clubs = await Promise.all(times(5, () => portal.club()))
      for (const club of clubs) await portal.order(club, [customRow('Neon', 9)])
      await hold(true)
      const ids = await Promise.all(
        clubs.map(async (club) => (await portal.line(club, 'Neon'))._id),
      )
      await Promise.all([
        ...ids.map((lineId) => decide({ _id: lineId, allotted_quantity: 1 })),
        hold(false),
        ...ids.map((lineId) => decide({ _id: lineId, allotted_quantity: 1 })),
      ])
      for (const club of clubs)
        expect(await portal.line(club, 'Neon')).toMatchObject({
          allotted_quantity: 2,
          announced: null,
        })
    })
  })
})
