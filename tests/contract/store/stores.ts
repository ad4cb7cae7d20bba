/** The stores that keep the contract. */
import { afterAll, beforeAll, describe } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { joinReplicaSet, newDatabase, whyNoMongod } from '#tests/support/mongod.ts'
import { isLarge } from '#tests/support/random.ts'
import { describeWith } from '#tests/support/servers.ts'
import { openMongo, openSqlite } from '#tests/support/stores.ts'
import { makeFolders, startGuardedMongo } from '#tests/faults/support/guarded.ts'
import { prepareServer } from '#src/setup/database.ts'
import type { OpenTestStore } from './harness.ts'

/** An empty file for each call. */
const openFile: OpenTestStore = async ({ rateLimits = true } = {}) => {
  const directory = await mkdtemp(join(tmpdir(), 'store-'))
  const open = () => openSqlite(join(directory, 'portal.sqlite'), { rateLimits })
  let store = open()
  return {
    store,
    async reopen() {
      await store.close()
      store = open()
      return store
    },
    async end() {
      await store.close()
      await rm(directory, { recursive: true })
    },
  }
}

/** `keeper` may do everything; the store uses the address that `makeDatabase` answers. */
type Server = {
  keeper: MongoClient
  makeDatabase(name: string): Promise<string>
  close(): Promise<void>
}

async function joinServer(): Promise<Server> {
  const set = await joinReplicaSet()
  const keeper = new MongoClient(set.url('admin'))
  return {
    keeper,
    makeDatabase: async (name) => set.url(name),
    async close() {
      await keeper.close()
      await set.close()
    },
  }
}

/** A MongoDB as compose starts it: each database has a user with rights in it alone. */
async function startGuarded(): Promise<Server> {
  const folders = await makeFolders()
  const server = await startGuardedMongo(folders)
  await prepareServer(server.url, server.key)
  const keeper = server.openKeeper()
  return {
    keeper,
    async makeDatabase(name) {
      const url = new URL(server.url)
      url.pathname = name
      await prepareServer(url.href, server.key)
      return url.href
    },
    async close() {
      await keeper.close()
      await server.close()
      folders.close()
    },
  }
}

/** Calls `contract` with a function that opens an empty database. A database that a test has left is emptied and used again. */
function inMongo(start: () => Promise<Server>, contract: (open: OpenTestStore) => void): void {
  let server: Server
  const made: Database[] = []
  const free: Database[] = []
  type Database = { name: string; url: string }
  beforeAll(async () => void (server = await start()))
  afterAll(async () => {
    await Promise.all(made.map(({ name }) => server.keeper.db(name).dropDatabase()))
    await server.close()
  })

  async function makeDatabase(): Promise<Database> {
    const name = newDatabase('contract')
    const database = { name, url: await server.makeDatabase(name) }
    made.push(database)
    return database
  }
  contract(async ({ rateLimits = true } = {}) => {
    const database = free.pop() ?? (await makeDatabase())
    const open = () => openMongo(database.url, { rateLimits })
    let store = await open()
    return {
      store,
      async reopen() {
        await store.close()
        store = await open()
        return store
      },
      async end() {
        await store.close()
        const collections = await server.keeper.db(database.name).collections()
        await Promise.all(collections.map((collection) => collection.deleteMany({})))
        free.push(database)
      },
    }
  })
}

/**
 * Runs the tests of a contract against each store. `open` answers a new, empty store at each call. At the large depth also with the
 * rights that compose gives the portal.
 */
export function onEachStore(
  name: string,
  contract: (open: OpenTestStore, store: 'SQLite' | 'MongoDB') => void,
): void {
  describe(`${name}, SQLite`, () => contract(openFile, 'SQLite'))
  describeWith(`${name}, MongoDB`, whyNoMongod, () =>
    inMongo(joinServer, (open) => contract(open, 'MongoDB')),
  )
  if (isLarge)
    describeWith(`${name}, MongoDB as a user of one database`, whyNoMongod, () =>
      inMongo(startGuarded, (open) => contract(open, 'MongoDB')),
    )
}
