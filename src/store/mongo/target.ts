import type { MongoClient } from 'mongodb'
import { copyRows, type Target } from '../transfer.ts'
import { openConnection } from './connection.ts'
import { writeRows } from './rows.ts'
import { INCOMING, prepareDatabase, prepareIncoming, putIncomingInPlace } from './schema.ts'
import { toSource } from './source.ts'
import { checkAlone, inSnapshot, patient } from './tools.ts'
import { verify } from './verify.ts'

/**
 * A database in MongoDB that no server uses, as a target. The new store is built beside the present one, which stays as it is until `finish`. A
 * database in which a `finish` was interrupted counts as empty, and no server starts on it.
 */
export async function openMongoTarget(client: MongoClient): Promise<Target> {
  const { db, portal, accounts, items, close } = openConnection(client)
  const incoming = openConnection(client, undefined, INCOMING)
  try {
    await prepareDatabase(db, { mayArrive: true })
    await checkAlone(client)
  } catch (error) {
    await close()
    throw error
  }
  return {
    isEmpty: () =>
      patient(async () => {
        if ((await portal.findOne({ _id: 'portal' }))?.isArriving) return true
        const [account, item] = await Promise.all([accounts.findOne(), items.findOne()])
        return account === null && item === null
      }),
    begin: () => patient(() => prepareIncoming(db)),
    write: (batch) => patient(() => writeRows(incoming, batch)),
    count: () => copyRows(toSource(client, incoming), async () => {}),
    verify: () => inSnapshot(client, (session) => verify(incoming, session)),
    finish: () =>
      patient(async () => {
        // From here on no server starts; one that started meanwhile is seen.
        const { modifiedCount } = await portal.updateOne(
          { _id: 'portal' },
          { $set: { isArriving: true } },
        )
        try {
          await checkAlone(client)
        } catch (error) {
          if (modifiedCount > 0)
            await portal.updateOne({ _id: 'portal' }, { $unset: { isArriving: '' } })
          throw error
        }
        await putIncomingInPlace(db)
      }),
    close,
  }
}
