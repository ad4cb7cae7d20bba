import { expect, test } from 'bun:test'
import type { PersonId } from '#src/contract/ids.ts'
import type { SheetMode, SheetRow } from '#src/rules/stock-sheet.ts'
import { ADMIN, NOON, refusalOf, times, topicsOf, useStore } from './harness.ts'
import { onEachStore } from './stores.ts'
import { stockRow } from '#tests/support/rows.ts'

onEachStore('a stock sheet', (open) => {
  const portal = useStore(open)
  const save = (mode: SheetMode, rows: SheetRow[], more: { sheet?: string; by?: PersonId } = {}) =>
    portal.store.stock.saveSheet({
      mode,
      rows,
      ...(more.sheet !== undefined && { sheet: more.sheet }),
      actorId: more.by ?? ADMIN,
      toAnswer: (saved) => JSON.stringify(saved),
      now: NOON,
    })
  const answered = async (saving: ReturnType<typeof save>) =>
    JSON.parse((await saving).value.body) as { batch: string; added: number; changed: number }
  const stock = async () => (await portal.store.stock.list()).rows

  test('adds and changes items, and moves what shows them', async () => {
    const club = await portal.club()
    const tape = await portal.item('Tape', 10)
    await portal.order(club, [stockRow(tape._id, 3)])
    const written = await save('add', [
      { itemName: 'tape', itemQuantity: 5, unit: 'rolls' },
      { itemName: 'Chalk', itemQuantity: 2, place: 'Yard' },
    ])
    expect(JSON.parse(written.value.body)).toMatchObject({ added: 1, changed: 1 })
    expect(topicsOf(written)).toEqual(['carts', 'catalogue', 'inventory', `orders:${club.id}`])
    expect(await stock()).toMatchObject([
      { itemName: 'Chalk', itemQuantity: 2, place: 'Yard', itemStatus: 'enabled' },
      { itemName: 'Tape', itemQuantity: 15, unit: 'rolls' },
    ])
    expect((await portal.lines(club))[0]?.unit).toBe('rolls')
    const entries = await portal.entries({}, 2)
    expect(new Set(entries.map(({ kind }) => kind))).toEqual(new Set(['item_added', 'item_edited']))
    expect(new Set(entries.map(({ batch }) => batch)).size).toBe(1)
    const same = await save('count', [{ itemName: 'Tape', itemQuantity: 15 }])
    expect([topicsOf(same), JSON.parse(same.value.body)]).toEqual([[], { added: 0, changed: 0 }])
  })

  test('undone, units leave the shelf and added items are disabled; given units refuse it by name', async () => {
    const club = await portal.club()
    await portal.item('Tape', 10)
    const { batch } = await answered(
      save('add', [
        { itemName: 'Tape', itemQuantity: 5 },
        { itemName: 'Chalk', itemQuantity: 2 },
      ]),
    )
    const chalk = (await stock()).find(({ itemName }) => itemName === 'Chalk')
    await portal.order(club, [stockRow(chalk?._id ?? '', 2)])
    const { _id: line } = await portal.line(club, 'Chalk')
    await portal.give(line, 1)
    const refusal = await refusalOf(portal.undo(batch))
    expect(refusal.details.errors?.map(({ msg }) => msg)).toEqual([
      '1 of Chalk is on the shelf, 2 are needed.',
    ])
    await portal.give(line, -1)
    const { value, ...undone } = await portal.undo(batch)
    expect(topicsOf(undone)).toEqual(['catalogue', 'inventory'])
    const back = [
      { itemName: 'Chalk', itemQuantity: 0, itemStatus: 'disabled' },
      { itemName: 'Tape', itemQuantity: 10, itemStatus: 'enabled' },
    ]
    expect(await stock()).toMatchObject(back)
    await portal.undo(value.body)
    expect(await stock()).toMatchObject([
      { itemQuantity: 2, itemStatus: 'enabled' },
      { itemQuantity: 15 },
    ])
  })

  test('a count of a sheet is saved once, also by two at once and after a restart, until it is undone', async () => {
    const admin = await portal.admin({ cordName: 'Asha' })
    await portal.item('Tape', 10)
    const sheet = crypto.randomUUID()
    const count = () =>
      save('count', [{ itemName: 'Tape', itemQuantity: 12, was: 10 }], { sheet, by: admin.id })
    const both = await Promise.allSettled([count(), count()])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await portal.reopen()
    const refusal = await refusalOf(count())
    expect([refusal.code, refusal.message]).toEqual([
      'changed_meanwhile',
      'Asha saved this count on Sunday, 21 November.',
    ])
    expect(refusal.details.current).toEqual({ by: 'Asha', at: new Date(NOON).toISOString() })
    await save('add', [{ itemName: 'Chalk' }], { sheet })
    const [entry] = await portal.entries({ kinds: ['item_edited'] }, 1)
    await portal.undo(entry?.batch ?? '')
    expect((await stock()).find(({ itemName }) => itemName === 'Tape')?.itemQuantity).toBe(10)
    await count()
    expect((await stock()).find(({ itemName }) => itemName === 'Tape')?.itemQuantity).toBe(12)
  })

  test('of 5,000 rows is saved, counted and undone', async () => {
    const rows = times(5_000, (n) => ({ itemName: `Item ${n}`, itemQuantity: n, unit: 'pieces' }))
    const { batch, added } = await answered(save('add', rows))
    const more = rows.map((row) => ({ ...row, itemQuantity: row.itemQuantity + 1 }))
    const { changed } = await answered(save('count', more))
    expect([added, changed]).toEqual([5_000, 5_000])
    await portal.undo(batch)
    expect(
      (await stock()).every(
        ({ itemQuantity, itemStatus }) => itemQuantity === 1 && itemStatus === 'disabled',
      ),
    ).toBe(true)
  })
})
