import type { Account, AccountStore } from '../port.ts'
import type { Connection } from './connection.ts'
import { type AccountDoc, toAccount } from './documents.ts'
import { createGathering } from './gather.ts'
import { JOINT_READS } from './joint-reads.ts'

type Asked = { accountId: string; jti: string }
type Session = { account: Account; ended: boolean }
type Found = AccountDoc | { _id: string; isEnded: true }

/** The methods of the area `accounts` that every request needs. */
export function openSessions({
  endedTokens,
  run,
  settled,
}: Connection): Pick<AccountStore, 'readSession' | 'endToken'> {
  /** One command for all who ask meanwhile. */
  const read = createGathering<Asked, Session | null>(async (callers) => {
    const accountIds = [...new Set(callers.map(({ asked }) => asked.accountId))]
    const jtis = [...new Set(callers.map(({ asked }) => asked.jti))]
    const found = await settled.accounts
      .aggregate<Found>([
        { $match: { _id: { $in: accountIds } } },
        {
          $unionWith: {
            coll: endedTokens.collectionName,
            pipeline: [
              { $match: { _id: { $in: jtis } } },
              { $project: { isEnded: { $literal: true } } },
            ],
          },
        },
      ])
      .toArray()
    const accounts = new Map<string, Account>()
    const ended = new Set<string>()
    for (const document of found)
      if ('isEnded' in document) ended.add(document._id)
      else accounts.set(document._id, toAccount(document))
    for (const { asked, resolve } of callers) {
      const account = accounts.get(asked.accountId)
      resolve(account ? { account, ended: ended.has(asked.jti) } : null)
    }
  }, JOINT_READS)

  return {
    readSession: (accountId, jti) => run(() => read({ accountId, jti })),
    endToken: (jti, accountId, expiresAt) =>
      run(async () => {
        await endedTokens.updateOne(
          { _id: jti },
          { $setOnInsert: { accountId, expiresAt: new Date(expiresAt) } },
          { upsert: true },
        )
      }),
  }
}
