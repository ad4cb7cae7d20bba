import { expect, it } from 'bun:test'
import * as fc from 'fast-check'
import type { Problem } from '#src/contract/problem.ts'
import { expectProblem } from '#tests/support/expect-problem.ts'
import type { Answer } from '#tests/support/ask.ts'
import { openOffice } from '#tests/support/office.ts'
import { atDepth, seed } from '#tests/support/random.ts'
import { readSpec } from '#tests/support/hostile-calls.ts'
import { hostile, type Sample, sensibleCalls, toRequest } from '#tests/support/hostile-requests.ts'

const RUNS = atDepth(250, 5_000)

const { portal, admin, club, room } = await openOffice({ config: { rateLimits: false } })
const item = await room.addItem()
const line = await room.orderLine(club, item)
const cartId = (await room.listCarts())[0]?.cart_id
const ids = { itemId: item._id, lineId: line._id, cartId, clubId: club.id }
const calls = sensibleCalls(await readSpec(portal), ids)

async function send(sample: Sample) {
  const { who, method, path, ...asked } = toRequest(sample, calls)
  const member = { admin, club, nobody: null }[who]
  return portal.request(method, path, { ...asked, ...(member && { token: member.token }) })
}

const isMailMissing = ({ body }: Answer<Problem>) => body?.code === 'mail_unavailable'

it('no request of a client causes an internal error, and the store stays sound', async () => {
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
