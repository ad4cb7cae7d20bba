/** An edition ends, and everybody reads what became of it. */
import { Database } from 'bun:sqlite'
import { describe, expect, it } from 'bun:test'
import { join } from 'node:path'
import type { Demand, EditionOrders, Ended, ListedEdition } from '#src/contract/editions.ts'
import type { OrderingState } from '#src/contract/frames.ts'
import type { HistoryPage } from '#src/contract/history.ts'
import { expectProblem } from '#tests/support/expect-problem.ts'
import { openOffice } from '#tests/support/office.ts'
import type { Member } from '#tests/support/portal.ts'

const { portal, admin, club, room } = await openOffice({ config: { rateLimits: false } })

type Reply = { batch: string; edition: { _id: string; name: string }; ended: Ended }
const read = <T>({ token }: { token: string }, path: string, headers = {}) =>
  portal.request<T>('GET', path, { token, headers })
const current = async () =>
  (await portal.request<OrderingState>('GET', '/cart/confirm-disabled')).body.edition
const end = (edition: string, next: string, key?: string) =>
  room.ask<Reply>('POST', '/cart/editions/end', { edition, next, leftovers: 'shelf' }, key)
const editionsOf = async (who: Member) => (await read<ListedEdition[]>(who, '/cart/editions')).body

it('a founder whom a fault left without a club reads no orders by their own id', async () => {
  const lost = await portal.createClub()
  const db = new Database(join(portal.deps.config.dataDir, 'portal.sqlite'))
  const setClub = (clubId: string | null) =>
    db.run('UPDATE accounts SET clubId = ?1, joinedAt = iif(?1 IS NULL, NULL, 1) WHERE id = ?2', [
      clubId,
      lost.id,
    ])
  setClub(null)
  const { _id } = await current()
  for (const path of ['/cart/editions', `/cart/editions/${_id}`])
    expectProblem(await read(lost, path), 'forbidden')
  setClub(lost.clubId)
  db.close()
})

describe('the end of an edition', () => {
  it('leaves its orders to read: all to administrators, its own to a club', async () => {
    const other = await portal.createClub()
    const item = await room.addItem(10, 'Brush')
    const line = await room.orderLine(club, item, 6)
    await room.orderLine(other, item, 2)
    await room.allot([{ _id: line._id, allotted_quantity: 4 }])
    const first = await current()
    const { body } = await end(first._id, 'APOGEE 2027', 'end')
    expect(body).toMatchObject({
      message: 'APOGEE 2027 has begun.',
      edition: await current(),
      ended: { clubs: 2, lines: 2, unitsReturned: 4 },
    })
    expect((await end(first._id, 'APOGEE 2027', 'end')).body).toEqual(body)

    const time = expect.any(String)
    expect(await editionsOf(admin)).toEqual([
      { ...body.edition, began_at: time, ended_at: null, lines: 0, clubs: 0 },
      { ...first, began_at: time, ended_at: time, lines: 2, clubs: 2 },
    ])
    expect(await editionsOf(other)).toEqual([
      { ...body.edition, began_at: time, ended_at: null, lines: 0 },
      { ...first, began_at: time, ended_at: time, lines: 1 },
    ])
    expect(await editionsOf(await portal.createClub())).toHaveLength(1)

    const path = `/cart/editions/${first._id}`
    const all = await read<EditionOrders>(admin, path)
    expect(all.body.edition).toEqual({ ...first, began_at: time, ended_at: time })
    expect(all.body.clubs.map(({ user_id }) => user_id).toSorted()).toEqual(
      [club.id, other.id].toSorted(),
    )
    const own = await read<EditionOrders>(club, path)
    expect(own.body.clubs).toMatchObject([
      {
        user_id: club.id,
        lines: [{ _id: line._id, item_id: item._id, itemName: 'Brush', allotted_quantity: 4 }],
      },
    ])
    expect(own.headers.get('etag')).not.toBe(all.headers.get('etag'))
    const etag = own.headers.get('etag') ?? ''
    expect((await read(club, path, { 'if-none-match': etag })).status).toBe(304)
    const any = { 'if-none-match': '*' }
    for (const who of [admin, club]) {
      expect((await read(who, path, any)).status).toBe(304)
      expectProblem(await read(who, `${path}x`, any), 'not_found')
    }
    expectProblem(await read(await portal.createClub(), path), 'not_found')
    const present = await read<EditionOrders>(club, `/cart/editions/${body.edition._id}`)
    expect(present.body.clubs).toMatchObject([{ user_id: club.id, lines: [] }])

    const demand = await read<Demand[]>(admin, '/cart/demand')
    expect(demand.body).toEqual([
      {
        edition: first._id,
        item_id: item._id,
        itemName: 'Brush',
        asked: 8,
        given: 4,
        handed_over: 0,
        clubs: 2,
      },
    ])
  })

  it('answers an order for it with what has happened, and keeps answers to earlier ones', async () => {
    await room.switchOrdering(false)
    const first = await current()
    const items = [{ itemName: 'Felt', ordered_quantity: 2 }]
    const place = (key: string, edition?: string) =>
      portal.request<{ items: unknown[]; current?: unknown }>('POST', '/cart/add-items', {
        token: club.token,
        body: { userId: club.id, items, ...(edition && { edition }) },
        key,
      })
    const placed = await place('answered', first._id)
    expect(placed.status).toBe(200)
    await end(first._id, 'OASIS 2027')
    expect((await place('answered', first._id)).body).toEqual(placed.body)
    const late = await place('unanswered', first._id)
    expectProblem(late, 'changed_meanwhile')
    expect(late.body).toMatchObject({
      message: `${first.name} has ended. The current edition is OASIS 2027.`,
      current: await current(),
    })
    expect(await room.linesOf(club)).toEqual([])
    await room.switchOrdering(false)
    expect((await place('unanswered', (await current())._id)).status).toBe(200)
  })

  it('refuses names that are taken or too long, and says in the history what it did', async () => {
    const now = await current()
    expectProblem(await end(now._id, 'oasis 2027'), 'name_taken')
    expectProblem(await end(now._id, 'x'.repeat(61)), 'invalid')
    const rename = (name: string) => room.ask('PATCH', '/cart/editions/current', { name })
    expectProblem(await rename(' '), 'invalid')
    expectProblem(await rename('APOGEE 2027'), 'name_taken')
    expect((await rename('  OASIS  2028 ')).body).toMatchObject({
      _id: now._id,
      name: 'OASIS 2028',
    })

    const [line] = await room.linesOf(club)
    await room.allot([{ _id: line?._id, allotted_quantity: 1 }])
    const { body } = await end(now._id, 'APOGEE 2028')
    const page = await read<HistoryPage>(admin, `/cart/history?edition=${now._id}&limit=3`)
    expect(page.body.entries.slice(0, 2)).toMatchObject([
      {
        kind: 'edition_ended',
        batch: body.batch,
        changes: [
          { field: 'edition', before: 'OASIS 2028', after: 'APOGEE 2028' },
          { field: 'leftovers', before: '', after: 'shelf' },
        ],
      },
      { kind: 'edition_ended', line: { _id: line?._id }, units: -1 },
    ])
    const own = `/cart/history/${club.id}?edition=${now._id}`
    const [entry] = (await read<HistoryPage>(club, own)).body.entries
    expect(entry).toMatchObject({ kind: 'edition_ended', by: { access: 'bosslevel' }, units: -1 })

    const [decided] = (
      await read<HistoryPage>(admin, `/cart/history?line=${line?._id}&kind=line_decided`)
    ).body.entries
    const refused = await room.ask('POST', `/cart/history/${decided?.batch}/undo`)
    expectProblem(refused, 'cannot_undo')
    expect(refused.body).toMatchObject({ message: 'OASIS 2028 has ended.' })
    expect((await room.ask('POST', `/cart/history/${body.batch}/undo`)).status).toBe(200)
    expect((await current()).name).toBe('OASIS 2028')
  })
})
