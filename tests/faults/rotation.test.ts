import { expect, test } from 'bun:test'
import { createInstance, type Env, signIn } from '#tests/support/cluster.ts'
import { whyNoMongod, withDatabase } from '#tests/support/mongod.ts'
import { testWith } from '#tests/support/servers.ts'

const OLD = 'the secret that somebody has got hold of'
const NEW = 'the secret that takes the place of the old'
const ADMIN = { ADMIN_EMAIL: 'admin@portal.example', ADMIN_PASSWORD: 'violet-lantern-42' }
const PROMISE =
  'after a leaked secret is replaced and the sessions expire, nothing signed with it is accepted'

/** The steps of the runbook. `store` names the store. */
async function drill(store: Env): Promise<void> {
  const env: Env = { ...ADMIN, DEMO: 'off', JWT_SECRET: OLD, ...store }
  const instance = await createInstance(env)
  await instance.start()
  async function restartWith(changed: Env): Promise<void> {
    await instance.stop()
    delete env['JWT_SECRET_PREVIOUS']
    Object.assign(env, changed)
    await instance.start()
  }
  const read = async (token: string) =>
    (await instance.request('GET', '/inventorys/inventory', { token })).status
  const enter = () => signIn(instance.url, ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD)

  const before = await enter()
  await restartWith({ JWT_SECRET: NEW, JWT_SECRET_PREVIOUS: OLD })
  expect(await read(before.token)).toBe(200)
  const after = await enter()
  expect(after.id).toBe(before.id)
  await restartWith({ JWT_SECRET: NEW })
  expect(await read(before.token)).toBe(401)
  expect(await read(after.token)).toBe(200)
  expect((await enter()).id).toBe(before.id)
  await instance.remove()
}

test(PROMISE, () => drill({}))

testWith(`${PROMISE}, on MongoDB`, whyNoMongod, () =>
  withDatabase('rotation', (MONGODB_URL) => drill({ MONGODB_URL })),
)
