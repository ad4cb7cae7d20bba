import {
  type ClientSession,
  type Document,
  type MongoClient,
  MongoError,
  MongoServerError,
} from 'mongodb'
import { ConfigError } from '#src/config.ts'
import type { Source, Target } from '../transfer.ts'
import { openConnection, serverName } from './connection.ts'
import { COLLECTION_NAMES } from './documents.ts'
import { countRows, readRows, writeRows } from './rows.ts'
import { prepareDatabase } from './schema.ts'
import { verify } from './verify.ts'

const UNAUTHORIZED = 13

/** Whole stores take longer than any request may wait, so the store's own limits of time are left aside here. */
async function patient<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof MongoError) throw new ConfigError([`MongoDB: ${error.message}`])
    throw error
  }
}

const inSnapshot = <T>(client: MongoClient, work: (session: ClientSession) => Promise<T>) =>
  patient(() => client.withSession({ snapshot: true }, work))

/** Connections of our servers to this database, as far as the user of MONGODB_URL may see any. */
async function listServers(client: MongoClient): Promise<Document[]> {
  const list = (allUsers: boolean) =>
    client
      .db('admin')
      .aggregate([
        { $currentOp: { allUsers, idleConnections: true } },
        { $match: { appName: serverName(client.options.dbName) } },
      ])
      .toArray()
  try {
    return await list(true)
  } catch (error) {
    // Who may not see others still sees those of the same user.
    if (error instanceof MongoServerError && error.code === UNAUTHORIZED) return list(false)
    throw error
  }
}

async function checkAlone(client: MongoClient): Promise<void> {
  const servers = await listServers(client)
  if (servers.length > 0)
    throw new ConfigError([
      `Servers use the database ${client.options.dbName} (${servers.length} connections). Stop them first.`,
    ])
}

/** The store in MongoDB at one moment. With `isAlone` no server may use it meanwhile, else any number. */
export async function openMongoSource(
  client: MongoClient,
  { isAlone }: { isAlone: boolean },
): Promise<Source> {
  const connection = openConnection(client)
  try {
    await prepareDatabase(connection.db)
    if (isAlone) await checkAlone(client)
  } catch (error) {
    await connection.close()
    throw error
  }
  return {
    read: (give) => inSnapshot(client, (session) => readRows(connection, session, give)),
    close: connection.close,
  }
}

/** A database in MongoDB that no server uses. One whose transfer was interrupted counts as empty. */
export async function openMongoTarget(client: MongoClient): Promise<Target> {
  const connection = openConnection(client)
  const { db, portal, ordering } = connection
  let carts = 0
  let isDisabled = false
  let installation: string | undefined
  try {
    await prepareDatabase(db, { mayArrive: true })
    await checkAlone(client)
  } catch (error) {
    await connection.close()
    throw error
  }
  return {
    isEmpty: () =>
      patient(async () => {
        if ((await portal.findOne({ _id: 'portal' }))?.isArriving) return true
        const [account, item] = await Promise.all([
          connection.accounts.findOne(),
          connection.items.findOne(),
        ])
        return account === null && item === null
      }),
    begin: () =>
      patient(async () => {
        await portal.updateOne({ _id: 'portal' }, { $set: { isArriving: true } })
        for (const name of COLLECTION_NAMES)
          if (name !== 'portal' && name !== 'ordering') await db.collection(name).deleteMany({})
      }),
    write: (batch) =>
      patient(async () => {
        if (batch.kind === 'portal') {
          isDisabled = batch.rows[0]?.isConfirmDisabled ?? false
          installation = batch.rows[0]?.installation
        }
        if (batch.kind === 'carts') carts += batch.rows.length
        await writeRows(connection, batch, isDisabled)
      }),
    count: () => patient(() => countRows(connection)),
    async verify() {
      await patient(() =>
        ordering.updateOne(
          { _id: 'ordering' },
          { $set: { isConfirmDisabled: isDisabled, rev: 1, carts } },
        ),
      )
      return inSnapshot(client, (session) => verify(connection, session))
    },
    finish: () =>
      patient(async () => {
        await portal.updateOne(
          { _id: 'portal' },
          {
            $set: { epoch: Bun.randomUUIDv7(), ...(installation && { installation }) },
            $unset: { isArriving: '' },
          },
        )
      }),
    close: connection.close,
  }
}
