import { describe, expect, test } from 'bun:test'
import type { PersonId } from '#src/contract/ids.ts'
import type { Ended, Leftovers } from '#src/contract/editions.ts'
import type { Store } from '#src/store/port.ts'
import { ADMIN, codeOf, MINUTE, NOON, refusalOf, REMOVAL, topicsOf, useStore } from './harness.ts'
import { customRow, stockRow } from '#tests/support/rows.ts'
import { onEachStore } from './stores.ts'

type Ending = Parameters<Store['editions']['end']>[0]
type Done = { batch: string; edition: { _id: string; name: string }; ended: Ended }

onEachStore('editions', (open) => {
  const portal = useStore(open)
  const editions = () => portal.store.editions
  const current = async () => (await portal.store.ordering.read()).rows.edition

  async function end(
    leftovers: Leftovers = 'shelf',
    more: Partial<Ending> = {},
  ): Promise<Done & { moved: string[] }> {
    const written = await editions().end({
      edition: (await current())._id,
      next: 'APOGEE 2027',
      leftovers,
      orderMails: true,
      actorId: ADMIN,
      toAnswer: (batch, edition, ended) => JSON.stringify({ batch, edition, ended }),
      now: NOON,
      ...more,
    })
    return { ...(JSON.parse(written.value.body) as Done), moved: topicsOf(written) }
  }

  /** Drama asked for 6 brushes, got 5 and has 2 of them; a custom line has 3 of 4. */
  async function decided() {
    const drama = await portal.club({ clubName: 'Drama' })
    const brush = await portal.item('Brush', 20, 'enabled', { unit: 'pieces' })
    await portal.order(drama, [stockRow(brush._id, 6), customRow('Neon', 4)])
    const [line, neon] = [await portal.line(drama, 'Brush'), await portal.line(drama, 'Neon')]
    await portal.allot([
      { _id: line._id, allotted_quantity: 2, status: 'Delivered' },
      { _id: neon._id, allotted_quantity: 3, remarks: 'One is broken' },
    ])
    await portal.allot([{ _id: line._id, allotted_quantity: 3, status: 'Ready' }])
    return { drama, brush, line, neon, cart: await portal.cartOf(drama) }
  }

  test('a new store has one, which can be renamed', async () => {
    const first = await current()
    expect(first.name).toBe('First edition')
    const renamed = await editions().rename('OASIS 2026', ADMIN, NOON)
    expect(renamed).toMatchObject({ value: { _id: first._id, name: 'OASIS 2026' } })
    expect(topicsOf(renamed)).toEqual(['ordering'])
    expect(await editions().rename('OASIS 2026', ADMIN, NOON)).toMatchObject({ moved: [] })
    await portal.reopen()
    expect(await current()).toEqual({ _id: first._id, name: 'OASIS 2026' })
    expect(await portal.entries({ kinds: ['edition_renamed'] })).toMatchObject([
      { batch: renamed.batch, by: ADMIN, changes: { edition: ['First edition', 'OASIS 2026'] } },
    ])
  })

  describe('the end of an edition', () => {
    test('closes ordering, puts units back, and leaves nothing in live lists', async () => {
      const { drama, brush, cart } = await decided()
      await portal.store.ordering.setWindow(
        { opensAt: null, closesAt: NOON + MINUTE, message: 'Hurry.' },
        ADMIN,
        NOON,
      )
      const first = await current()
      const before = await portal.store.live.readRev(`orders:${drama.id}`)
      const done = await end()
      expect(done.ended).toEqual({ clubs: 1, lines: 2, unitsReturned: 3 })
      expect(done.moved).toEqual(
        ['carts', 'inventory', `orders:${drama.id}`, 'ordering'].toSorted(),
      )
      expect((await portal.store.ordering.read()).rows).toMatchObject({
        isOpen: false,
        decisionsHeld: false,
        closesAt: null,
        message: '',
        edition: { _id: done.edition._id, name: 'APOGEE 2027' },
      })
      expect(await portal.shelf(brush._id)).toBe(18)
      expect(await portal.lines(drama)).toEqual([])
      expect(await portal.store.live.readRev(`orders:${drama.id}`)).toBe((before ?? 0) + 1)
      const { orders, stock } = portal.store
      expect((await orders.listCarts()).rows).toEqual([])
      expect((await orders.listCustomLines()).rows).toEqual([])
      expect((await orders.listHeld()).rows).toEqual([])
      expect((await orders.board()).rows).toEqual({ items: [], clubs: [] })
      expect((await stock.listSummary()).rows).toMatchObject([
        { totalOrderedQuantity: 0, totalAllottedQuantity: 0, availableQuantity: 18 },
      ])
      expect((await editions().list()).rows).toMatchObject([
        { _id: done.edition._id, name: 'APOGEE 2027', endedAt: null, clubs: 0, lines: 0 },
        { _id: first._id, name: 'First edition', endedAt: NOON, clubs: 1, lines: 2 },
      ])
      await portal.order(drama, [stockRow(brush._id, 1)], { isLate: true })
      expect(await portal.cartOf(drama)).not.toBe(cart)
    })

    test('keeps lines with their numbers and the names of that day', async () => {
      const { drama, brush } = await decided()
      await portal.club({ clubId: drama.clubId, cordName: 'Ravi' })
      await portal.store.accounts.change(drama.email, { disabled: true }, NOON)
      const first = await current()
      await end()
      await portal.store.people.changeClub(
        drama.clubId,
        { name: 'Stage', disabled: true },
        ADMIN,
        NOON,
      )
      const [{ rev = 0 } = {}] = (await portal.store.stock.list()).rows
      await portal.store.stock.edit(brush._id, { rev, itemName: 'Pen' }, ADMIN, NOON)
      const kept = (await editions().read(first._id))?.rows
      expect(kept).toMatchObject({
        edition: { _id: first._id, endedAt: NOON },
        clubs: [
          {
            user_id: drama.id,
            clubName: 'Drama',
            cordName: 'Ravi',
            lines: [
              {
                itemName: 'Brush',
                unit: 'pieces',
                ordered_quantity: 6,
                allotted_quantity: 5,
                delivered_quantity: 2,
                status: 'Ready',
              },
              {
                itemName: 'Neon',
                allotted_quantity: 3,
                delivered_quantity: 0,
                remarks: 'One is broken',
              },
            ],
          },
        ],
      })
      expect((await editions().read(first._id, drama.clubId))?.rows).toEqual(kept)
      const other = await portal.club()
      expect(await editions().read(first._id, other.clubId)).toBeNull()
      expect((await editions().list(other.clubId)).rows).toMatchObject([
        { name: 'APOGEE 2027', lines: 0 },
      ])
      expect((await editions().list(drama.clubId)).rows).toMatchObject([{ lines: 0 }, { lines: 2 }])
      expect((await editions().demand()).rows).toEqual([
        {
          edition: first._id,
          item_id: brush._id,
          itemName: 'Pen',
          asked: 6,
          given: 5,
          handed_over: 2,
          clubs: 1,
        },
      ])
    })

    test('sums up what clubs asked for: a club that asked again after its line was deleted counts once', async () => {
      const { drama, brush, line, cart } = await decided()
      await portal.store.orders.removeLine(cart, line._id, REMOVAL)
      await portal.order(drama, [stockRow(brush._id, 1)])
      const row = stockRow(brush._id, 3)
      await portal.order(await portal.club(), [row])
      const first = await current()
      const summed = { asked: 6, given: 2, handed_over: 2, clubs: 2 }
      expect((await editions().demand()).rows).toMatchObject([{ edition: first._id, ...summed }])
      await end()
      await portal.order(await portal.club(), [row], { isLate: true })
      const next = { edition: (await current())._id, asked: 3, given: 0, handed_over: 0, clubs: 1 }
      expect((await editions().demand()).rows).toMatchObject([
        next,
        { edition: first._id, ...summed },
      ])
    })

    test('forgets the phone numbers of disabled people', async () => {
      const gone = await portal.club({ mobile: '+919812345678' })
      const ravi = await portal.club({ clubId: gone.clubId, mobile: '+919812345679' })
      expect((await end()).moved).toEqual(['ordering'])
      await portal.store.accounts.change(gone.email, { disabled: true }, NOON)
      expect((await end('shelf', { next: 'OASIS 2027' })).moved).toEqual(['ordering', 'people'])
      const mobileOf = async (id: PersonId) => (await portal.store.accounts.find({ id }))?.mobile
      expect(await mobileOf(gone.id)).toBe('')
      expect(await mobileOf(ravi.id)).toBe('+919812345679')
    })

    test('can count what is left as handed over', async () => {
      const { drama, brush, line, neon } = await decided()
      const first = await current()
      const done = await end('handed_over')
      expect(done.ended.unitsReturned).toBe(0)
      expect(done.moved).not.toContain('inventory')
      expect(await portal.shelf(brush._id)).toBe(15)
      const kept = (await editions().read(first._id, drama.clubId))?.rows.clubs[0]?.lines
      expect(kept?.map((one) => one.delivered_quantity)).toEqual([5, 3])
      const entries = await portal.entries({ batch: done.batch })
      expect(entries.map(({ lineId, units, changes }) => ({ lineId, units, changes }))).toEqual(
        expect.arrayContaining([
          { lineId: line._id, units: 0, changes: { delivered_quantity: [2, 5] } },
          { lineId: neon._id, units: 0, changes: { delivered_quantity: [0, 3] } },
        ]),
      )
      expect(entries[0]).toMatchObject({
        lineId: null,
        changes: { edition: ['First edition', 'APOGEE 2027'], leftovers: ['', 'handed_over'] },
      })
    })

    test('is refused for another edition, a name that is taken, and while something is held back', async () => {
      const { line } = await decided()
      const first = await current()
      expect(await codeOf(end('shelf', { next: 'first  EDITION' }))).toBe('name_taken')
      await portal.store.ordering.hold(true, ADMIN, NOON)
      await portal.allot([{ _id: line._id, remarks: 'Hidden' }])
      const held = await refusalOf(end())
      expect(held.code).toBe('decisions_held')
      expect(held.message).toBe('1 decision for 1 club is held back. Announce it first.')
      await portal.store.orders.announce({ actorId: ADMIN, now: NOON })
      await end()
      expect((await portal.store.ordering.read()).rows.decisionsHeld).toBe(false)
      const late = await refusalOf(end('shelf', { edition: first._id, next: 'OASIS 2027' }))
      expect(late.code).toBe('changed_meanwhile')
      expect(late.message).toBe('First edition has ended. The current edition is APOGEE 2027.')
      expect(await codeOf(end('shelf', { next: 'First edition' }))).toBe('name_taken')
    })

    test('leaves no write to its lines and its carts', async () => {
      const { drama, line, cart } = await decided()
      const first = await current()
      await end()
      await portal.store.ordering.set(true, ADMIN, NOON)
      const toReader = () => {
        throw new Error('Nobody reads it.')
      }
      const refused = [
        portal.allot([{ _id: line._id, remarks: 'Late' }]),
        portal.store.orders.removeCart(cart, REMOVAL),
        portal.store.orders.removeLine(cart, line._id, REMOVAL),
        portal.store.orders.correct({
          lineId: line._id,
          correction: { ordered_quantity: 1, was: 6 },
          actorId: drama.id,
          isOwn: true,
          toReader,
          now: NOON,
        }),
      ]
      for (const call of refused) expect(await codeOf(call)).toBe('not_found')
      const stale = await refusalOf(
        portal.order(drama, [customRow('Felt')], { edition: first._id }),
      )
      expect(stale.code).toBe('changed_meanwhile')
      expect(stale.details.current).toEqual(await current())
      await portal.order(drama, [customRow('Felt')], { edition: (await current())._id })
      expect(await portal.lines(drama)).toMatchObject([{ itemName: 'Felt' }])
    })

    test('still tells by mail what was not told before, and nothing of itself', async () => {
      const { drama } = await decided()
      await end()
      const mail = await portal.store.mail.claim(NOON, MINUTE)
      expect(mail).toMatchObject({ personId: drama.id, purpose: 'order_changed' })
      expect(mail?.digest?.lines).toMatchObject([
        { itemName: 'Brush', given: [0, 5], status: ['Pending', 'Ready'] },
        { itemName: 'Neon', given: [0, 3], remarks: ['', 'One is broken'] },
      ])
      expect(await portal.store.mail.queueOrderMails(MINUTE, NOON)).toBeNull()
      expect(await portal.store.mail.claim(NOON, MINUTE)).toBeNull()
    })

    test('is where the history of the edition ends', async () => {
      const { drama, line } = await decided()
      const first = await current()
      const done = await end()
      await portal.store.ordering.set(true, ADMIN, NOON)
      await portal.order(drama, [customRow('Felt')])
      const kindsOf = async (edition: string, more = {}) =>
        (await portal.entries({ edition, ...more })).map(({ kind }) => kind)
      const earlier = await kindsOf(first._id)
      expect(earlier.slice(0, 4)).toEqual([
        'edition_ended',
        'edition_ended',
        'edition_ended',
        'ordering_turned',
      ])
      expect(await kindsOf(done.edition._id)).toEqual(['line_ordered', 'ordering_turned'])
      expect(await kindsOf(first._id, { kinds: ['line_ordered'] })).toHaveLength(2)
      expect(await kindsOf(first._id, { readableBy: drama.id, line: line._id })).toEqual([
        'edition_ended',
        'line_decided',
        'line_decided',
        'line_ordered',
      ])
      expect(await kindsOf(done.edition._id, { readableBy: drama.id })).toEqual([
        'line_ordered',
        'ordering_turned',
      ])
      expect(await kindsOf(Bun.randomUUIDv7())).toEqual([])
    })
  })

  describe('taking the end of an edition back', () => {
    test.each(['shelf', 'handed_over'] as const)(
      'brings everything back: %s',
      async (leftovers) => {
        const { drama, brush, cart } = await decided()
        const first = await current()
        const lines = await portal.lines(drama)
        const done = await end(leftovers)
        const undone = await portal.undo(done.batch)
        expect(topicsOf(undone)).toEqual(done.moved)
        expect(await current()).toEqual(first)
        expect((await portal.store.ordering.read()).rows.isOpen).toBe(false)
        expect(await portal.lines(drama)).toEqual(lines)
        expect(await portal.cartOf(drama)).toBe(cart)
        expect(await portal.shelf(brush._id)).toBe(15)
        expect((await editions().list()).rows).toMatchObject([{ _id: first._id, lines: 2 }])
        expect(await codeOf(portal.undo(done.batch))).toBe('already_undone')
        expect(await codeOf(portal.undo(undone.value.body))).toBe('cannot_undo')
        // It ends anew.
        expect((await end(leftovers)).ended).toEqual(done.ended)
      },
    )

    test('is refused once a club had a line in the next edition', async () => {
      const { drama } = await decided()
      const done = await end()
      await portal.order(drama, [customRow('Felt')], { isLate: true })
      await portal.store.orders.removeCart(await portal.cartOf(drama), REMOVAL)
      const refused = await refusalOf(portal.undo(done.batch))
      expect(refused.code).toBe('cannot_undo')
      expect(refused.message).toContain('Drama has ordered for APOGEE 2027.')
    })

    test('is refused while a shelf has too few units, and once another edition has ended', async () => {
      const { brush } = await decided()
      const done = await end()
      const { rows } = await portal.store.stock.list()
      const counted = { rev: rows[0]?.rev ?? 0, itemQuantity: 1 }
      await portal.store.stock.edit(brush._id, counted, ADMIN, NOON)
      const refused = await refusalOf(portal.undo(done.batch))
      expect(refused.message).toContain('1 of Brush is on the shelf, 3 are needed.')
      await end('shelf', { next: 'OASIS 2027' })
      const later = await refusalOf(portal.undo(done.batch))
      expect(later).toMatchObject({ code: 'cannot_undo', message: 'APOGEE 2027 has ended.' })
    })

    test('is the only undo of an ended edition', async () => {
      const { line, brush } = await decided()
      const given = await portal.give(line._id, 1)
      const { rows } = await portal.store.stock.list()
      const renamed = await portal.store.stock.edit(
        brush._id,
        { rev: rows[0]?.rev ?? 0, place: 'A3' },
        ADMIN,
        NOON,
      )
      await end()
      const refused = await refusalOf(portal.undo(given))
      expect(refused).toMatchObject({ code: 'cannot_undo', message: 'First edition has ended.' })
      await portal.undo(renamed.batch ?? '')
    })
  })
})
