/** MongoDB and Redis refuse clients without a password, and give the portal only the rights that it needs. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync, statSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { createClient } from 'redis'
import { createLogger } from '#src/monitoring/log.ts'
import { openRedis } from '#src/realtime/redis.ts'
import { prepareServer } from '#src/setup/database.ts'
import { serverName } from '#src/store/mongo/client.ts'
import type { Nudge } from '#src/store/port.ts'
import { useFolder } from '#tests/support/folder.ts'
import { whyNoMongod } from '#tests/support/mongod.ts'
import { whyNoRedis } from '#tests/support/redis.ts'
import { runTool } from '#tests/support/program.ts'
import { describeWith, testWith } from '#tests/support/servers.ts'
import { ADMIN, callsOn, NOON, openMongo } from '#tests/support/stores.ts'
import { until } from '#tests/support/until.ts'
import { makeFolders, startGuardedMongo, startGuardedRedis } from './support/guarded.ts'
import { lookAt, makeAYear, SECRET } from './support/transfers.ts'

const log = createLogger('silent')
const folder = useFolder()

let secrets: Awaited<ReturnType<typeof makeFolders>>
beforeAll(async () => void (secrets = await makeFolders()))
afterAll(() => secrets.close())

test('the secrets are created once, and each service can read only its own', async () => {
  const files = () =>
    Object.values(secrets.folders).flatMap((folder) =>
      readdirSync(folder).map((name) => {
        const { mode } = statSync(join(folder, name))
        return [name, (mode & 0o777).toString(8)]
      }),
    )
  expect(Object.fromEntries(files())).toEqual({
    'jwt-secret': '600',
    'mongodb-url': '600',
    'redis-url': '600',
    keyfile: '640',
    'users.acl': '640',
  })
  const texts = () => [
    secrets.read('app', 'jwt-secret'),
    secrets.read('app', 'mongodb-url'),
    secrets.read('app', 'redis-url'),
    secrets.read('mongo', 'keyfile'),
    secrets.read('redis', 'users.acl'),
  ]
  const before = texts()
  await secrets.remake()
  expect(texts()).toEqual(before)
  const { password } = new URL(secrets.read('app', 'redis-url'))
  expect(password).toHaveLength(64)
  expect(secrets.read('redis', 'users.acl')).not.toContain(password)
})

describeWith('MongoDB', whyNoMongod, () => {
  let server: Awaited<ReturnType<typeof startGuardedMongo>>
  let keeper: MongoClient

  beforeAll(async () => {
    server = await startGuardedMongo(secrets)
    await prepareServer(server.url, server.key)
    keeper = server.openKeeper()
  })
  afterAll(async () => {
    await keeper.close()
    await server.close()
  })

  test('refuses clients without the right password', async () => {
    for (const credentials of ['', 'portal:guessed@']) {
      const stranger = new MongoClient(
        `mongodb://${credentials}${server.host}/portal?directConnection=true`,
      )
      const asked = stranger.db('portal').collection('accounts').findOne()
      expect(await asked.catch(({ codeName }) => codeName)).toBeOneOf([
        'Unauthorized',
        'AuthenticationFailed',
      ])
      await stranger.close()
    }
  })

  test('gives the portal access to its own database only', async () => {
    const portal = new MongoClient(server.url)
    expect(await portal.db().collection('accounts').findOne()).toBeNull()
    const tries = [
      portal.db('other').collection('a').findOne(),
      portal
        .db('admin')
        .command({ listDatabases: 1 })
        .then(({ databases }) => databases.length),
      portal.db('admin').collection('system.users').findOne(),
      portal.db().command({ createUser: 'second', pwd: 'a', roles: [] }),
      portal.db('admin').command({ shutdown: 1 }),
      portal.db('admin').command({ replSetStepDown: 1 }),
      portal.db('local').collection('oplog.rs').findOne(),
    ]
    const codes = await Promise.all(tries.map((asked) => asked.catch(({ codeName }) => codeName)))
    // The list names only databases that the user may read and that are not empty.
    expect(codes).toEqual(codes.map((_, index) => (index === 1 ? 0 : 'Unauthorized')))
    await portal.close()
  })

  test('is prepared at each start, and takes a new password from the file', async () => {
    await prepareServer(server.url, server.key)
    const changed = server.url.replace(/:[0-9a-f]{64}@/, `:${'0'.repeat(64)}@`)
    await prepareServer(changed, server.key)
    const before = new MongoClient(server.url)
    expect(await before.connect().catch(({ codeName }) => codeName)).toBe('AuthenticationFailed')
    await prepareServer(server.url, server.key)
    const now = new MongoClient(server.url)
    await now.connect()
    await Promise.all([before.close(), now.close()])
  })

  test('lets the portal end a transaction that another instance left behind', async () => {
    const store = await openMongo(server.url)
    const { _id, rev } = await callsOn(() => store).item('Tape', 5)
    const other = new MongoClient(server.url, { appName: serverName('portal') })
    const session = other.startSession()
    session.startTransaction()
    await other
      .db()
      .collection('items')
      .updateOne({ itemName: 'Tape' }, { $set: { itemQuantity: 9 } }, { session })
    const edit = () =>
      store.stock.edit(_id, { rev, itemQuantity: 7 }, ADMIN, NOON).then(
        () => true,
        () => false,
      )
    await until('the item can be written', edit)
    await other.close()
    await store.close()
    await keeper.db('portal').dropDatabase()
  })

  test('lets the tools check, back up and restore, and see a server that runs', async () => {
    const env = { DATA_DIR: folder(), MONGODB_URL: server.url, JWT_SECRET: SECRET }
    const run = (...words: string[]) => runTool(words, env)
    expect((await run('check')).code).toBe(0)
    let store = await openMongo(server.url)
    await makeAYear(store, Date.now())
    const look = async () => {
      const { stock, carts, orders } = await lookAt(store)
      return { stock, carts, orders }
    }
    const before = await look()
    expect((await run('check')).code).toBe(0)
    expect(await run('backup', '--to', folder())).toMatchObject({ code: 0 })
    const file = readdirSync(folder()).find((name) => name.endsWith('.gz')) ?? ''
    const restore = () => run('restore', '--from', folder(file), '--replace')
    const refused = await restore()
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('Stop them first')])
    await store.close()
    await keeper.db('portal').collection('items').deleteMany({})
    expect(await restore()).toMatchObject({ code: 0 })
    store = await openMongo(server.url)
    expect(await look()).toEqual(before)
    await store.close()
    await keeper.db('portal').dropDatabase()
  })
})

describeWith('Redis', whyNoRedis, () => {
  let server: Awaited<ReturnType<typeof startGuardedRedis>>
  beforeAll(async () => void (server = await startGuardedRedis(secrets)))
  afterAll(() => server.close())

  const open = (installation: string) =>
    openRedis({ url: server.url, installation, log, now: Date.now })

  test('refuses clients without a password', async () => {
    for (const words of [
      ['KEYS', '*'],
      ['EVAL', 'return 1', '0'],
      ['CONFIG', 'GET', '*'],
      ['PING'],
    ])
      expect(await server.say(...words)).toStartWith('-NOAUTH')
    expect(await server.say('AUTH', 'portal', 'guessed')).toStartWith('-WRONGPASS')
    expect(await server.say('AUTH', 'default', '')).toStartWith('-WRONGPASS')
  })

  test('gives the portal access to its own keys and channels only', async () => {
    const client = createClient({ url: server.url, maintNotifications: 'disabled' })
    await client.connect()
    const refused: string[][] = [
      ['KEYS', '*'],
      ['SCAN', '0'],
      ['FLUSHALL'],
      ['CONFIG', 'GET', 'dir'],
      ['ACL', 'LIST'],
      ['MODULE', 'LIST'],
      ['SHUTDOWN'],
      ['SCRIPT', 'FLUSH'],
      ['FUNCTION', 'LIST'],
      ['CLIENT', 'KILL', 'TYPE', 'normal'],
      ['REPLICAOF', 'NO', 'ONE'],
      ['GET', 'portal:a'],
      ['DEL', 'other'],
      ['PUBLISH', 'other', 'a'],
      ['EVAL', "return redis.call('HSET', KEYS[1], 'a', 1)", '1', 'other'],
      ['EVAL', "return redis.call('KEYS', '*')", '0'],
    ]
    for (const words of refused)
      expect([words, String(await client.sendCommand(words).catch(String))]).toEqual([
        words,
        expect.stringMatching(/NOPERM|No permissions|can't run this command/),
      ])
    expect(await client.del('portal:a')).toBe(0)
    client.destroy()
  })

  test('carries counts and nudges between instances, also after an outage', async () => {
    const installation = crypto.randomUUID()
    const [here, there] = await Promise.all([open(installation), open(installation)])
    const once = { free: 1, windowMs: 60_000 }
    const nudgedTo = (rev: number) => {
      const heard: Nudge[] = []
      const stop = there.bus.subscribe((nudge) => void heard.push(nudge))
      here.bus.publish([{ topic: 'carts', rev }])
      return until('the other hears it', () => heard.some((nudge) => nudge.rev === rev)).finally(
        stop,
      )
    }
    for (const key of ['before', 'after']) {
      await until('both are connected', () =>
        [here, there].every(({ bus }) => bus.status() === 'ok'),
      )
      expect(await here.counters.take(key, once)).toBe(0)
      expect(await there.counters.take(key, once)).toBeGreaterThan(59_000)
      await there.counters.giveBack(key)
      expect(await there.counters.take(key, once)).toBe(0)
      await here.counters.clear(key)
      expect(await there.counters.take(key, once)).toBe(0)
      await nudgedTo(key.length)
      if (key === 'after') continue
      await server.kill()
      await until('both see that it is away', () =>
        [here, there].every(({ bus }) => bus.status() === 'down'),
      )
      await server.start()
    }
    for (const { bus, counters } of [here, there]) {
      await counters.close()
      await bus.close()
    }
  })

  const outside = Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.family === 'IPv4' && !address.internal)?.address

  const whyNotOutside = outside ? null : 'this machine has no other IPv4 address'
  testWith('accepts the password from another machine too', whyNotOutside, async () => {
    const open = await startGuardedRedis(secrets, ['--bind', '0.0.0.0'])
    const url = open.url.replace('127.0.0.1', outside ?? '')
    const client = createClient({ url, maintNotifications: 'disabled' })
    await client.connect()
    expect(await client.ping()).toBe('PONG')
    client.destroy()
    await open.close()
  })
})
