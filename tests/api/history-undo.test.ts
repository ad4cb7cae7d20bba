import { describe, expect, it } from 'bun:test'
import type { HistoryPage } from '#src/contract/history.ts'
import type { FieldProblem } from '#src/contract/problem.ts'
import { expectProblem } from '#tests/support/expect-problem.ts'
import { enterLive } from '#tests/support/live-client.ts'
import { openOffice } from '#tests/support/office.ts'
import { until } from '#tests/support/until.ts'

const { portal, admin, club, room } = await openOffice({ config: { rateLimits: false } })

type Undone = { message: string; batch: string; refused: FieldProblem[] }
const undo = (batch: string, key?: string, query = '') =>
  room.ask<Undone>('POST', `/cart/history/${batch}/undo${query}`, undefined, key)
const undoRest = (batch: string, key?: string) => undo(batch, key, '?rest=true')
/** A write of the administrator; answers its batch. */
async function save(method: string, path: string, body?: unknown): Promise<string> {
  const answer = await room.ask<{ batch: string }>(method, path, body)
  expect(answer.status).toBeLessThan(300)
  return answer.body.batch
}
const allot = (...items: unknown[]) => save('PUT', '/cart/update-multiple-cart-items', { items })
const entriesOf = async (batch: string) =>
  (await room.ask<HistoryPage>('GET', `/cart/history?batch=${batch}`)).body.entries
const lineOf = async (id: string) => (await room.linesOf(club)).find(({ _id }) => _id === id)

async function orderedLine(itemQuantity = 10, ordered = 5) {
  const item = await room.addItem(itemQuantity)
  return { item, line: await room.orderLine(club, item, ordered) }
}

describe('POST /cart/history/{batch}/undo', () => {
  it('takes decisions back and tells the club at once; the undo can be undone', async () => {
    const { item, line } = await orderedLine()
    const live = await enterLive(portal.url, club.token)
    const batch = await allot({ _id: line._id, allotted_quantity: 4, status: 'Delivered' })
    const shown = () =>
      live.state('orders')?.data?.find(({ _id }) => _id === line._id)?.allotted_quantity
    await until('the units are shown', () => shown() === 4)
    const { status, body } = await undo(batch)
    expect([status, body]).toEqual([
      200,
      { message: 'Undone.', batch: expect.any(String), refused: [] },
    ])
    expect(await lineOf(line._id)).toEqual(line)
    expect((await room.summaryOf(item)).availableQuantity).toBe(10)
    await until('the units are back', () => shown() === 0)
    live.socket.close()

    const undone = { at: expect.any(String), by: { id: admin.id }, batch: body.batch }
    expect(await entriesOf(batch)).toMatchObject([{ undone }])
    const back = { kind: 'line_decided', units: -4, undoes: batch }
    expect(await entriesOf(body.batch)).toMatchObject([back])
    expect((await undo(body.batch)).status).toBe(200)
    expect(await lineOf(line._id)).toMatchObject({ allotted_quantity: 4, status: 'Delivered' })
    expectProblem(await undo(batch), 'already_undone')
  })

  it('takes the rest back and names the rows that stay, so that one club cannot lock a batch', async () => {
    const item = await room.addItem()
    const clubs = [club, await portal.createClub(), await portal.createClub()]
    const lines = await Promise.all(clubs.map((one) => room.orderLine(one, item, 5)))
    const batch = await allot(...lines.map(({ _id }) => ({ _id, status: 'Rejected' })))
    await room.orderLine(club, item, 1)
    const [locked] = (await entriesOf(batch)).filter(({ line }) => line?._id === lines[0]?._id)
    const { errors } = expectProblem(await undo(batch, 'a press'), 'cannot_undo')
    const [path, msg] = [`entries.${locked?._id}`, 'The status was changed since.']
    const refused = [{ path, msg }]
    expect(errors).toEqual([{ path, msg: `${msg} ${locked?.club?.clubName} changed it last.` }])

    const { status, body } = await undoRest(batch, 'the rest')
    expect([status, body]).toEqual([
      200,
      { message: 'Undone, but for 1 row.', batch: expect.any(String), refused },
    ])
    expect((await undoRest(batch, 'the rest')).body).toEqual(body)
    expectProblem(await undo(batch, 'the rest'), 'key_reused')
    for (const again of [await undo(batch), await undoRest(batch)])
      expectProblem(again, 'already_undone')
    const long = await undo(batch, 'k'.repeat(256))
    expect(expectProblem(long, 'invalid').errors?.[0]?.path).toBe('idempotency-key')
  })

  it('refuses rest where nothing is left, and a value that it does not know', async () => {
    const { line } = await orderedLine()
    const batch = await allot({ _id: line._id, remarks: 'Soon' })
    await allot({ _id: line._id, remarks: 'Later' })
    expectProblem(await undoRest(batch), 'cannot_undo')
    const unknown = await undo(batch, undefined, '?rest=1')
    expect(expectProblem(unknown, 'invalid').errors?.[0]?.path).toBe('rest')
  })
})
