import { describe, expect, it } from 'bun:test'
import type { HistoryPage } from '#src/contract/history.ts'
import type { HeldClub } from '#src/contract/records.ts'
import { openOffice } from '#tests/support/office.ts'

const { portal, club, room } = await openOffice({
  config: { rateLimits: false },
  club: { clubName: 'Film Club' },
})
const line = await room.orderLine(club, await room.addItem(10), 4)
const { ask } = room

const announce = (body: unknown = {}) => ask('POST', '/cart/announce', body)

describe('holding decisions back', () => {
  it('is told to everybody, and answers the batch of its entry once', async () => {
    const on = await ask('PUT', '/cart/decisions-held', { held: true })
    expect(on.body).toEqual({ decisionsHeld: true, batch: expect.any(String) })
    expect((await ask('PUT', '/cart/decisions-held', { held: true })).body).toEqual({
      decisionsHeld: true,
    })
    const { body } = await portal.request('GET', '/cart/confirm-disabled')
    expect<unknown>(body).toMatchObject({ isConfirmDisabled: false, decisionsHeld: true })
  })

  it('announces nothing when nothing is held: 200 with zeros', async () => {
    for (const body of [{}, { user_ids: [] }, { user_ids: [club.id] }]) {
      const { status, body: answer } = await announce(body)
      expect(status).toBe(200)
      expect(answer).toEqual({
        message: 'Announced 0 decisions to 0 clubs.',
        clubs: 0,
        lines: 0,
      })
    }
  })

  it('lists what is held, with what the club sees, until it is announced', async () => {
    await room.allot([{ _id: line._id, allotted_quantity: 3, status: 'Ready' }])
    const announced = { allotted_quantity: 0, status: 'Pending', remarks: '' } as const
    const { body } = await ask<HeldClub[]>('GET', '/cart/held-decisions')
    const held = { ...line, allotted_quantity: 3, status: 'Ready', announced } as const
    const { id: user_id, email } = club
    expect(body).toEqual([{ user_id, clubName: 'Film Club', email, lines: [held] }])
    expect(await room.linesOf(club)).toEqual([held])
    const message = 'Paint was short.'
    const { body: answer } = await announce({ user_ids: [club.id], message: ` ${message} ` })
    expect(answer).toMatchObject({
      message: 'Announced 1 decision to 1 club.',
      clubs: 1,
      lines: 1,
      batch: expect.any(String),
    })
    expect((await ask('GET', '/cart/held-decisions')).body).toEqual([] as never)
    const { body: own } = await portal.request<HistoryPage>('GET', `/cart/history/${club.id}`, {
      token: club.token,
    })
    const fields = own.entries[0]?.changes?.map(({ field }) => field)
    expect(own.entries[0]).toMatchObject({ kind: 'announced', message })
    expect(fields).toEqual(['allotted_quantity', 'status'])
  })

  it('refuses an unknown account', async () => {
    expect((await announce({ user_ids: [Bun.randomUUIDv7()] })).status).toBe(404)
  })
})
