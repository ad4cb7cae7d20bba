/** The message at the start when MongoDB cannot be used, and the behaviour when it fails later. */
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { MongoClient } from 'mongodb'
import {
  createInstance,
  missingServer,
  SECRET,
  startCluster,
  type Cluster,
  type Env,
} from '#tests/support/cluster.ts'
import { useFolder } from '#tests/support/folder.ts'
import { enterLive } from '#tests/support/live-client.ts'
import { freePort, startMongod, startReplicaSet, type ReplicaSet } from '#tests/support/mongod.ts'
import { runTool } from '#tests/support/program.ts'
import { describeWith } from '#tests/support/servers.ts'
import { until } from '#tests/support/until.ts'

const CALLS = 30
const folder = useFolder()

/** Runs a server that is expected to fail at the start with one line. Resolves with this line. */
async function failToStart(env: Env) {
  const { code, out, err } = await runTool([], {
    DATA_DIR: folder(crypto.randomUUID()),
    JWT_SECRET: SECRET,
    LOG_LEVEL: 'silent',
    // one that waits for what will not come hangs
    STARTUP_WAIT: '600',
    PORT: '0',
    HOST: '127.0.0.1',
    ...env,
  })
  expect({ code, out }).toEqual({ code: 1, out: '' })
  const lines = err.trim().split('\n')
  expect(lines).toHaveLength(1)
  return lines[0] ?? ''
}

describeWith('a server with MONGODB_URL', missingServer, () => {
  let set: ReplicaSet
  const ends: (() => Promise<void>)[] = []
  beforeAll(async () => {
    set = await startReplicaSet()
  })
  afterEach(async () => {
    for (const end of ends.splice(0)) await end()
  })
  afterAll(() => set?.close())

  async function startInstance(env: Env) {
    const instance = await createInstance({ JWT_SECRET: SECRET, ...env })
    ends.unshift(() => instance.remove())
    await instance.start()
    expect((await instance.request('GET', '/health/ready')).status).toBe(200)
    return instance.printed()
  }

  test('says in one line what is wrong with MongoDB, after STARTUP_WAIT where that may change', async () => {
    const [alone, empty] = await Promise.all([startMongod(), startMongod(['--replSet=rs0'])])
    ends.push(alone.close, empty.close)
    const inSet = '?replicaSet=rs0'
    const cases: [port: number, query: string, wait: string, said: string[]][] = [
      [await freePort(), inSet, '1', ['MongoDB could not be reached within 1 s (STARTUP_WAIT)']],
      [alone.port, '', '600', ['stand-alone mongod', '--replSet']],
      [alone.port, inSet, '1', ['--replSet']],
      [empty.port, inSet, '1', ['rs.initiate()']],
    ]
    await Promise.all(
      cases.map(async ([port, query, wait, said]) => {
        const url = `mongodb://127.0.0.1:${port}/portal${query}`
        const line = await failToStart({ MONGODB_URL: url, STARTUP_WAIT: wait })
        for (const text of said) expect(line).toContain(text)
      }),
    )
  })

  test('starts if MongoDB becomes available while it waits', async () => {
    const instance = await createInstance({ MONGODB_URL: set.url('late'), JWT_SECRET: SECRET })
    ends.push(() => instance.remove())
    const member = await set.primary()
    await set.kill(member)
    const started = instance.start()
    await until('it has tried', () => instance.printed().includes('store_not_reached'))
    await set.restart(member)
    await started
    expect((await instance.request('GET', '/health/ready')).status).toBe(200)
  })

  test('with a wrong password, or none, says what to check and does not wait', async () => {
    const locked = await startMongod(['--replSet=rs0', '--keyFile=KEY'])
    ends.push(locked.close)
    const admin = locked.client.db('admin')
    await admin.command({
      replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: `127.0.0.1:${locked.port}` }] },
    })
    let isPrimary = false
    while (!isPrimary) isPrimary = (await admin.command({ hello: 1 })).isWritablePrimary === true
    await admin.command({ createUser: 'portal', pwd: 'right', roles: ['root'] })
    const at = (who: string) =>
      `mongodb://${who}127.0.0.1:${locked.port}/portal?replicaSet=rs0&authSource=admin`
    for (const who of ['portal:wrong@', '']) {
      const line = await failToStart({ MONGODB_URL: at(who) })
      expect(line).toContain('user name or the password of MONGODB_URL')
    }
    await startInstance({ MONGODB_URL: at('portal:right@') })
  })

  test('refuses a database of a newer version or of another program, and accepts another secret', async () => {
    const client = new MongoClient(set.url('taken'))
    ends.push(() => client.close())
    for (const JWT_SECRET of [SECRET, 'a secret that took the place of one that leaked'])
      // as there is no account, it says how to make the first
      expect(await startInstance({ MONGODB_URL: set.url('taken'), JWT_SECRET })).toContain(
        'admin --email ADDRESS --role bosslevel',
      )
    const portal = client.db().collection<{ _id: string; schema: number }>('portal')
    await portal.updateOne({ _id: 'portal' }, { $set: { schema: 999 } })
    const newer = await failToStart({ MONGODB_URL: set.url('taken') })
    expect(newer).toContain('newer version')
    await client.db('foreign').collection('invoices').insertOne({ total: 1 })
    const foreign = await failToStart({ MONGODB_URL: set.url('foreign') })
    expect(foreign).toContain('invoices')
  })
})

describeWith('a running server whose MongoDB fails', missingServer, () => {
  let set: ReplicaSet
  let cluster: Cluster
  beforeAll(async () => {
    set = await startReplicaSet()
    cluster = await startCluster({ instances: 1, set })
  })
  afterAll(async () => {
    await cluster?.close()
    await set?.close()
  })

  test('answers every request with 503 and Retry-After, and recovers without a restart', async () => {
    const { url, request } = cluster.at(0)
    const room = cluster.room()
    const club = await cluster.addClub('Film Club')
    const item = await room.addItem(CALLS)
    const rows = [{ item_id: item._id, ordered_quantity: 1 }]
    const { _id } = await room.orderLine(club, item)
    const page = await enterLive(url, cluster.admin.token)
    const member = await set.primary()
    const call = (index: number) =>
      index % 2 === 0
        ? room.order(club, rows, { key: `key ${index}` })
        : room.allot([{ _id, allotted_quantity: 1 }], `key ${index}`)

    // The early calls are under way when MongoDB dies; the late ones start afterwards.
    const early = Array.from({ length: CALLS / 2 }, (_, index) => call(index))
    await Promise.race(early)
    await set.kill(member)
    const late = Array.from({ length: CALLS / 2 }, (_, index) => call(CALLS / 2 + index))
    const answers = await Promise.all([...early, ...late])
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.length).toBeGreaterThanOrEqual(CALLS / 2)
    for (const { status, headers, body } of refused) {
      expect(status).toBe(503)
      expect(headers.get('retry-after')).toMatch(/^\d+$/)
      expect(body.code).toBe('store_unavailable')
    }
    expect((await request('GET', '/health/live')).status).toBe(200)
    let ready = await request('GET', '/health/ready')
    while (ready.status === 200) ready = await request('GET', '/health/ready')
    expect(ready.body).toMatchObject({ status: 'down', store: 'down' })

    await set.restart(member)
    const isReady = async () => (await request('GET', '/health/ready')).status === 200
    await until('it has recovered', isReady)
    for (let index = 0; index < CALLS; index++) expect((await call(index)).status).toBe(200)
    expect(await room.linesOf(club)).toMatchObject([
      { ordered_quantity: 1 + CALLS / 2, allotted_quantity: CALLS / 2 },
    ])
    const before = page.state('carts')?.rev ?? 0
    await room.order(club, rows)
    await until('pages hear again', () => (page.state('carts')?.rev ?? 0) > before)
    expect(page.isOpen()).toBe(true)
    await page.close()
    expect((await cluster.check()).code).toBe(0)
  })
})
