import type { ClientSession } from 'mongodb'
import { emailKey } from '#src/rules/names.ts'
import { noticesOf } from '#src/rules/notices.ts'
import type { Account, AccountChange, NewAccount, AccountStore } from '../port.ts'
import type { Connection } from './connection.ts'
import type { AccountDoc } from './documents.ts'
import type { MailDocs } from './mail.ts'
import { joinSwitch } from './ordering.ts'
import type { Topics } from './topics.ts'

const toAccount = ({ _id, ...account }: AccountDoc): Account => ({ id: _id, ...account })

/** Creates and changes accounts inside a transaction, for the areas `accounts` and `codes`. */
export function openAccountDocs(connection: Connection, mails: MailDocs) {
  const { accounts, carts, settled } = connection

  async function find(by: { id: string } | { email: string }, session?: ClientSession) {
    const from = session ? accounts : settled.accounts
    const found = await from.findOne(
      'id' in by ? { _id: by.id } : { email: emailKey(by.email) },
      session ? { session } : {},
    )
    return found ? toAccount(found) : null
  }

  return {
    find,
    /** `null` if the address has an account already. */
    async create(given: NewAccount, session: ClientSession): Promise<Account | null> {
      const email = emailKey(given.email)
      if (await find({ email }, session)) return null
      const { clubName, cordName, mobile, access, passwordHash } = given
      const _id = Bun.randomUUIDv7()
      const account = { clubName, cordName, mobile, access, passwordHash, disabled: false, ver: 1 }
      await accounts.insertOne({ _id, email, ...account }, { session })
      const open = await joinSwitch(connection, session)
      await carts.insertOne(
        {
          _id: Bun.randomUUIDv7(),
          accountId: _id,
          rev: 0,
          detailsRev: 0,
          open,
          lines: [],
        },
        { session },
      )
      return { id: _id, email, ...account }
    },
    /** Also queues the mails that notify the account. */
    async change(
      account: Account,
      change: AccountChange,
      now: number,
      session: ClientSession,
    ): Promise<Account> {
      const after = { ...account, ...change }
      const endsTokens =
        after.passwordHash !== account.passwordHash ||
        after.access !== account.access ||
        after.disabled !== account.disabled
      if (endsTokens) after.ver = account.ver + 1
      const { id, ...fields } = after
      await accounts.updateOne({ _id: id }, { $set: fields }, { session })
      for (const purpose of noticesOf(account, after))
        await mails.queue(account.email, purpose, now, session)
      return after
    },
  }
}

export type AccountDocs = ReturnType<typeof openAccountDocs>

/** The area `accounts`. */
export function openAccounts(
  connection: Connection,
  docs: AccountDocs,
  topics: Topics,
): AccountStore {
  const { accounts, carts, endedTokens, run, settled, transact } = connection
  return {
    create: (account) => transact((session) => docs.create(account, session)),
    hasAny: () =>
      run(async () => (await settled.accounts.findOne({}, { projection: { _id: 1 } })) !== null),
    find: (by) => run(() => docs.find(by)),
    async change(email, change, now) {
      const changed = await transact(async (session) => {
        const before = await docs.find({ email }, session)
        if (!before) return null
        const value = await docs.change(before, change, now, session)
        const isRenamed =
          value.clubName !== before.clubName ||
          value.cordName !== before.cordName ||
          value.mobile !== before.mobile
        if (isRenamed)
          await carts.updateOne({ accountId: value.id }, { $inc: { detailsRev: 1 } }, { session })
        return { value, isRenamed }
      })
      if (!changed) return null
      const moved = await topics.told(changed.isRenamed ? ['carts'] : [])
      return { value: changed.value, moved }
    },
    renewPasswordHash: (accountId, before, after) =>
      run(async () => {
        await accounts.updateOne(
          { _id: accountId, passwordHash: before },
          { $set: { passwordHash: after } },
        )
      }),
    readSession: (accountId, jti) =>
      run(async () => {
        // A token that ends between the two reads passes this request, but not the next one.
        const [ended, account] = await Promise.all([
          settled.endedTokens.findOne({ _id: jti }, { projection: { _id: 1 } }),
          docs.find({ id: accountId }),
        ])
        return account ? { account, ended: ended !== null } : null
      }),
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
