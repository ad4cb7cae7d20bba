import { beforeEach, describe, expect, test } from 'bun:test'
import type { HandOverRow } from '#src/contract/handout.ts'
import type { StockItem } from '#src/contract/records.ts'
import { asSeenByClub } from '#src/rules/announced.ts'
import type { Idempotency } from '#src/store/port.ts'
import { customRow, stockRow } from '#tests/support/rows.ts'
import { type Coordinator, NOBODY } from '#tests/support/stores.ts'
import {
  ADMIN,
  codeOf,
  countSuccesses,
  NOON,
  pathsOf,
  refusalOf,
  times,
  topicsOf,
  useStore,
} from './harness.ts'
import { onEachStore } from './stores.ts'

/** Things leave the store room. */
onEachStore('handing over', (open) => {
  const portal = useStore(open)
  let club: Coordinator
  let tape: StockItem
  let ofTape: string
  let ofNeon: string
  beforeEach(async () => {
    club = await portal.club({ clubName: 'Film Club', cordName: 'Asha' })
    tape = await portal.item('Tape', 10, 'enabled', { unit: 'rolls', place: 'Shelf A3' })
    await portal.order(club, [stockRow(tape._id, 8), customRow('Neon', 4)])
    ofTape = (await portal.line(club, 'Tape'))._id
    ofNeon = (await portal.line(club, 'Neon'))._id
    await portal.allot([
      { _id: ofTape, allotted_quantity: 5, status: 'Ready' },
      { _id: ofNeon, allotted_quantity: 4, status: 'Ready' },
    ])
  })

  const handOver = (rows: HandOverRow[], idempotency?: Idempotency, to = 'Ravi') =>
    portal.store.orders.handOver({
      clubId: club.clubId,
      to,
      rows,
      actorId: ADMIN,
      toAnswer: (lines, batch) => JSON.stringify([lines.length, batch]),
      now: NOON,
      ...(idempotency && { idempotency }),
    })
  const hold = (held: boolean) => portal.store.ordering.hold(held, ADMIN, NOON)
  const seen = async (name = 'Tape') => asSeenByClub(await portal.line(club, name))
  const told = () => portal.entries({ readableBy: club.clubId, line: ofTape })

  test('more than there is, a line that is gone, and a line of another club write nothing', async () => {
    await portal.handOver(club, ofTape, 4)
    const before = await portal.lines(club)
    const tooMany = await refusalOf(
      handOver([
        { _id: ofNeon, quantity: 4 },
        { _id: ofTape, quantity: 1 },
        { _id: ofTape, quantity: 1 },
      ]),
    )
    expect(tooMany.code).toBe('insufficient_allotment')
    expect(tooMany.message).toBe('Only 1 of Tape can be handed over now.')
    expect(pathsOf(tooMany)).toEqual(['lines.1.quantity', 'lines.2.quantity'])
    const other = await portal.club()
    await portal.order(other, [customRow('Felt')])
    const foreign = (await portal.line(other, 'Felt'))._id
    const unknown = await refusalOf(
      handOver([foreign, ofTape].map((_id) => ({ _id, quantity: 1 }))),
    )
    expect([unknown.code, pathsOf(unknown)]).toEqual(['not_found', ['lines.0._id']])
    expect(await portal.lines(club)).toEqual(before)
    await portal.store.orders.removeLine(await portal.cartOf(club), ofNeon, {
      actorId: ADMIN,
      now: NOON,
      reason: '',
    })
    expect(await codeOf(handOver([{ _id: ofNeon, quantity: 1 }]))).toBe('not_found')
    const nobody = portal.handOver(NOBODY, ofTape, 1)
    expect(await codeOf(nobody)).toBe('not_found')
  })

  test('a key hands over once; of desks at once nobody hands over what is not there', async () => {
    const key = { key: 'a press', bodyHash: 'a body' }
    const first = await handOver([{ _id: ofTape, quantity: 2 }], key)
    expect(topicsOf(first)).toEqual(['carts', `orders:${club.id}`])
    const again = await handOver([{ _id: ofTape, quantity: 2 }], key)
    expect(again.value).toEqual({ body: first.value.body, replayed: true })
    expect(again.moved).toEqual([])
    const other = handOver([{ _id: ofTape, quantity: 2 }], { ...key, bodyHash: 'another' })
    expect(await codeOf(other)).toBe('key_reused')
    const desks = times(5, () => handOver([{ _id: ofTape, quantity: 1 }]))
    expect(await countSuccesses(desks, 'insufficient_allotment')).toBe(3)
    expect(await portal.line(club, 'Tape')).toMatchObject({
      delivered_quantity: 5,
      status: 'Delivered',
    })
  })

  describe('while decisions are held back', () => {
    beforeEach(async () => {
      await hold(true)
      await portal.allot([{ _id: ofTape, allotted_quantity: 2, remarks: 'soon' }], {
        note: 'Half each.',
      })
      await portal.allot([{ _id: ofNeon, remarks: 'not yet' }])
      expect(await seen()).toMatchObject({ allotted_quantity: 5, remarks: '' })
    })

    test('a hand-over shows its line whole, with the note, and no other line', async () => {
      await portal.handOver(club, ofTape, 1)
      expect(await seen()).toMatchObject({
        allotted_quantity: 7,
        delivered_quantity: 1,
        remarks: 'soon',
      })
      expect(await seen('Neon')).toMatchObject({ remarks: '' })
      const [newest] = await told()
      expect(newest).toMatchObject({
        kind: 'handed_over',
        reason: 'Half each.',
        told: {
          allotted_quantity: [5, 7],
          delivered_quantity: [0, 1],
          remarks: ['', 'soon'],
          to: ['', 'Asha'],
        },
      })
    })

    test('taking back what was handed over, by a save or by undo, shows it too', async () => {
      const batch = await portal.handOver(club, ofTape, 6)
      await portal.allot([{ _id: ofTape, remarks: 'secret' }])
      expect((await portal.line(club, 'Tape')).announced).not.toBeNull()
      await portal.allot([{ _id: ofTape, allotted_quantity: -2 }])
      expect(await portal.line(club, 'Tape')).toMatchObject({
        delivered_quantity: 5,
        announced: null,
      })
      await portal.allot([{ _id: ofTape, allotted_quantity: 1, remarks: 'again' }])
      expect(await codeOf(portal.undo(batch))).toBe('cannot_undo')
      const [delivered] = [await portal.handOver(club, ofTape, 1)]
      await portal.allot([{ _id: ofTape, remarks: 'more' }])
      await portal.undo(delivered)
      expect(await portal.line(club, 'Tape')).toMatchObject({
        delivered_quantity: 5,
        remarks: 'more',
        announced: null,
      })
    })
  })

  describe('an undo', () => {
    test('sets the status back only where it is still what the hand-over set', async () => {
      const [tapes, neon] = [
        await portal.handOver(club, ofTape, 5),
        await portal.handOver(club, ofNeon, 4),
      ]
      await portal.allot([{ _id: ofNeon, status: 'Pending' }])
      await portal.undo(tapes)
      await portal.undo(neon)
      expect((await portal.lines(club)).map(({ status }) => status).toSorted()).toEqual([
        'Pending',
        'Ready',
      ])
      expect(await codeOf(portal.undo(neon))).toBe('already_undone')
    })

    test('is refused where fewer are handed over now, or the line is gone', async () => {
      const batch = await portal.handOver(club, ofTape, 4)
      await portal.allot([{ _id: ofTape, allotted_quantity: -2 }])
      const refusal = await refusalOf(portal.undo(batch))
      expect(refusal.message).toContain(
        'Only 3 of Tape are handed over now, and this would take back 4.',
      )
      await portal.store.orders.removeLine(await portal.cartOf(club), ofTape, {
        actorId: ADMIN,
        now: NOON,
        reason: '',
      })
      expect((await refusalOf(portal.undo(batch))).message).toContain('deleted since')
    })
  })

  test('the list for the desk has what is given and not handed over, by club', async () => {
    const early = await portal.club({ clubName: 'Art Club' })
    await portal.order(early, [customRow('Felt', 2)])
    const felt = (await portal.line(early, 'Felt'))._id
    await portal.give(felt, 1)
    await portal.handOver(club, ofTape, 2)
    await portal.handOver(club, ofNeon, 4)
    await hold(true)
    await portal.allot([{ _id: ofTape, remarks: 'soon' }])
    await portal.club({ clubId: club.clubId, cordName: 'Ravi' })
    const { rev, rows } = await portal.store.orders.handout()
    expect(rev).toBe((await portal.rev('inventory')) + (await portal.rev('carts')))
    expect(rows.clubs.map(({ clubName }) => clubName)).toEqual(['Art Club', 'Film Club'])
    expect(rows.clubs[1]).toEqual({
      user_id: club.id,
      clubName: 'Film Club',
      people: ['Asha', 'Ravi'],
      lines: [
        {
          _id: ofTape,
          item_id: tape._id,
          itemName: 'Tape',
          unit: 'rolls',
          place: 'Shelf A3',
          ordered_quantity: 8,
          allotted_quantity: 5,
          delivered_quantity: 2,
          status: 'Ready',
          announced: { allotted_quantity: 5, status: 'Ready', remarks: '' },
        },
      ],
    })
    expect(rows.clubs[0]?.lines).toMatchObject([{ item_id: null, place: '', unit: '' }])
  })

  test('the screen shows what clubs see as ready, and not what is held back', async () => {
    const ready = async () => (await portal.store.orders.pickup()).rows.clubs
    expect(await ready()).toEqual([{ clubName: 'Film Club', ready: 9 }])
    await portal.handOver(club, ofTape, 2)
    await hold(true)
    await portal.allot([
      { _id: ofTape, allotted_quantity: 3 },
      { _id: ofNeon, status: 'Rejected' },
    ])
    expect(await ready()).toEqual([{ clubName: 'Film Club', ready: 7 }])
    await hold(false)
    expect(await ready()).toEqual([{ clubName: 'Film Club', ready: 6 }])
    await portal.handOver(club, ofTape, 6)
    expect(await ready()).toEqual([])
    const { rev } = await portal.store.orders.pickup()
    expect(rev).toBe((await portal.rev('ordering')) + (await portal.rev('carts')))
  })

  test('the pick-up words travel with the ordering switch, and leave an entry', async () => {
    const { ordering } = portal.store
    const set = await ordering.setPickup('Store room, 5 to 7 pm.', ADMIN, NOON)
    expect(topicsOf(set)).toEqual(['ordering'])
    expect((await ordering.setPickup('Store room, 5 to 7 pm.', ADMIN, NOON)).moved).toEqual([])
    await ordering.set(false, ADMIN, NOON)
    await portal.reopen()
    expect((await portal.store.ordering.read()).rows.pickup).toBe('Store room, 5 to 7 pm.')
    expect((await portal.store.orders.pickup()).rows.message).toBe('Store room, 5 to 7 pm.')
    const words = await portal.entries({ kinds: ['pickup_set'] })
    expect(words.map(({ changes }) => changes)).toEqual([
      { pickup: ['', 'Store room, 5 to 7 pm.'] },
    ])
    const [{ batch = '' } = {}] = words
    expect(await codeOf(portal.undo(batch))).toBe('cannot_undo')
  })

  test('the screen has one key, which the next one or its end makes void', async () => {
    const { ordering } = portal.store
    expect(await ordering.isPickupKey('first')).toBeFalse()
    expect((await ordering.setPickupKey(null, ADMIN, NOON)).batch).toBeUndefined()
    await ordering.setPickupKey('first', ADMIN, NOON)
    await ordering.setPickupKey('second', ADMIN, NOON)
    await portal.reopen()
    const { ordering: again } = portal.store
    expect([await again.isPickupKey('first'), await again.isPickupKey('second')]).toEqual([
      false,
      true,
    ])
    expect(await again.isPickupKey('')).toBeFalse()
    await again.set(false, ADMIN, NOON)
    await again.setPickupKey(null, ADMIN, NOON)
    expect(await again.isPickupKey('second')).toBeFalse()
    const made = await portal.entries({ kinds: ['pickup_set'] })
    expect(made.map(({ changes }) => changes.pickupScreen)).toEqual([
      [true, false],
      [true, true],
      [false, true],
    ])
  })
})
