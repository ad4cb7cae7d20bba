import type { MongoClient } from 'mongodb'
import type { Source } from '../transfer.ts'
import { type Connection, openConnection } from './connection.ts'
import { readRows } from './rows.ts'
import { prepareDatabase } from './schema.ts'
import { checkAlone, inSnapshot } from './tools.ts'

/** Reads every row in one snapshot. */
export const toSource = (client: MongoClient, connection: Connection): Source => ({
  read: (give) => inSnapshot(client, (session) => readRows(connection, session, give)),
  close: connection.close,
})

/** The store in MongoDB as a source. `isAlone`: no server may use it meanwhile. */
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
  return toSource(client, connection)
}
