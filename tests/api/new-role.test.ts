/** Roles fail closed: a new role has no right until the table of rights grants one. */
import { afterAll, expect, it } from 'bun:test'
import { ROLES } from '#src/contract/statuses.ts'
import { expectProblem } from '#tests/support/expect-problem.ts'
import { openOffice } from '#tests/support/office.ts'
import { callsOf, readSpec } from '#tests/support/hostile-calls.ts'

const NEW_ROLE = 'storekeeper'
// The list is read-only for the compiler only, so the test can add a role as a later version would.
const roles = ROLES as readonly string[] as string[]

const { portal } = await openOffice()
const member = await portal.createAccount({ access: NEW_ROLE })
roles.push(NEW_ROLE)
afterAll(() => void roles.pop())

it('a new role is refused by every guarded call, also for its own records', async () => {
  const calls = callsOf(await readSpec(portal), { userId: member.id }).filter(
    (call) => call.isGuarded,
  )
  expect(calls.length).toBeGreaterThan(15)
  for (const { method, path } of calls) {
    const answer = await portal.request(method, path, { token: member.token })
    expect([`${method} ${path}`, answer.status]).toEqual([`${method} ${path}`, 403])
    expectProblem(answer, 'forbidden')
  }
})
