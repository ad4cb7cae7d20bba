import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import * as fc from 'fast-check'
import type { Problem } from '#src/contract/problem.ts'
import { expectProblem } from '#tests/support/expect-problem.ts'
import type { Answer } from '#tests/support/ask.ts'
import { type Member, type Portal, startPortal } from '#tests/support/portal.ts'
import { atDepth, seed } from '#tests/support/random.ts'
import {
  type Call,
  hostile,
  type Sample,
  sensibleCalls,
  toRequest,
} from '#tests/support/hostile-requests.ts'
import { openStockRoom } from '#tests/support/stock.ts'

const RUNS = atDepth(400, 5_000)

let portal: Portal
let admin: Member
let club: Member
let calls: Call[]

beforeAll(async () => {
  portal = await startPortal({ config: { rateLimits: false } })
  admin = await portal.createAdmin()
  club = await portal.createClub()
  const room = openStockRoom(portal, admin)
  const item = await room.addItem()
  const line = await room.orderLine(club, item)
  const cartId = (await room.listCarts())[0]?.cart_id
  calls = sensibleCalls({ itemId: item._id, lineId: line._id, cartId, clubId: club.id })
})
afterAll(() => portal.close())

async function send(sample: Sample) {
  const { who, method, path, ...asked } = toRequest(sample, calls)
  const member = { admin, club, nobody: null }[who]
  return portal.request(method, path, { ...asked, ...(member && { token: member.token }) })
}

const isMailMissing = ({ body }: Answer<Problem>) => body?.code === 'mail_unavailable'

describe('any request of a client', () => {
  it('never causes an internal error', async () => {
    const seen = new Map<number, number>()
    await fc.assert(
      fc.asyncProperty(hostile, async (sample) => {
        const answer = await send(sample)
        seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1)
        if (answer.status < 400 || isMailMissing(answer)) return
        expect(answer.status).toBeLessThan(500)
        if (answer.headers.get('content-type')?.startsWith('application/json'))
          expectProblem(answer, answer.body.code)
      }),
      { seed, numRuns: RUNS },
    )
    expect(portal.lines.filter(({ event }) => event === 'internal_error')).toEqual([])
    // The generator must produce both valid and invalid requests to prove anything.
    for (const status of [200, 400, 401, 403, 404, 415, 422])
      expect(seen.get(status) ?? 0, `answers of ${status}`).toBeGreaterThan(0)
  })

  it('leaves the store consistent', async () => {
    expect((await portal.deps.store.upkeep.verify()).broken).toEqual([])
  })
})
