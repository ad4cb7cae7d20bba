import type { StoreTopic } from '#src/contract/topics.ts'
import { expect, test } from 'bun:test'
import type { Nudge } from '#src/store/port.ts'
import { ADMIN, NOON, topicsOf, useStore } from './harness.ts'
import { onEachStore } from './stores.ts'
import { customRow, stockRow } from '#tests/support/rows.ts'

onEachStore('topics and revisions', (open) => {
  const portal = useStore(open)

  test('the epoch of a store never changes', async () => {
    const { epoch } = portal.store
    expect(epoch).toBeString()
    expect((await portal.store.stock.list()).epoch).toBe(epoch)
    await portal.reopen()
    expect(portal.store.epoch).toBe(epoch)
  })

  test('every write raises the revision of its topics, and a read shows the announced revision', async () => {
    const club = await portal.club()
    const told = new Map<StoreTopic, number>()
    const take = async ({ moved }: { moved: Nudge[] }) => {
      expect(moved.length).toBeGreaterThan(0)
      for (const { topic, rev } of moved) {
        expect(rev).toBeGreaterThan(told.get(topic) ?? 0)
        told.set(topic, rev)
        expect(await portal.rev(topic)).toBe(rev)
      }
    }
    const added = await portal.store.stock.add(
      { itemName: 'Tape', itemQuantity: 10, itemStatus: 'enabled' },
      ADMIN,
      NOON,
    )
    await take(added)
    await take(await portal.store.ordering.set(false, ADMIN, NOON))
    await take(await portal.store.ordering.set(true, ADMIN, NOON))
    await take(await portal.order(club, [stockRow(added.value._id, 2)]))
    const { id: lineId } = await portal.line(club, 'Tape')
    await take(await portal.allot([{ lineId, units: 2 }]))
    await take(
      await portal.store.stock.note([{ _id: added.value._id, itemRemark: 'x' }], ADMIN, NOON),
    )
    const [item] = (await portal.store.stock.list()).rows
    await take(
      await portal.store.stock.edit(
        added.value._id,
        { rev: item?.rev ?? 0, itemName: 'T' },
        ADMIN,
        NOON,
      ),
    )
    await take(
      await portal.store.orders.removeCart(await portal.cartOf(club), {
        actorId: ADMIN,
        now: NOON,
        reason: '',
      }),
    )

    const rev = (topic: StoreTopic) => told.get(topic) ?? Number.NaN
    expect((await portal.store.ordering.read()).rev).toBe(rev('ordering'))
    expect((await portal.store.stock.list()).rev).toBe(rev('inventory'))
    expect((await portal.store.stock.listCatalogue()).rev).toBe(rev('catalogue'))
    expect((await portal.store.orders.listCarts()).rev).toBe(rev('carts'))
    expect((await portal.store.orders.listCustomLines()).rev).toBe(rev('carts'))
    expect((await portal.store.orders.read(club.id))?.rev).toBe(rev(`orders:${club.id}`))
    await portal.reopen()
    for (const [topic, last] of told) expect(await portal.rev(topic)).toBe(last)
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

  test('the order of one club moves no order of another club', async () => {
    const [a, b] = [await portal.club(), await portal.club()]
    await portal.order(a, [customRow('Neon', 1)])
    expect(await portal.rev(`orders:${a.id}`)).toBeGreaterThan(0)
    expect(await portal.rev(`orders:${b.id}`)).toBe(0)
    expect(await portal.store.live.readRev(`orders:${Bun.randomUUIDv7()}`)).toBeNull()
  })

  test('a pulse returns all revisions, the requested accounts and the ended tokens', async () => {
    const [a, b] = [await portal.club(), await portal.club()]
    const item = await portal.item('Tape')
    await portal.order(a, [stockRow(item._id, 1)])
    await portal.store.accounts.change(b.email, { disabled: true, access: 'bosslevel' }, NOON)
    await portal.store.accounts.endToken('ended', a.id, NOON)
    await portal.store.accounts.endToken('not asked for', a.id, NOON)
    const pulse = await portal.store.live.pulse({
      accountIds: [a.id, Bun.randomUUIDv7(), b.id],
      jtis: ['ended', 'not ended'],
    })
    const { store } = portal
    expect(pulse.revs).toEqual({
      ordering: await portal.rev('ordering'),
      inventory: await portal.rev('inventory'),
      catalogue: await portal.rev('catalogue'),
      carts: await portal.rev('carts'),
    })
    const ordersRev = await portal.rev(`orders:${a.id}`)
    expect(pulse.accounts).toHaveLength(2)
    expect(pulse.accounts).toContainEqual({
      id: a.id,
      ver: 1,
      access: 'user',
      disabled: false,
      ordersRev,
    })
    expect(pulse.accounts).toContainEqual({
      id: b.id,
      ver: 2,
      access: 'bosslevel',
      disabled: true,
      ordersRev: await portal.rev(`orders:${b.id}`),
    })
    expect(pulse.endedJtis).toEqual(['ended'])
    const nobody = await store.live.pulse({ accountIds: [], jtis: [] })
    expect(nobody).toEqual({ revs: pulse.revs, accounts: [], endedJtis: [] })
  })
})
