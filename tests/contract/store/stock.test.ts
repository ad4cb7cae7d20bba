import { describe, expect, test } from 'bun:test'
import type { StockItem } from '#src/contract/records.ts'
import { ADMIN, codeOf, refusalOf, topicsOf, useStore } from './harness.ts'
import { onEachStore } from './stores.ts'
import { stockRow } from '#tests/support/rows.ts'

onEachStore('stock', (open) => {
  const portal = useStore(open)
  const edit = (item: StockItem, change: Partial<Omit<StockItem, '_id'>>) =>
    portal.store.stock.edit(item._id, { rev: item.rev, ...change }, ADMIN, Date.now())
  const stock = async () => (await portal.store.stock.list()).rows

  test('a new item is in the list; clubs do not see a disabled one', async () => {
    const labels = { unit: 'brushes', place: 'Shelf A3' }
    const added = await portal.item('Brush Round 4', 12, 'enabled', labels)
    expect(added).toMatchObject({
      itemName: 'Brush Round 4',
      itemQuantity: 12,
      itemStatus: 'enabled',
      ...labels,
    })
    const hidden = await portal.item('Palette', 3, 'disabled')
    expect(await stock()).toEqual([added, hidden])
    const { rows } = await portal.store.stock.listCatalogue()
    expect(rows).toEqual([{ _id: added._id, itemName: 'Brush Round 4', unit: 'brushes' }])
  })

  test('lists are in list order', async () => {
    const names = ['Brush Round 2', 'brush round 10', 'Brush Flat 3', 'Paint (15 ml) Red']
    names.push('Paint (500 ml) Red', 'Acrylic Board', 'cutter', 'Tape')
    for (const name of names.toReversed()) await portal.item(name)
    const expected = names.toSorted((a, b) => names.indexOf(a) - names.indexOf(b))
    const shown = (rows: { itemName: string }[]) => rows.map(({ itemName }) => itemName)
    expect(shown(await stock())).toEqual(expected)
    expect(shown((await portal.store.stock.listCatalogue()).rows)).toEqual(expected)
    expect(shown((await portal.store.stock.listSummary()).rows)).toEqual(expected)
  })

  describe('editing', () => {
    test('writes what is given and raises the revision of the row', async () => {
      const item = await portal.item('Tape', 5)
      const { value } = await edit(item, { itemQuantity: 8 })
      expect(value.rev).toBeGreaterThan(item.rev)
      expect(value).toEqual({ ...item, itemQuantity: 8, rev: value.rev })
      const renamed = await edit(value, { itemName: 'Masking Tape', itemStatus: 'disabled' })
      expect(renamed.value).toMatchObject({
        itemName: 'Masking Tape',
        itemQuantity: 8,
        itemStatus: 'disabled',
      })
      expect(await stock()).toEqual([renamed.value])
    })

    test("cannot take another item's name, but may change the letter case of its own", async () => {
      await portal.item('Tape')
      const item = await portal.item('Glue')
      expect(await codeOf(edit(item, { itemName: 'TAPE' }))).toBe('name_taken')
      const { value } = await edit(item, { itemName: 'GLUE' })
      expect(value.itemName).toBe('GLUE')
    })

    test('is refused after units of the item were allotted', async () => {
      const club = await portal.club()
      const item = await portal.item('Tape', 5)
      await portal.order(club, [stockRow(item._id, 1)])
      const { _id: lineId } = await portal.line(club, 'Tape')
      await portal.allot([{ _id: lineId, allotted_quantity: 1 }])
      const refusal = await refusalOf(edit(item, { itemQuantity: 9 }))
      expect(refusal.code).toBe('changed_meanwhile')
      expect(refusal.details.current).toMatchObject({ itemQuantity: 4 })
    })

    test('shows in the orders that hold the item', async () => {
      const [club, other] = [await portal.club(), await portal.club()]
      const item = await portal.item('Tape')
      await portal.order(club, [stockRow(item._id, 1)])
      const { moved } = await edit(item, { itemName: 'Masking Tape' })
      expect(topicsOf({ moved })).toEqual(['carts', 'catalogue', 'inventory', `orders:${club.id}`])
      expect((await portal.lines(club)).map(({ itemName }) => itemName)).toEqual(['Masking Tape'])
      const named = await edit({ ...item, rev: item.rev + 1 }, { unit: 'rolls' })
      expect(topicsOf(named)).toEqual(['carts', 'catalogue', 'inventory', `orders:${club.id}`])
      expect((await portal.lines(club)).map(({ unit }) => unit)).toEqual(['rolls'])
      const put = await edit(named.value, { place: 'Shelf C1' })
      expect(topicsOf(put)).toEqual(['inventory'])
      expect(await portal.store.live.readRev(`orders:${other.id}`)).toBe(0)
    })
  })

  describe('the summary', () => {
    test('has a revision that grows with the stock and with the carts', async () => {
      const club = await portal.club()
      const tape = await portal.item('Tape', 10)
      const rev = async () => (await portal.store.stock.listSummary()).rev
      const first = await rev()
      await portal.order(club, [stockRow(tape._id, 3)])
      const second = await rev()
      await edit(tape, { itemQuantity: 4 })
      expect(second).toBeGreaterThan(first)
      expect(await rev()).toBeGreaterThan(second)
    })
  })

  describe('notes on the stock', () => {
    test('are written for all rows; omitted fields keep their values', async () => {
      const [tape, glue] = [await portal.item('Tape'), await portal.item('Glue')]
      const written = await portal.store.stock.note(
        [
          { _id: tape._id, itemOrderedStatus: 'Available', itemRemark: 'second shelf' },
          { _id: glue._id, itemRemark: 'dry' },
        ],
        ADMIN,
        Date.now(),
      )
      expect(written.value).toMatchObject([
        { itemName: 'Glue', itemRemark: 'dry' },
        { itemName: 'Tape', itemOrderedStatus: 'Available', itemRemark: 'second shelf' },
      ])
      expect(topicsOf(written)).toEqual(['inventory'])
      await portal.store.stock.note([{ _id: tape._id, itemRemark: '' }], ADMIN, Date.now())
      expect((await portal.store.stock.listSummary()).rows).toMatchObject([
        { itemName: 'Glue', itemOrderedStatus: '', itemRemark: 'dry' },
        { itemName: 'Tape', itemOrderedStatus: 'Available', itemRemark: '' },
      ])
    })

    test('with one unknown row write nothing', async () => {
      const tape = await portal.item('Tape')
      const before = await portal.store.live.readRev('inventory')
      const refusal = await refusalOf(
        portal.store.stock.note(
          [
            { _id: tape._id, itemRemark: 'x' },
            { _id: Bun.randomUUIDv7(), itemRemark: 'y' },
          ],
          ADMIN,
          Date.now(),
        ),
      )
      expect(refusal.code).toBe('not_found')
      expect((await portal.store.stock.listSummary()).rows).toMatchObject([{ itemRemark: '' }])
      expect(await portal.store.live.readRev('inventory')).toBe(before)
    })
  })

  test('the stock survives a restart', async () => {
    const item = await portal.item('Tape', 5)
    await portal.store.stock.note([{ _id: item._id, itemRemark: 'x' }], ADMIN, Date.now())
    const before = await portal.store.stock.listSummary()
    await portal.reopen()
    expect(await portal.store.stock.listSummary()).toEqual(before)
  })
})
