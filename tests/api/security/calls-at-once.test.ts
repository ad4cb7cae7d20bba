/** One account has two calls under way, and sixteen wait. */
import { afterEach, describe, expect, test } from 'bun:test'
import { limits } from '#src/contract/limits.ts'
import { expectProblem } from '#tests/support/expect-problem.ts'
import { holdConnection } from '#tests/support/hold-connection.ts'
import { fillLongList, LONG_LIST } from '#tests/support/long-list.ts'
import { openOffice } from '#tests/support/office.ts'
import { type Member, startPortal } from '#tests/support/portal.ts'
import { until } from '#tests/support/until.ts'

const MOST = limits.requestsAtOnce + limits.requestsWaiting

type Held = Awaited<ReturnType<typeof holdConnection>>

const { portal, admin } = await openOffice()
const held: Held[] = []
afterEach(() => {
  for (const { socket } of held.splice(0)) socket.destroy()
})

/** An order whose last character does not come. */
async function holdOrder({ token }: Member, body = '{}', key = ''): Promise<Held> {
  const head = [
    'POST /cart/add-items HTTP/1.1',
    'Host: x',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    ...(key ? [`Idempotency-Key: ${key}`] : []),
  ]
  const sent = `${head.join('\r\n')}\r\n\r\n${body.slice(0, -1)}`
  const connection = await holdConnection(portal.url, sent)
  held.push(connection)
  return connection
}

/** Takes all places of an account; one order more than that is refused. */
async function takeAll(member: Member): Promise<{ refused: Held[]; placed: Held[] }> {
  const orders = await Promise.all(Array.from({ length: MOST + 1 }, () => holdOrder(member)))
  const isRefused = ({ heard }: Held) => heard.includes('requestId')
  await until('one is refused', () => orders.some(isRefused))
  return {
    refused: orders.filter(isRefused),
    placed: orders.filter((order) => !isRefused(order)),
  }
}

const read = ({ id, token }: Member) =>
  portal.request('GET', `/cart/cart-items-final/${id}`, { token })

describe('the calls of one account', () => {
  test('wait while two are under way, and the nineteenth is refused before its body is read', async () => {
    const [club, other] = [await portal.createClub(), await portal.createClub()]
    const { refused, placed } = await takeAll(club)
    expect(refused).toHaveLength(1)
    expect(refused[0]?.heard).toStartWith('HTTP/1.1 429')
    expect(refused[0]?.heard).toMatch(/^retry-after: 1\r$/im)
    const problem = expectProblem(await read(club), 'too_many_requests')
    expect(problem.message).toContain('18 calls of one account')
    expect((await read(other)).status).toBe(200)

    for (const { socket } of placed) socket.write('}')
    await until('all who waited are answered', () =>
      placed.every(({ heard }) => heard.startsWith('HTTP/1.1 422')),
    )
    expect((await read(club)).status).toBe(200)
  })

  test('are judged again once they have waited: who was moved meanwhile reads nothing of the club', async () => {
    const [person, other] = [await portal.createClub(), await portal.createClub()]
    const order = { userId: person.id, items: [{ itemName: 'Secret felt', ordered_quantity: 1 }] }
    const { token } = person
    const body = JSON.stringify(order)
    const placed = await portal.request('POST', '/cart/add-items', { token, body: order, key: 'a' })
    expect(placed.status).toBe(200)
    const orders = [await holdOrder(person, body, 'a'), await holdOrder(person, body, 'b')]
    const isUnderWay = (count: number) => () => portal.app.server?.pendingRequests === count
    await until('the orders are under way', isUnderWay(2))
    const reading = read(person)
    await until('the call waits for a place', isUnderWay(3))
    const begun = performance.now()
    const { people } = portal.deps.store
    await people.changePerson(person.id, { clubId: other.clubId }, admin.id, Date.now())
    await until('a second has passed', () => performance.now() > begun + 1_000)
    for (const { socket } of orders) socket.write('}')
    const answer = await reading
    await until('all are answered', () => orders.every(({ heard }) => heard !== ''))
    expectProblem(answer, 'unauthorized')
    for (const { heard } of orders) {
      expect(heard).toStartWith('HTTP/1.1 401')
      expect(heard).not.toContain('Secret felt')
    }
  })

  test('free their places when their clients go away', async () => {
    const club = await portal.createClub()
    const { placed } = await takeAll(club)
    for (const { socket } of placed) socket.destroy()
    await until('it has one again', async () => (await read(club)).status === 200)
  })

  test('keep their places until a long reply is read, or its client goes away', async () => {
    await fillLongList(portal.deps.store)
    const { token } = admin
    const ask = `GET ${LONG_LIST} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`
    for (const end of ['read', 'gone']) {
      const unread: Held[] = []
      for (let n = 0; n < limits.requestsAtOnce; n++) {
        const connection = await holdConnection(portal.url, ask)
        connection.socket.pause()
        unread.push(connection)
      }
      held.push(...unread)
      const isUnderWay = () => portal.app.server?.pendingRequests === limits.requestsAtOnce
      await until('all replies are under way', isUnderWay)
      const small = Array.from({ length: limits.requestsWaiting + 1 }, () =>
        portal.request('GET', '/inventorys/inventory', { token }),
      )
      const refused = await Promise.race(small)
      expectProblem(refused, 'too_many_requests')
      for (const { socket } of unread) if (end === 'gone') socket.destroy()
      for (const { socket } of unread) if (end === 'read') socket.resume()
      const statuses = (await Promise.all(small)).map(({ status }) => status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(limits.requestsWaiting)
    }
  })

  test('are all answered when three tabs read five lists each at the same moment', async () => {
    const { token } = await portal.createAdmin()
    const lists = [
      '/cart/board',
      '/cart/get-club-list',
      '/cart/cart-item-summary',
      '/cart/cart-item-summary-custom',
      '/inventorys/inventory',
    ]
    const reads = Array.from({ length: 3 }, () => lists).flat()
    const answers = await Promise.all(reads.map((path) => portal.request('GET', path, { token })))
    expect(answers.map(({ status }) => status)).toEqual(reads.map(() => 200))
  })

  test('are not counted with RATE_LIMITS=off', async () => {
    const free = await startPortal({ config: { rateLimits: false } })
    const { token } = await free.createClub()
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        free.request('GET', '/inventorys/inventory/user', { token }),
      ),
    )
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    await free.close()
  })
})
