import {
  type ClientSession,
  type Document,
  type MongoClient,
  MongoError,
  MongoServerError,
} from 'mongodb'
import { ConfigError } from '#src/config.ts'
import { serverName } from './client.ts'

const UNAUTHORIZED = 13

/** Runs work of a tool without the time limits of requests; turns faults of MongoDB into a `ConfigError`. */
export async function patient<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof MongoError) throw new ConfigError([`MongoDB: ${error.message}`])
    throw error
  }
}

/** Runs `work` in one snapshot, without a time limit. */
export const inSnapshot = <T>(client: MongoClient, work: (session: ClientSession) => Promise<T>) =>
  patient(() => client.withSession({ snapshot: true }, work))

/** Connections of servers to this database, as far as the user of MONGODB_URL may see them. */
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
    // Without the privilege it still sees the connections of its own user.
    if (error instanceof MongoServerError && error.code === UNAUTHORIZED) return list(false)
    throw error
  }
}

/** Throws a `ConfigError` if a server uses the database. */
export async function checkAlone(client: MongoClient): Promise<void> {
  const servers = await listServers(client)
  if (servers.length > 0)
    throw new ConfigError([
      `Servers use the database ${client.options.dbName} (${servers.length} connections). Stop them first.`,
    ])
}
