import { beforeEach, describe, expect, test } from 'bun:test'
import { asClubId, type ClubId } from '#src/contract/ids.ts'
import { limits } from '#src/contract/limits.ts'
import type { EntryKind } from '#src/contract/history.ts'
import type { StockItem } from '#src/contract/records.ts'
import { TOOL } from '#src/rules/entries.ts'
import type { Account, HistoryFilter, ListedEntry } from '#src/store/port.ts'
import { MOST_LOOKED_AT } from '#src/store/shared/entry-ids.ts'
import { ADMIN, DAY, MINUTE, NOON, REMOVAL, times, useStore } from './harness.ts'
import { onEachStore } from './stores.ts'
import { atDepth } from '#tests/support/random.ts'
import { customRow, stockRow } from '#tests/support/rows.ts'
import { type Coordinator, NOBODY } from '#tests/support/stores.ts'

/** Reading the history: pages, filters, people, turns and remarks. */
onEachStore('pages of the history', (open, store) => {
  const portal = useStore(open)
  let admins: Account[]
  let clubs: Coordinator[]
  let items: StockItem[]
  beforeEach(async () => {
    admins = []
    for (const cordName of ['Office', 'Desk']) admins.push(await portal.admin({ cordName }))
    clubs = [await portal.club(), await portal.club()]
    items = [await portal.item('Tape', 50), await portal.item('Glue', 50)]
  })
  const admin = (index: number) => admins[index % 2]?.id ?? NOBODY.id

  const pageOf = (filter: HistoryFilter, limit: number, before?: string) =>
    portal.store.history.list({ filter, limit, ...(before !== undefined && { before }) })

  async function pagesOf(filter: HistoryFilter, limit: number): Promise<ListedEntry[][]> {
    const pages: ListedEntry[][] = []
    for (let before: string | undefined; ;) {
      const { entries, next } = await pageOf(filter, limit, before)
      pages.push(entries)
      if (next === null) return pages
      before = next
    }
  }
  const stockRows = async (count: number) => {
    const made = await portal.items(count, 50)
    return made.map(({ _id }) => stockRow(_id, 1))
  }
  /** What an entry is about; a club reads other ids. */
  const rowOf = ({ batch, kind, lineId, itemId, clubId }: ListedEntry) =>
    [batch, kind, lineId, itemId, clubId].join(' ')
  const everything = async () => (await pageOf({}, 100_000)).entries

  /** Calls of every kind, by two administrators and two clubs. */
  async function work() {
    for (const round of times(6, Number))
      for (const club of clubs) {
        await portal.order(club, [
          ...items.map(({ _id }) => stockRow(_id, 2)),
          customRow(`Lamp ${round}`),
          customRow('Neon'),
        ])
        const lines = await portal.lines(club)
        const decisions = lines
          .slice(0, 1 + (round % 4))
          .map(({ _id: id }) => ({ _id: id, allotted_quantity: 1, remarks: `${round}` }))
        await portal.allot(decisions, { actorId: admin(round) })
        if (round === 3) {
          const removal = { actorId: admin(0), now: NOON, reason: 'over' }
          await portal.store.orders.removeLine(await portal.cartOf(club), 'Neon', removal)
        }
        await portal.store.ordering.set(false, admin(1), NOON)
        await portal.store.ordering.set(true, admin(0), NOON)
      }
    const [tape] = (await portal.store.stock.list()).rows.filter(
      ({ itemName }) => itemName === 'Tape',
    )
    const change = { rev: tape?.rev ?? 0, itemQuantity: 77 }
    await portal.store.stock.edit(tape?._id ?? '', change, admin(0), NOON)
    const notes = items.map(({ _id }) => ({ _id, itemRemark: 'soon' }))
    await portal.store.stock.note(notes, admin(1), NOON)
  }

  test('a page has whole batches, newest first, and pages together have everything once', async () => {
    await work()
    const all = await everything()
    const ids = all.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted().toReversed())
    expect(new Set(ids).size).toBe(ids.length)
    for (const limit of [1, 7, 50, ids.length]) {
      const pages = await pagesOf({}, limit)
      expect(pages.flat()).toEqual(all)
      const ends = pages.map((page) => page.at(-1)?.batch ?? '')
      for (const [index, page] of pages.entries()) {
        const isLast = index === pages.length - 1
        if (!isLast) expect(page.length).toBeGreaterThanOrEqual(limit)
        // Without its last batch a page is below the limit.
        expect(page.filter(({ batch }) => batch !== ends[index]).length).toBeLessThan(limit)
        expect(pages[index + 1]?.[0]?.batch).not.toBe(ends[index] ?? '')
      }
    }
  })

  test('of a call of more than a thousand entries a page holds 200, its batch reads on, and it is undone whole', async () => {
    while (clubs.length < 12) clubs.push(await portal.club())
    for (const club of clubs)
      await portal.order(
        club,
        times(100, (n) => customRow(`Lamp ${n}`)),
      )
    const [first = NOBODY] = clubs
    await portal.order(first, await stockRows(150), { actorId: ADMIN })
    const all = (await Promise.all(clubs.map((club) => portal.lines(club)))).flat()
    const remarks = () => portal.lines(clubs[1] ?? NOBODY).then((own) => own.map((l) => l.remarks))
    await portal.allot(all.map(({ _id: id }) => ({ _id: id, remarks: 'seen' })))
    expect(new Set(await remarks())).toEqual(new Set(['seen']))

    await portal.store.ordering.set(false, ADMIN, NOON)
    const everywhere = (await pagesOf({ by: ADMIN }, 50)).flat()
    expect(everywhere.filter(({ kind }) => kind === 'line_decided')).toHaveLength(200)
    expect(everywhere.flatMap(({ more }) => more ?? [])).toEqual([1_150])
    const batch = everywhere.find(({ more }) => more)?.batch ?? ''
    const pages = await pagesOf({ batch }, 50)
    expect(pages.map((page) => [page.length, page.at(-1)?.more])).toEqual([
      [200, 1_150],
      [200, 950],
      [200, 750],
      [200, 550],
      [200, 350],
      [200, 150],
      [150, undefined],
    ])
    const page = pages.flat()
    const ids = page.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted().toReversed())
    expect(new Set(page.map(({ lineId }) => lineId))).toEqual(new Set(all.map(({ _id: id }) => id)))
    // A club reads on by numbers of its own.
    const own = await pagesOf({ batch, readableBy: first.clubId }, 50)
    expect(own.map((part) => [part.length, part.at(-1)?.more, part.at(-1)?.id.slice(-4)])).toEqual([
      [200, 50, '0033'],
      [50, undefined, '0001'],
    ])
    expect(own.flat().map(({ lineId }) => lineId)).toEqual(
      page.filter(({ clubId }) => clubId === first.clubId).map(({ lineId }) => lineId),
    )

    const call = { actorId: admin(0), toAnswer: () => '', now: NOON }
    await portal.store.history.undo({ batch, ...call })
    expect(new Set(await remarks())).toEqual(new Set(['']))
  })

  test('each filter and each pair of filters finds what it names, in pages too', async () => {
    await work()
    const all = await everything()
    const line = (await portal.line(clubs[0] ?? NOBODY, 'Tape'))._id
    const own = (await portal.line(clubs[1] ?? NOBODY, 'Lamp 2'))._id
    const batch = all.find(({ kind }) => kind === 'line_decided')?.batch ?? ''
    const kinds: readonly EntryKind[] = ['line_deleted', 'item_edited', 'ordering_turned']
    const filters: [HistoryFilter, (entry: ListedEntry) => boolean][] = [
      [{ club: clubs[0]?.clubId ?? NOBODY.clubId }, ({ clubId }) => clubId === clubs[0]?.clubId],
      [{ item: items[0]?._id ?? '' }, ({ itemId }) => itemId === items[0]?._id],
      [{ line }, ({ lineId }) => lineId === line],
      [{ line: own }, ({ lineId }) => lineId === own],
      [{ kinds: ['line_decided'] }, ({ kind }) => kind === 'line_decided'],
      [{ kinds }, ({ kind }) => kinds.includes(kind)],
      [{ by: admin(0) }, ({ by }) => by === admin(0)],
      [{ by: clubs[1]?.id ?? NOBODY.id }, ({ by }) => by === clubs[1]?.id],
      [{ by: TOOL }, ({ by }) => by === TOOL],
      [{ by: 'clock' }, () => false],
      [{ batch }, (entry) => entry.batch === batch],
      [
        { readableBy: clubs[0]?.clubId ?? NOBODY.clubId },
        ({ kind, clubId, lineId }) =>
          kind === 'ordering_turned' || (clubId === clubs[0]?.clubId && lineId !== null),
      ],
      [{ club: asClubId(Bun.randomUUIDv7()) }, () => false],
      [{ batch: Bun.randomUUIDv7() }, () => false],
    ]
    for (const [filter, isFound] of filters)
      for (const [other, isFoundToo] of filters) {
        const both = { ...filter, ...other }
        const names = Object.keys({ ...filter, ...other }).length
        const expected = all.filter((entry) => isFoundToo(entry) && (names === 1 || isFound(entry)))
        const found = (await pagesOf(both, atDepth(10, 3))).flat()
        expect(found.map(rowOf)).toEqual(expected.map(rowOf))
      }
    for (const [filter, isFound] of filters.slice(0, 12))
      expect((await pageOf(filter, 100_000)).entries.map(rowOf)).toEqual(
        all.filter(isFound).map(rowOf),
      )
  })

  test('filters for two things at once keep the order of a long history, look at a part of it for each page, and reach all of it', async () => {
    const [first = NOBODY] = clubs
    await portal.order(first, [customRow('Neon')])
    await portal.store.orders.removeLine(await portal.cartOf(first), 'Neon', REMOVAL)
    const rows = await stockRows(limits.orderRows)
    for (const round of times(7, Number))
      for (const club of [first, ...clubs]) {
        // a club itself orders fewer rows in an hour
        await portal.order(club, rows, { actorId: ADMIN })
        await portal.store.ordering.set(false, admin(1), NOON)
        await portal.store.ordering.set(true, admin(0), NOON)
        const [line] = await portal.lines(club)
        await portal.allot([{ _id: line?._id ?? '', remarks: `${round}` }])
      }
    const all = await everything()
    const ofFirst = all.filter(({ clubId }) => clubId === first.clubId)
    expect(ofFirst.length).toBeGreaterThan(MOST_LOOKED_AT)
    const kinds: readonly EntryKind[] = ['line_decided', 'ordering_turned', 'account_made']
    const expected = all.filter(({ kind }) => kinds.includes(kind))
    expect((await pagesOf({ kinds }, 3)).flat()).toEqual(expected)
    const own = all.filter(
      ({ kind, clubId, lineId }) =>
        kind === 'ordering_turned' || (clubId === first.clubId && lineId !== null),
    )
    const read = await pagesOf({ readableBy: first.clubId }, 20)
    expect(read.flat().map(rowOf)).toEqual(own.map(rowOf))
    const deleted = await pagesOf({ club: first.clubId, kinds: ['line_deleted'] }, 50)
    expect(deleted.flat()).toMatchObject([{ kind: 'line_deleted' }])
    // MongoDB counts calls.
    if (store === 'SQLite') expect(deleted.length).toBeGreaterThan(1)
    const [line] = await portal.lines(first)
    const ofLine = await pagesOf({ line: line?._id ?? '' }, 200)
    expect(ofLine.flat()).toEqual(all.filter(({ lineId }) => lineId === line?._id))
  })

  test('the ids that a club reads tell nothing of entries between its own', async () => {
    const [first = NOBODY, second = NOBODY] = clubs
    for (const club of clubs)
      await portal.order(
        club,
        times(3, (n) => customRow(`Lamp ${n}`)),
      )
    const [a, b] = [await portal.lines(first), await portal.lines(second)]
    const lines = [0, 1, 2].flatMap((n) => [a[n]?._id ?? '', b[n]?._id ?? ''])
    await portal.allot(lines.map((lineId) => ({ _id: lineId, remarks: 'seen' })))
    const read = async (club: { clubId: ClubId }) => {
      const pages = await pagesOf({ readableBy: club.clubId }, 2)
      return pages.flat().filter(({ kind }) => kind === 'line_decided')
    }
    const [ofFirst, ofSecond] = [await read(first), await read(second)]
    expect(ofFirst.map(({ id }) => id.slice(-4))).toEqual(['0003', '0002', '0001'])
    expect(ofSecond.map(({ id }) => id)).toEqual(ofFirst.map(({ id }) => id))
    // Each id that a club can send starts a page before the whole batch.
    for (const number of ['0000', '0001', '0002', '0005', '00ff']) {
      const before = `${ofFirst[0]?.batch.slice(0, -4)}${number}`
      const { entries } = await pageOf({ readableBy: first.clubId }, 200, before)
      expect(entries.map(({ kind }) => kind)).toEqual(times(3, () => 'line_ordered'))
    }
  })

  test('new entries do not move the next page', async () => {
    await work()
    const all = await everything()
    const { next, entries } = await pageOf({}, 5)
    await portal.store.ordering.set(false, admin(0), NOON)
    const rest = await pageOf({}, 100_000, next ?? '')
    expect([...entries, ...rest.entries]).toEqual(all)
    expect(rest.next).toBeNull()
  })

  test('everybody with an entry is listed once, by name', async () => {
    expect(await portal.store.history.listPeople()).toEqual([])
    await work()
    const people = await portal.store.history.listPeople()
    const known = [...admins, ...clubs]
      .map(({ id, cordName, email, access }) => ({ id, name: cordName, email, access }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    expect(people).toEqual(known as typeof people)
  })

  test('turns of ordering from a time, with the last one before', async () => {
    const at = (index: number) => NOON + index * MINUTE
    for (const index of times(6, Number))
      await portal.store.ordering.set(index % 2 === 1, admin(index), at(index))
    const turns = async (from: number, to: number) =>
      (await portal.store.history.listTurns({ from, to })).map((turn) => [
        (turn.at - NOON) / MINUTE,
        turn.changes.isOpen?.[1],
      ])
    const all = times(6, (index) => [index, index % 2 === 1] as [number, boolean])
    expect(await turns(0, at(9))).toEqual(all)
    expect(await turns(at(3), at(9))).toEqual(all.slice(2))
    expect(await turns(at(3) + 1, at(5))).toEqual(all.slice(3, 5))
    expect(await turns(at(20), at(30))).toEqual(all.slice(5))
    expect(await turns(0, at(0))).toEqual([])
    expect(await portal.store.history.listTurns({ from: at(1), to: at(2) })).toMatchObject([
      { kind: 'ordering_turned', by: admin(0) },
      { kind: 'ordering_turned', by: admin(1), author: { name: 'Desk' } },
    ])
  })

  describe('remarks', () => {
    const remark = async (remarks: string, now = NOON) => {
      const [club] = clubs
      if (!club) throw new Error('There is no club.')
      const { _id: id } = await portal.line(club, 'Neon')
      return portal.allot([{ _id: id, remarks }], { now })
    }
    beforeEach(async () => {
      for (const club of clubs) await portal.order(club, [customRow('Neon')])
    })

    test('are listed by use, then by the last use, without empty ones and without undos', async () => {
      const { stock, orders, history } = portal.store
      for (const text of ['rare', 'often', '', 'often', 'x']) {
        // The same text twice in a row changes nothing.
        await remark(text)
        await remark('')
      }
      await stock.note([{ _id: items[0]?._id ?? '', itemRemark: 'often' }], admin(0), NOON)
      const [, club] = clubs
      const cart = await portal.cartOf(club ?? NOBODY)
      const removal = { actorId: admin(0), now: NOON, reason: 'x' }
      await orders.removeLine(cart, 'Neon', removal)
      const { entries } = await history.list({ filter: { kinds: ['line_decided'] }, limit: 1 })
      // Sets the remark x again, as an undo.
      const undoing = { actorId: admin(0), toAnswer: (own: string) => own, now: NOON }
      await history.undo({ ...undoing, batch: entries[0]?.batch ?? '' })
      expect(await history.listRemarks(NOON - DAY, 20)).toEqual(['often', 'x', 'rare'])
      expect(await history.listRemarks(NOON - DAY, 2)).toEqual(['often', 'x'])
    })

    test('from before the time are left out', async () => {
      await remark('old', NOON - 31 * DAY)
      await remark('edge', NOON - 30 * DAY)
      await remark('new')
      const found = await portal.store.history.listRemarks(NOON - 30 * DAY, 20)
      expect(found).toEqual(['new', 'edge'])
    })
  })
})
