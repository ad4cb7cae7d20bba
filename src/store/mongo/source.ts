import type { MongoClient } from 'mongodb'
import type { Source } from '../transfer.ts'
import { openConnection } from './connection.ts'
import { readRows } from './rows.ts'
import { prepareDatabase } from './schema.ts'
import { checkAlone, inSnapshot } from './tools.ts'

/** Reads the store in MongoDB in one snapshot. `isAlone`: no server may use it meanwhile. */
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
