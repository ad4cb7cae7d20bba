/** Changes made through one instance reach the pages and sessions of the others. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import {
  ask,
  missingServer,
  startCluster,
  type Cluster,
  type Person,
} from '#tests/support/cluster.ts'
import { describeWith } from '#tests/support/servers.ts'
import { enterLive } from '#tests/support/live-client.ts'
import { until } from '#tests/support/until.ts'

const INSTANCES = 3
const SIGN_IN_AGAIN = 4401

describeWith('three instances', missingServer, () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster({ instances: INSTANCES })
  })
  afterAll(() => cluster.close())

  const ends: Record<string, (person: Person) => Promise<unknown>> = {
    'signing out': ({ token }) => ask(cluster.at(0).url, 'POST', '/users/logout', { token }),
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
      const isRefused = async (url: string) =>
        (await ask(url, 'GET', '/inventorys/inventory/user', { token: person.token })).status ===
        401
      expect(await Promise.all(cluster.instances.map(({ url }) => isRefused(url)))).not.toContain(
        true,
      )
      await end(person)
      for (const { url } of cluster.instances)
        await until('the session is refused', () => isRefused(url))
      const codes = pages.map((page) => page.closeCode())
      expect(await Promise.all(codes)).toEqual(cluster.instances.map(() => SIGN_IN_AGAIN))
    })
})
