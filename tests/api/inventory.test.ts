import { describe, expect, it } from 'bun:test'
import type { StockItem } from '#src/contract/records.ts'
import { expectProblem } from '#tests/support/expect-problem.ts'
import { openOffice } from '#tests/support/office.ts'

const { portal, club, room } = await openOffice()

type Saved = StockItem & { batch?: string }

const add = (body: unknown) => room.ask<Saved>('POST', '/inventorys/inventory', body)
const addOne = async () => (await add({ itemName: Bun.randomUUIDv7(), itemQuantity: 5 })).body
const edit = (id: string, body: unknown) =>
  room.ask<Saved>('PATCH', `/inventorys/inventory/${id}`, body)
const note = (body: unknown) => room.ask('PUT', '/inventorys/update-inventory-items', body)
const listStock = async () => (await room.ask<StockItem[]>('GET', '/inventorys/inventory')).body

const LONGEST = 'N'.repeat(120)

describe('adding an item', () => {
  it('answers with the stored row', async () => {
    const answer = await add({
      itemName: ` ${LONGEST} `,
      itemQuantity: 1_000_000,
      itemStatus: 'disabled',
      unit: ' tubes ',
      place: 'Shelf A3, below',
    })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      _id: expect.any(String),
      itemName: LONGEST,
      itemQuantity: 1_000_000,
      itemStatus: 'disabled',
      unit: 'tubes',
      place: 'Shelf A3, below',
      rev: 1,
      batch: expect.any(String),
    })
    const { batch: _, ...stored } = answer.body
    expect(await listStock()).toContainEqual(stored)
  })

  it('enables the item by default', async () => {
    const { body } = await add({ itemName: 'Scissors', itemQuantity: 0 })
    expect(body.itemStatus).toBe('enabled')
    const { token } = club
    const seen = await portal.request<object[]>('GET', '/inventorys/inventory/user', { token })
    expect(seen.body).toContainEqual({ _id: body._id, itemName: 'Scissors', unit: '' })
  })

  it('refuses an invalid item and names each field', async () => {
    const cases: [object, string[]][] = [
      [{}, ['itemName', 'itemQuantity']],
      [{ itemName: ' \t ', itemQuantity: 1 }, ['itemName']],
      [{ itemName: 'N'.repeat(121), itemQuantity: 1 }, ['itemName']],
      [{ itemName: 'Two\nlines', itemQuantity: 1 }, ['itemName']],
      [{ itemName: 'A bell \u0007', itemQuantity: 1 }, ['itemName']],
      [{ itemName: 'Glue', itemQuantity: null }, ['itemQuantity']],
      [{ itemName: 'Glue', itemQuantity: 1, unit: 'u'.repeat(13) }, ['unit']],
      [{ itemName: 'Glue', itemQuantity: 1, place: 'p'.repeat(41) }, ['place']],
      [{ itemName: 'Glue', itemQuantity: 1, place: 'Two\nlines' }, ['place']],
    ]
    for (const [body, paths] of cases) {
      const { errors = [] } = expectProblem(await add(body), 'invalid')
      expect(errors.map(({ path }) => path)).toEqual(paths)
    }
    expectProblem(await add([]), 'invalid')
    expectProblem(await add('null'), 'invalid')
    expect((await listStock()).some(({ itemName }) => itemName === 'Glue')).toBe(false)
  })

  it('refuses an existing name in any case', async () => {
    await add({ itemName: 'Poster Paper', itemQuantity: 1 })
    const { message, errors } = expectProblem(
      await add({ itemName: ' poster PAPER', itemQuantity: 1 }),
      'name_taken',
    )
    expect(message).toBe('Poster Paper is in the list already.')
    expect(errors?.[0]?.path).toBe('itemName')
  })
})

describe('saving an edited item', () => {
  it('changes the given fields only', async () => {
    const { _id, itemName } = await addOne()
    const { status, body } = await edit(_id, { rev: 1, itemQuantity: 9 })
    expect(status).toBe(200)
    const batch = expect.any(String)
    const none = { unit: '', place: '' }
    const stored = { _id, itemName, itemQuantity: 9, itemStatus: 'enabled' as const }
    expect(body).toEqual({ ...stored, ...none, rev: 2, batch })
    expect((await edit(_id, { rev: 2, itemStatus: 'disabled' })).body.rev).toBe(3)
    expect((await edit(_id, { rev: 3, itemName: ` ${itemName}! ` })).body).toEqual({
      _id,
      itemName: `${itemName}!`,
      itemQuantity: 9,
      itemStatus: 'disabled',
      ...none,
      rev: 4,
      batch,
    })
    const labelled = await edit(_id, { rev: 4, unit: 'tubes', place: 'Shelf A3' })
    expect(labelled.body).toMatchObject({ unit: 'tubes', place: 'Shelf A3', itemQuantity: 9 })
  })

  it('refuses an edit of an outdated row and returns the current one', async () => {
    const { _id } = await addOne()
    const { batch: _, ...current } = (await edit(_id, { rev: 1, itemQuantity: 6 })).body
    const late = await edit(_id, { rev: 1, itemQuantity: 7 })
    expect(expectProblem(late, 'changed_meanwhile')).toMatchObject({ current })
    expect(await listStock()).toContainEqual(current)
  })

  it('refuses a blank name, and an item that is not there', async () => {
    const { _id } = await addOne()
    expectProblem(await edit(_id, { rev: 1, itemName: ' ' }), 'invalid')
    expectProblem(await edit(Bun.randomUUIDv7(), { rev: 1 }), 'not_found')
    expectProblem(await edit('no-id', { rev: 1 }), 'not_found')
  })
})

describe('loading a stock sheet', () => {
  type Loaded = { message: string; batch?: string; added: number; changed: number }
  const load = (mode: 'add' | 'count', rows: object[], more: object = {}, key?: string) =>
    room.ask<Loaded>('POST', '/inventorys/stock-sheet', { mode, rows, ...more }, key)
  const stored = async (id: string) => (await listStock()).find(({ _id }) => _id === id)

  it('adds and changes items in one change, which the history has and an undo takes back', async () => {
    const old = await addOne()
    const itemName = Bun.randomUUIDv7()
    const { status, body } = await load('add', [
      { itemName: ` ${old.itemName.toUpperCase()} `, itemQuantity: 3, place: ' Shelf A3 ' },
      { itemName, itemQuantity: 7, unit: 'tubes' },
    ])
    expect(status).toBe(200)
    const batch = expect.any(String)
    expect(body).toEqual({ message: 'Sheet saved.', batch, added: 1, changed: 1 })
    expect(await stored(old._id)).toMatchObject({ itemName: old.itemName, itemQuantity: 8 })
    const made = (await listStock()).find((item) => item.itemName === itemName)
    expect(made).toMatchObject({ itemQuantity: 7, unit: 'tubes', place: '', itemStatus: 'enabled' })
    await room.ask('POST', `/cart/history/${body.batch}/undo`)
    expect(await stored(old._id)).toMatchObject({ itemQuantity: 5, place: '' })
    expect(await stored(made?._id ?? '')).toMatchObject({ itemQuantity: 0, itemStatus: 'disabled' })
  })

  it('is saved once with a key', async () => {
    const [row, key] = [{ itemName: Bun.randomUUIDv7(), itemQuantity: 7 }, Bun.randomUUIDv7()]
    const first = await load('add', [row], {}, key)
    expect((await load('add', [row], {}, key)).body).toEqual(first.body)
    expectProblem(await load('count', [row], {}, key), 'key_reused')
  })

  it('saves the count of a sheet once, and says who saved it when', async () => {
    const { itemName } = await addOne()
    const rows = [{ itemName, itemQuantity: 9, was: 5 }]
    const sheet = crypto.randomUUID()
    const { body } = await load('count', rows, { sheet })
    const again = expectProblem(await load('count', rows, { sheet }), 'changed_meanwhile')
    expect(again.message).toMatch(/^.+ saved this count on \w+day, \d+ \w+\.$/)
    expect(again.current).toEqual({ by: expect.any(String), at: expect.any(String) })
    await room.ask('POST', `/cart/history/${body.batch}/undo`)
    expect((await load('count', rows, { sheet })).status).toBe(200)
  })

  it('refuses all rows for a wrong one, and names the field', async () => {
    const [{ _id, itemName }, other] = [await addOne(), await addOne()]
    const unknown = { _id: Bun.randomUUIDv7(), itemName: 'Ink' }
    const fine = { itemName: 'Not written', itemQuantity: 1 }
    const cases: [object, Parameters<typeof expectProblem>[1], string][] = [
      [unknown, 'not_found', '_id'],
      [{ _id, itemName: other.itemName }, 'name_taken', 'itemName'],
      [fine, 'invalid', 'itemName'],
      [{ itemName, itemQuantity: 1, was: 9 }, 'insufficient_stock', 'itemQuantity'],
      [{ itemName, unit: 'u'.repeat(13) }, 'invalid', 'unit'],
      [{ itemName: ' ' }, 'invalid', 'itemName'],
    ]
    for (const [row, code, field] of cases) {
      const { errors = [] } = expectProblem(await load('count', [fine, row]), code)
      expect(errors.map(({ path }) => path)).toEqual([`rows.1.${field}`])
    }
    const rows = Array.from({ length: 5_001 }, (_, n) => ({ itemName: `Row ${n}` }))
    expectProblem(await load('add', rows), 'invalid')
    expect((await listStock()).some((item) => item.itemName === fine.itemName)).toBe(false)
  })
})

describe('status and remark of stock', () => {
  it('accept every status and any vendor', async () => {
    const { _id } = await addOne()
    for (const itemOrderedStatus of [
      '',
      'Available',
      'Not Available',
      'Ordered from online retailer',
      'Ordered from X',
      `Ordered from ${'V'.repeat(47)}`,
    ]) {
      expect((await note([{ _id, itemOrderedStatus }])).status).toBe(200)
      expect(await room.summaryOf({ _id })).toMatchObject({ itemOrderedStatus })
    }
    for (const itemOrderedStatus of [
      'available',
      'Ordered from ',
      'Ordered',
      `Ordered from ${'V'.repeat(48)}`,
    ]) {
      const answer = await note([{ _id }, { _id, itemOrderedStatus }])
      const { errors } = expectProblem(answer, 'invalid')
      expect(errors?.[0]?.path).toBe('1.itemOrderedStatus')
    }
  })

  it('change all together or not at all', async () => {
    const { _id } = await addOne()
    const missing = { _id: Bun.randomUUIDv7(), itemRemark: 'x' }
    expectProblem(await note([{ _id, itemRemark: 'lost' }, missing]), 'not_found')
    expect(await room.summaryOf({ _id })).toMatchObject({ itemRemark: '' })
    expect((await note([])).body).toMatchObject({ updated: 0 })
  })
})
