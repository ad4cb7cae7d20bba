import type { MongoClient } from 'mongodb'
import { copyRows, type Target } from '../transfer.ts'
import { openConnection } from './connection.ts'
import { collectionsOf } from './documents.ts'
import { writeRows } from './rows.ts'
import { prepareDatabase } from './schema.ts'
import { toSource } from './source.ts'
import { checkAlone, inSnapshot, patient } from './tools.ts'
import { verify } from './verify.ts'

/** A database in MongoDB that no server uses, as a target. After an interrupted transfer it counts as empty. */
export async function openMongoTarget(client: MongoClient): Promise<Target> {
  const connection = openConnection(client)
  const { db, portal } = connection
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
        const { portal: _, ordering: __, ...others } = collectionsOf(db)
        for (const collection of Object.values(others)) await collection.deleteMany({})
      }),
    write: (batch) => patient(() => writeRows(connection, batch)),
    count: () => copyRows(toSource(client, connection), async () => {}),
    verify: () => inSnapshot(client, (session) => verify(connection, session)),
    finish: () =>
      patient(async () => {
        await portal.updateOne(
          { _id: 'portal' },
          { $set: { epoch: Bun.randomUUIDv7() }, $unset: { isArriving: '' } },
        )
      }),
    close: connection.close,
  }
}
