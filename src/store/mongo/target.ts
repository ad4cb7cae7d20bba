import type { MongoClient } from 'mongodb'
import { FIRST_ORDERING } from '#src/rules/window.ts'
import type { Target } from '../transfer.ts'
import { openConnection } from './connection.ts'
import { COLLECTION_NAMES } from './documents.ts'
import { toWindow } from './ordering.ts'
import { countRows, writeRows } from './rows.ts'
import { prepareDatabase } from './schema.ts'
import { checkAlone, inSnapshot, patient } from './tools.ts'
import { verify } from './verify.ts'

/** A database in MongoDB that no server uses, as a target. After an interrupted transfer it counts as empty. */
export async function openMongoTarget(client: MongoClient): Promise<Target> {
  const connection = openConnection(client)
  const { db, portal, ordering } = connection
  let carts = 0
  let flag = FIRST_ORDERING
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
          const [row] = batch.rows
          if (row) ({ installation, ...flag } = row)
        }
        if (batch.kind === 'carts') carts += batch.rows.length
        await writeRows(connection, batch, flag)
      }),
    count: () => patient(() => countRows(connection)),
    async verify() {
      await patient(() =>
        ordering.updateOne(
          { _id: 'ordering' },
          {
            $set: {
              isConfirmDisabled: !flag.isOpen,
              decisionsHeld: flag.decisionsHeld,
              window: toWindow(flag),
              rev: 1,
              carts,
            },
          },
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
