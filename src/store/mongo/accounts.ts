import type { ClientSession } from 'mongodb'
import { accountChangedEntry, accountMadeEntry, TOOL } from '#src/rules/entries.ts'
import { emailKey } from '#src/rules/names.ts'
import { changedAccount, noticesOf } from '#src/rules/notices.ts'
import { type Account, type AccountChange, type AccountStore, type NewAccount } from '../port.ts'
import type { Connection } from './connection.ts'
import { toAccount } from './documents.ts'
import type { Entries } from './entries.ts'
import type { MailDocs } from './mail.ts'
import type { Topics } from './topics.ts'

/** Creates and changes accounts inside a transaction, for the areas `accounts` and `codes`. */
export function openAccountDocs(
  connection: Connection,
  { mails, entries }: { mails: MailDocs; entries: Entries },
) {
  const { accounts, carts, ordering, settled } = connection

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
    /** `by` is the author, `null` for the account itself. Answers `null` if the address has an account already. */
    async create(
      given: NewAccount,
      by: string | null,
      session: ClientSession,
    ): Promise<Account | null> {
      const email = emailKey(given.email)
      if (await find({ email }, session)) return null
      const _id = Bun.randomUUIDv7()
      const account = { ...given, email, disabled: false, ver: 1, orderMails: true }
      const batch = entries.nextBatch([])
      await accounts.insertOne({ _id, ...account, batch }, { session })
      const made = { by: by ?? _id, at: Date.now(), entries: [accountMadeEntry(_id)] }
      await entries.add(batch, made, session)
      // A change of the switches at the same time would not reach the new cart.
      await ordering.updateOne({ _id: 'ordering' }, { $inc: { accounts: 1 } }, { session })
      await carts.insertOne(
        {
          _id: Bun.randomUUIDv7(),
          accountId: _id,
          rev: 0,
          detailsRev: 1,
          switches: 0,
          knownSince: null,
          lines: [],
        },
        { session },
      )
      return { id: _id, ...account }
    },
    /** Also queues the mails that notify the account. Moves the topic `carts` if the history has a new entry. */
    async change(
      account: Account,
      change: AccountChange,
      { by, now }: { by: string | null; now: number },
      session: ClientSession,
    ): Promise<{ after: Account; isEntered: boolean }> {
      const after = changedAccount(account, change)
      const { id, ...fields } = after
      const before = await accounts.findOneAndUpdate({ _id: id }, { $set: fields }, { session })
      const entry = accountChangedEntry(account, after)
      if (entry) {
        const batch = entries.nextBatch([before])
        await accounts.updateOne({ _id: id }, { $set: { batch } }, { session })
        await entries.add(batch, { by, at: now, entries: [entry] }, session)
        await carts.updateOne({ accountId: id }, { $inc: { detailsRev: 1 } }, { session })
      }
      for (const purpose of noticesOf(account, after))
        await mails.queue({ to: account.email, purpose }, now, session)
      return { after, isEntered: entry !== null }
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
  const { accounts, endedTokens, run, settled, transact } = connection
  return {
    create: (account) => transact((session) => docs.create(account, TOOL, session)),
    hasAny: () =>
      run(async () => (await settled.accounts.findOne({}, { projection: { _id: 1 } })) !== null),
    find: (by) => run(() => docs.find(by)),
    async change(email, change, now) {
      const { value, moved } = await topics.write(async (session) => {
        const before = await docs.find({ email }, session)
        if (!before) return { value: null }
        const { after, isEntered } = await docs.change(before, change, { by: TOOL, now }, session)
        return { value: after, topics: isEntered ? ['carts'] : [] }
      })
      return value && { value, moved }
    },
    setOrderMails: (accountId, orderMails) =>
      run(async () => {
        await accounts.updateOne({ _id: accountId }, { $set: { orderMails } })
      }),
    renewPasswordHash: (accountId, before, after) =>
      run(async () => {
        await accounts.updateOne(
          { _id: accountId, passwordHash: before },
          { $set: { passwordHash: after } },
        )
      }),
    readSession: (accountId, jti) =>
      run(async () => {
        const [account, ended] = await Promise.all([
          docs.find({ id: accountId }),
          settled.endedTokens.findOne({ _id: jti }, { projection: { _id: 1 } }),
        ])
        return account && { account, ended: ended !== null }
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
