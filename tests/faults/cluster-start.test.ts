/** The message at the start when MongoDB cannot be used, and the behaviour when it fails later. */
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import type { OrderLine, StockItem } from '#src/contract/records.ts'
import {
  ask,
  createInstance,
  missingServer,
  runToEnd,
  SECRET,
  startCluster,
  type Cluster,
  type Env,
} from '#tests/support/cluster.ts'
import { describeWith } from '#tests/support/servers.ts'
import { enterLive } from '#tests/support/live-client.ts'
import { freePort, mongod, startReplicaSet, type ReplicaSet } from '#tests/support/mongod.ts'
import { until } from '#tests/support/until.ts'

const CALLS = 30

/** Runs a server that is expected to fail at the start with one line. Resolves with this line. */
async function failToStart(env: Env) {
  const dataDir = mkdtempSync(join(tmpdir(), 'refused-'))
  const { exitCode, out, errors } = await runToEnd([], {
    DATA_DIR: dataDir,
    JWT_SECRET: SECRET,
    LOG_LEVEL: 'silent',
    // one that waits for what will not come hangs
    STARTUP_WAIT: '600',
    PORT: '0',
    HOST: '127.0.0.1',
    ...env,
  })
  rmSync(dataDir, { recursive: true, force: true })
  expect(exitCode).toBe(1)
  expect(out).toBe('')
  const lines = errors.trim().split('\n')
  expect(lines).toHaveLength(1)
  return lines[0] ?? ''
}

/** A mongod outside a replica set, or one with authentication. */
async function startMongod(options: string[]) {
  const dir = mkdtempSync(join(tmpdir(), 'mongod-'))
  const port = await freePort()
  const keyFile = join(dir, 'key')
  writeFileSync(keyFile, 'c29tZSBieXRlcyB0aGF0IG5vYm9keSBrbm93cw==')
  chmodSync(keyFile, 0o600)
  const server = Bun.spawn(
    [
      mongod ?? '',
      `--dbpath=${dir}`,
      `--port=${port}`,
      '--bind_ip=127.0.0.1',
      '--wiredTigerCacheSizeGB=0.25',
      '--quiet',
      ...options.map((option) => option.replace('KEY', keyFile)),
    ],
    { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' },
  )
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/admin?directConnection=true`, {
    serverSelectionTimeoutMS: 60_000,
  })
  await client.db('admin').command({ ping: 1 })
  return {
    port,
    client,
    async close() {
      await client.close()
      server.kill('SIGKILL')
      await server.exited
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

describeWith('a server with MONGODB_URL', missingServer, () => {
  let set: ReplicaSet
  const ends: (() => Promise<void>)[] = []
  beforeAll(async () => {
    set = await startReplicaSet(1)
  })
  afterEach(async () => {
    for (const end of ends.splice(0)) await end()
  })
  afterAll(() => set?.close())

  test('without a reachable MongoDB waits for STARTUP_WAIT, and then fails with one line', async () => {
    const port = await freePort()
    const line = await failToStart({
      MONGODB_URL: `mongodb://127.0.0.1:${port}/portal?replicaSet=rs0`,
      STARTUP_WAIT: '3',
    })
    expect(line).toContain('MongoDB could not be reached within 3 s (STARTUP_WAIT)')
  })

  test('succeeds if MongoDB becomes available while it waits', async () => {
    const { port } = set.members[0] ?? { port: 0 }
    const instance = await createInstance({
      MONGODB_URL: set.url('late'),
      JWT_SECRET: SECRET,
      LOG_LEVEL: 'warn',
    })
    ends.push(() => instance.remove())
    const member = await set.primary()
    await set.kill(member)
    const started = instance.start()
    await until('it has tried', () => instance.printed().includes('store_not_reached'))
    await set.restart(member)
    await started
    expect((await ask(instance.url, 'GET', '/health/ready')).status).toBe(200)
    expect(port).toBe(member.port)
  })

  test('with a mongod outside a replica set says which option it needs', async () => {
    const alone = await startMongod([])
    ends.push(alone.close)
    const line = await failToStart({ MONGODB_URL: `mongodb://127.0.0.1:${alone.port}/portal` })
    expect(line).toContain('stand-alone mongod')
    expect(line).toContain('--replSet')
  })

  test('with a mongod outside a replica set says the same if the URL names a set', async () => {
    const alone = await startMongod([])
    ends.push(alone.close)
    const line = await failToStart({
      MONGODB_URL: `mongodb://127.0.0.1:${alone.port}/portal?replicaSet=rs0`,
      STARTUP_WAIT: '3',
    })
    expect(line).toContain('--replSet')
  })

  test('with a replica set that was never initiated says so', async () => {
    const empty = await startMongod(['--replSet=rs0'])
    ends.push(empty.close)
    const line = await failToStart({
      MONGODB_URL: `mongodb://127.0.0.1:${empty.port}/portal?replicaSet=rs0`,
      STARTUP_WAIT: '3',
    })
    expect(line).toContain('rs.initiate()')
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
    const instance = await createInstance({ MONGODB_URL: at('portal:right@'), JWT_SECRET: SECRET })
    ends.unshift(() => instance.remove())
    await instance.start()
    expect((await ask(instance.url, 'GET', '/health/ready')).status).toBe(200)
  })

  test('refuses a database of a newer version or of another program, and accepts another secret', async () => {
    const client = new MongoClient(set.url('taken'))
    ends.push(() => client.close())
    for (const secret of [SECRET, 'a secret that took the place of one that leaked']) {
      const instance = await createInstance({ MONGODB_URL: set.url('taken'), JWT_SECRET: secret })
      ends.unshift(() => instance.remove())
      await instance.start()
      expect((await ask(instance.url, 'GET', '/health/ready')).status).toBe(200)
    }
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
    const { url } = cluster.at(0)
    const { token } = cluster.admin
    const club = await cluster.addClub('Film Club')
    const { body: item } = await ask<StockItem>(url, 'POST', '/inventorys/inventory', {
      token,
      body: { itemName: 'Tape', itemQuantity: CALLS },
    })
    const rows = [{ item_id: item._id, ordered_quantity: 1 }]
    const order = { token: club.token, body: { userId: club.id, items: rows } }
    const placed = await ask<{ items: OrderLine[] }>(url, 'POST', '/cart/add-items', order)
    const line = placed.body.items[0]?._id
    const page = await enterLive(url, token)
    const member = await set.primary()
    const call = (index: number) => {
      const key = `key ${index}`
      return index % 2 === 0
        ? ask(url, 'POST', '/cart/add-items', { ...order, key })
        : ask(url, 'PUT', '/cart/update-multiple-cart-items', {
            token,
            key,
            body: { items: [{ _id: line, allotted_quantity: 1 }] },
          })
    }

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
    expect((await ask(url, 'GET', '/health/live')).status).toBe(200)
    let ready = await ask(url, 'GET', '/health/ready')
    while (ready.status === 200) ready = await ask(url, 'GET', '/health/ready')
    expect(ready.body).toMatchObject({ status: 'down', store: 'down' })

    await set.restart(member)
    const isReady = async () => (await ask(url, 'GET', '/health/ready')).status === 200
    await until('it has recovered', isReady)
    for (let index = 0; index < CALLS; index++) expect((await call(index)).status).toBe(200)
    const { body } = await ask<OrderLine[]>(url, 'GET', `/cart/cart-items-final/${club.id}`, {
      token: club.token,
    })
    expect(body).toMatchObject([{ ordered_quantity: 1 + CALLS / 2, allotted_quantity: CALLS / 2 }])
    const before = page.state('carts')?.rev ?? 0
    await ask(url, 'POST', '/cart/add-items', order)
    await until('pages hear again', () => (page.state('carts')?.rev ?? 0) > before)
    expect(page.isOpen()).toBe(true)
    await page.close()
    expect((await cluster.check()).exitCode).toBe(0)
  })
})
