/** Changes made through one instance reach the pages and sessions of the others. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { asClubId } from '#src/contract/ids.ts'
import {
  missingServer,
  startCluster,
  type Cluster,
  type Instance,
  type Person,
} from '#tests/support/cluster.ts'
import { describeWith } from '#tests/support/servers.ts'
import { enterLive } from '#tests/support/live-client.ts'
import { until } from '#tests/support/until.ts'

const INSTANCES = 2
const SIGN_IN_AGAIN = 4401
/** Nothing of the club reaches somebody who left it after this. */
const ENDS_WITHIN_MS = 2_000

describeWith('two instances', missingServer, () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster({ instances: INSTANCES })
  })
  afterAll(() => cluster.close())

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

  test.each(['moved', 'disabled'])(
    'who is %s while the club orders gets no byte of it after two seconds, on any instance',
    async (how) => {
      const founder = await cluster.addClub(`Founder of ${how}`)
      const person = await cluster.addClub(`Person ${how}`, asClubId(founder.id))
      const elsewhere = await cluster.addClub(`Elsewhere ${how}`)
      const order = (index: number, who: Person, itemName: string, key?: string) =>
        cluster.at(index).request('POST', '/cart/add-items', {
          token: who.token,
          body: { userId: founder.id, items: [{ itemName, ordered_quantity: 1 }] },
          ...(key !== undefined && { key }),
        })
      expect((await order(0, person, 'Secret', 'kept')).status).toBe(200)
      const pages = await Promise.all(
        cluster.instances.map(({ url }) => enterLive(url, person.token)),
      )
      /** When a call or a frame last held something of the club. */
      let heardAt = 0
      const hear = (text: string) => {
        if (text.includes('Secret')) heardAt = performance.now()
      }
      for (const { socket } of pages)
        socket.addEventListener('message', ({ data }) => hear(String(data)))

      const span = { isOver: false }
      async function again(call: () => Promise<unknown>): Promise<void> {
        while (!span.isOver) await call()
      }
      const calls = cluster.instances.flatMap(({ request }, index) => [
        again(() => order(index, founder, 'Secret')),
        again(async () => {
          const { token } = person
          const path = `/cart/cart-items-final/${founder.id}`
          hear(JSON.stringify((await request('GET', path, { token })).body))
        }),
        again(async () =>
          hear(JSON.stringify((await order(index, person, 'Secret', 'kept')).body)),
        ),
      ])
      await until('it hears of the club', () => heardAt > 0)
      const body = how === 'moved' ? { club: elsewhere.id } : { disabled: true }
      const { token } = cluster.admin
      const path = `/users/people/${person.id}`
      const asked = await cluster.at(0).request('PATCH', path, { token, body })
      const endedAt = performance.now()
      expect(asked.status).toBe(200)
      const isOver = () => performance.now() > endedAt + 2 * ENDS_WITHIN_MS
      await until('twice as long has passed', isOver)
      span.isOver = true
      await Promise.all(calls)
      expect(heardAt - endedAt).toBeLessThan(ENDS_WITHIN_MS)
      for (const page of pages) expect(await page.closeCode()).toBe(SIGN_IN_AGAIN)
    },
  )

  test('a club that orders all the time keeps no change of an administrator waiting', async () => {
    const club = await cluster.addClub('Eager')
    const { token } = cluster.admin
    const span = { isOver: false }
    const orders = cluster.instances.flatMap(({ request }) =>
      Array.from({ length: 2 }, async () => {
        const body = { userId: club.id, items: [{ itemName: 'Lantern', ordered_quantity: 1 }] }
        while (!span.isOver) await request('POST', '/cart/add-items', { token: club.token, body })
      }),
    )
    const change = async (method: 'PUT' | 'PATCH', path: string, body: object) => {
      const { status } = await cluster.at(0).request(method, path, { token, body })
      return `${method} ${path} ${status}`
    }
    const answers = [
      await change('PUT', '/cart/decisions-held', { held: true }),
      await change('PUT', '/cart/decisions-held', { held: false }),
      await change('PATCH', `/users/clubs/${club.id}`, { name: 'Very Eager' }),
      await change('PUT', '/cart/confirm-disabled', { isConfirmDisabled: true }),
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
