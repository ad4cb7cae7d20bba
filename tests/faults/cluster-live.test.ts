/** Changes made through one instance reach the pages and sessions of the others. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { asClubId } from '#src/contract/ids.ts'
import {
  missingServer,
  startCluster,
  type Cluster,
  type Instance,
  type Person,
} from '#tests/support/cluster.ts'
import { type RedisServer, startRedis } from '#tests/support/redis.ts'
import { describeWith } from '#tests/support/servers.ts'
import { enterLive } from '#tests/support/live-client.ts'
import { until } from '#tests/support/until.ts'

const INSTANCES = 2
const SIGN_IN_AGAIN = 4401
/** Nothing of the club reaches somebody who left it after this. */
const ENDS_WITHIN_MS = 2_000

describeWith('two instances', missingServer, () => {
  let redis: RedisServer
  let cluster: Cluster
  beforeAll(async () => {
    redis = await startRedis()
    cluster = await startCluster({ redis, instances: INSTANCES })
  })
  afterEach(() => redis.resume())
  afterAll(async () => {
    await cluster?.close()
    await redis?.close()
  })

  const ends: Record<string, (person: Person) => Promise<unknown>> = {
    'signing out': ({ token }) => cluster.at(0).request('POST', '/users/logout', { token }),
    'a new password': ({ email }) =>
      cluster.changeAccount(email, '--password', 'another-lantern-43'),
    'another role': ({ email }) => cluster.changeAccount(email, '--role', 'bosslevel'),
    'being disabled': ({ email }) => cluster.changeAccount(email, '--disable'),
  }
  for (const [index, [name, end]] of Object.entries(ends).entries())
    test(`${name} ends a session on every instance, and closes its pages`, async () => {
      const person = await cluster.addClub(`Club ${index}`)
      const pages = await Promise.all(
        cluster.instances.map(({ url }) => enterLive(url, person.token)),
      )
      const read = ({ request }: Instance) =>
        request('GET', '/inventorys/inventory/user', { token: person.token })
      for (const instance of cluster.instances) expect((await read(instance)).status).toBe(200)
      await end(person)
      for (const instance of cluster.instances)
        await until('it is refused', async () => (await read(instance)).status === 401)
      const codes = pages.map((page) => page.closeCode())
      expect(await Promise.all(codes)).toEqual(cluster.instances.map(() => SIGN_IN_AGAIN))
    })

  /** Repeats calls until `hasEnded` answers its time, and twice as long as they may go on after it. */
  async function during(
    calls: readonly (() => Promise<unknown>)[],
    hasEnded: () => Promise<number>,
  ): Promise<number> {
    const span = { isOver: false }
    const running = calls.map(async (call) => {
      while (!span.isOver) await call()
    })
    const endedAt = await hasEnded()
    await until('twice as long has passed', () => performance.now() > endedAt + 2 * ENDS_WITHIN_MS)
    span.isOver = true
    await Promise.all(running)
    return endedAt
  }

  const order = (index: number, as: Person, clubId: string, itemName: string, key?: string) =>
    cluster.at(index).request('POST', '/cart/add-items', {
      token: as.token,
      body: { userId: clubId, items: [{ itemName, ordered_quantity: 1 }] },
      ...(key !== undefined && { key }),
    })

  async function change(person: Person, body: object): Promise<number> {
    const { token } = cluster.admin
    const path = `/users/people/${person.id}`
    expect((await cluster.at(0).request('PATCH', path, { token, body })).status).toBe(200)
    return performance.now()
  }

  /** Pages of a person at every instance, and when a frame or a noted text last held something. */
  async function listen(person: Person, isSecret: (text: string) => boolean) {
    let heardAt = 0
    const hear = (text: string) => {
      if (isSecret(text)) heardAt = performance.now()
    }
    const pages = await Promise.all(
      cluster.instances.map(({ url }) => enterLive(url, person.token)),
    )
    for (const { socket } of pages)
      socket.addEventListener('message', ({ data }) => hear(String(data)))
    return { pages, hear, heardAt: () => heardAt }
  }

  describe.each(['works', 'hangs'])('with a Redis that %s', (redisState) => {
    test.each(['moved', 'disabled'])(
      'who is %s while the club orders gets no byte of it after two seconds, on any instance',
      async (how) => {
        const named = `${how} ${redisState}`
        const founder = await cluster.addClub(`Founder ${named}`)
        const person = await cluster.addClub(`Person ${named}`, asClubId(founder.id))
        const elsewhere = await cluster.addClub(`Elsewhere ${named}`)
        expect((await order(0, person, founder.id, 'Secret', 'kept')).status).toBe(200)
        if (redisState === 'hangs') redis.pause()
        const { pages, hear, heardAt } = await listen(person, (text) => text.includes('Secret'))
        const calls = cluster.instances.flatMap(({ request }, index) => [
          () => order(index, founder, founder.id, 'Secret'),
          async () => {
            const { token } = person
            const path = `/cart/cart-items-final/${founder.id}`
            hear(JSON.stringify((await request('GET', path, { token })).body))
          },
          async () =>
            hear(JSON.stringify((await order(index, person, founder.id, 'Secret', 'kept')).body)),
        ])
        const endedAt = await during(calls, async () => {
          await until('it hears of the club', () => heardAt() > 0)
          return change(person, how === 'moved' ? { club: elsewhere.id } : { disabled: true })
        })
        expect(heardAt() - endedAt).toBeLessThan(ENDS_WITHIN_MS)
        for (const page of pages) expect(await page.closeCode()).toBe(SIGN_IN_AGAIN)
      },
    )

    test('an administrator who is disabled at an open board gets no row of it after two seconds', async () => {
      const club = await cluster.addClub(`Club beside a board ${redisState}`)
      const { email } = await cluster.addClub(`Leaving board ${redisState}`)
      await cluster.changeAccount(email, '--role', 'bosslevel')
      const leaving = await cluster.signIn(email)
      const { pages, heardAt } = await listen(leaving, (text) => text.includes('"board"'))
      for (const page of pages) page.say({ type: 'open', topic: 'board' })
      if (redisState === 'hangs') redis.pause()
      const calls = cluster.instances.map(
        (_, index) => () => order(index, club, club.id, 'Lantern'),
      )
      const endedAt = await during(calls, async () => {
        await until('it hears of the board', () => heardAt() > 0)
        return change(leaving, { disabled: true })
      })
      expect(heardAt() - endedAt).toBeLessThan(ENDS_WITHIN_MS)
      for (const page of pages) expect(await page.closeCode()).toBe(SIGN_IN_AGAIN)
    })
  })

  test('a club that orders all the time keeps no change of an administrator waiting', async () => {
    const club = await cluster.addClub('Eager')
    const { token } = cluster.admin
    const span = { isOver: false }
    const orders = cluster.instances.flatMap((_, index) =>
      Array.from({ length: 2 }, async () => {
        while (!span.isOver) await order(index, club, club.id, 'Lantern')
      }),
    )
    const answerTo = async (method: 'PUT' | 'PATCH', path: string, body: object) => {
      const { status } = await cluster.at(0).request(method, path, { token, body })
      return `${method} ${path} ${status}`
    }
    const answers = [
      await answerTo('PUT', '/cart/decisions-held', { held: true }),
      await answerTo('PUT', '/cart/decisions-held', { held: false }),
      await answerTo('PATCH', `/users/clubs/${club.id}`, { name: 'Very Eager' }),
      await answerTo('PUT', '/cart/confirm-disabled', { isConfirmDisabled: true }),
    ]
    span.isOver = true
    await Promise.all(orders)
    expect(answers).toEqual([
      'PUT /cart/decisions-held 200',
      'PUT /cart/decisions-held 200',
      `PATCH /users/clubs/${club.id} 200`,
      'PUT /cart/confirm-disabled 200',
    ])
  })
})
