import { afterAll, beforeAll, expect, test } from 'bun:test'
import { ask, createInstance, type Env, type Instance, signIn } from '#tests/support/cluster.ts'
import { type JoinedSet, joinReplicaSet, newDatabase, whyNoMongod } from '#tests/support/mongod.ts'
import { describeWith } from '#tests/support/servers.ts'

const OLD = 'the secret that somebody has got hold of'
const NEW = 'the secret that takes the place of the old'
const ADMIN = { ADMIN_EMAIL: 'admin@portal.example', ADMIN_PASSWORD: 'violet-lantern-42' }

/** The steps of the runbook, on one store. `store` names it. */
function drill(store: () => Env): void {
  const env: Env = { ...ADMIN, DEMO: 'off', JWT_SECRET: OLD }
  let instance: Instance
  beforeAll(async () => {
    instance = await createInstance(Object.assign(env, store()))
    await instance.start()
  })
  afterAll(() => instance.remove())

  async function restartWith(changed: Env): Promise<void> {
    await instance.stop()
    delete env['JWT_SECRET_PREVIOUS']
    Object.assign(env, changed)
    await instance.start()
  }
  const read = async (token: string) =>
    (await ask(instance.url, 'GET', '/inventorys/inventory', { token })).status
  const enter = () => signIn(instance.url, ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD)

  test('after a leaked secret is replaced and the sessions expire, nothing signed with it is accepted', async () => {
    const before = await enter()
    await restartWith({ JWT_SECRET: NEW, JWT_SECRET_PREVIOUS: OLD })
    expect(await read(before.token)).toBe(200)
    const after = await enter()
    expect(after.id).toBe(before.id)
    await restartWith({ JWT_SECRET: NEW })
    expect(await read(before.token)).toBe(401)
    expect(await read(after.token)).toBe(200)
    expect((await enter()).id).toBe(before.id)
  })
}

describeWith('on the embedded store', null, () => drill(() => ({})))

describeWith('on MongoDB', whyNoMongod, () => {
  let set: JoinedSet
  beforeAll(async () => void (set = await joinReplicaSet()))
  afterAll(() => set.close())
  drill(() => ({ MONGODB_URL: set.url(newDatabase('rotation')) }))
})
