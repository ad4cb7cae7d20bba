import { describe, expect, test } from 'bun:test'
import type { StockItem } from '#src/contract/records.ts'
import { ADMIN, codeOf, topicsOf, useStore } from './harness.ts'
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

  test('notes answer the rows that they name, as the summary shows them', async () => {
    const [tape] = [await portal.item('Tape'), await portal.item('Glue')]
    const note = { _id: tape._id, itemOrderedStatus: 'Available', itemRemark: 'second shelf' }
    const { value } = await portal.store.stock.note([note], ADMIN, Date.now())
    expect(value).toMatchObject([note])
    const { rows } = await portal.store.stock.listSummary()
    expect(value).toEqual(rows.filter(({ _id }) => _id === tape._id))
  })

  describe('editing', () => {
    test("cannot take another item's name, but may change the letter case of its own", async () => {
      await portal.item('Tape')
      const item = await portal.item('Glue')
      expect(await codeOf(edit(item, { itemName: 'TAPE' }))).toBe('name_taken')
      const { value } = await edit(item, { itemName: 'GLUE' })
      expect(value.itemName).toBe('GLUE')
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
})
