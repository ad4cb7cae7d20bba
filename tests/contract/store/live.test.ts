import { expect, test } from 'bun:test'
import { asPersonId } from '#src/contract/ids.ts'
import { ADMIN, NOON, topicsOf, useStore } from './harness.ts'
import { onEachStore } from './stores.ts'
import { stockRow } from '#tests/support/rows.ts'

onEachStore('topics and revisions', (open) => {
  const portal = useStore(open)

  test('the epoch, the stock and its revision outlive a store', async () => {
    const { epoch } = portal.store
    expect(epoch).toBeString()
    await portal.item('Tape')
    const stock = await portal.store.stock.list()
    await portal.reopen()
    expect([portal.store.epoch, await portal.store.stock.list()]).toEqual([epoch, stock])
    expect(await portal.store.live.readRev(`orders:${Bun.randomUUIDv7()}`)).toBeNull()
  })

  test('the catalogue moves only when a name or an enabled state changes', async () => {
    const item = await portal.item('Tape', 10)
    expect(topicsOf(await portal.store.ordering.set(false, ADMIN, NOON))).toEqual(['ordering'])
    const edit = (rev: number, change: object) =>
      portal.store.stock.edit(item._id, { rev, ...change }, ADMIN, NOON)
    const quantity = await edit(item.rev, { itemQuantity: 3 })
    expect(topicsOf(quantity)).toEqual(['inventory'])
    const off = await edit(quantity.value.rev, { itemStatus: 'disabled' })
    expect(topicsOf(off)).toEqual(['catalogue', 'inventory'])
    const named = await edit(off.value.rev, { itemName: 'Duct Tape' })
    expect(topicsOf(named)).toEqual(['catalogue', 'inventory'])
    const hidden = { itemName: 'Hidden', itemQuantity: 1, itemStatus: 'disabled' as const }
    expect(topicsOf(await portal.store.stock.add(hidden, ADMIN, NOON))).toEqual(['inventory'])
    const shown = { itemName: 'Shown', itemQuantity: 1, itemStatus: 'enabled' as const }
    expect(topicsOf(await portal.store.stock.add(shown, ADMIN, NOON))).toEqual([
      'catalogue',
      'inventory',
    ])
  })

  test('a pulse returns all revisions, the requested accounts and the ended tokens', async () => {
    const [a, b] = [await portal.club(), await portal.club()]
    const item = await portal.item('Tape')
    await portal.order(a, [stockRow(item._id, 1)])
    await portal.store.accounts.change(b.email, { disabled: true, access: 'bosslevel' }, NOON)
    await portal.store.accounts.endToken('ended', a.id, NOON)
    await portal.store.accounts.endToken('not asked for', a.id, NOON)
    const pulse = await portal.store.live.pulse({
      personIds: [a.id, asPersonId(Bun.randomUUIDv7()), b.id],
      jtis: ['ended', 'not ended'],
    })
    const { store } = portal
    expect(pulse.revs).toEqual({
      ordering: await portal.rev('ordering'),
      inventory: await portal.rev('inventory'),
      catalogue: await portal.rev('catalogue'),
      carts: await portal.rev('carts'),
      people: await portal.rev('people'),
    })
    const ordersRev = await portal.rev(`orders:${a.id}`)
    expect(pulse.accounts).toHaveLength(2)
    expect(pulse.accounts).toContainEqual({
      id: a.id,
      ver: 1,
      access: 'user',
      disabled: false,
      clubId: a.clubId,
      ordersRev,
    })
    expect(pulse.accounts).toContainEqual({
      id: b.id,
      ver: 2,
      access: 'bosslevel',
      disabled: true,
      clubId: null,
      ordersRev: 0,
    })
    expect(pulse.endedJtis).toEqual(['ended'])
    const nobody = await store.live.pulse({ personIds: [], jtis: [] })
    expect(nobody).toEqual({ revs: pulse.revs, accounts: [], endedJtis: [] })
  })
})
