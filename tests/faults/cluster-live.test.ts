/** Changes made through one instance reach the pages and sessions of the others. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
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
})
