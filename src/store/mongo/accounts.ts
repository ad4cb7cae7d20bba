import type { ClientSession } from 'mongodb'
import type { ClubState } from '#src/contract/people.ts'
import { accountChangedEntry, accountMadeEntry, TOOL } from '#src/rules/entries.ts'
import { emailKey, nameKey } from '#src/rules/names.ts'
import { changedAccount, noticesOf } from '#src/rules/notices.ts'
import { clubToJoin, inClub } from '#src/rules/people.ts'
import { notFound } from '#src/rules/refusal.ts'
import {
  type Account,
  type AccountChange,
  type AccountStore,
  type Club,
  type NewAccount,
} from '../port.ts'
import type { Connection } from './connection.ts'
import { type AccountDoc, type ClubDoc, toAccount } from './documents.ts'
import type { Entries } from './entries.ts'
import type { MailDocs } from './mail.ts'
import type { Topics } from './topics.ts'

function toStored(account: Account): Omit<AccountDoc, 'batch'> {
  const { id: _id, clubName: _, ...stored } = account
  return { _id, ...stored }
}

/** Creates and changes accounts inside a transaction, for the areas `accounts` and `codes`. */
export function openAccountDocs(
  connection: Connection,
  { mails, entries }: { mails: MailDocs; entries: Entries },
) {
  const { accounts, carts, clubs, ordering, settled } = connection

  async function find(by: { id: string } | { email: string }, session?: ClientSession) {
    const from = session ? accounts : settled.accounts
    const [found] = await from
      .aggregate<AccountDoc & { clubs: ClubDoc[] }>(
        [
          { $match: 'id' in by ? { _id: by.id } : { email: emailKey(by.email) } },
          {
            $lookup: {
              from: clubs.collectionName,
              localField: 'clubId',
              foreignField: '_id',
              as: 'clubs',
            },
          },
        ],
        session ? { session } : {},
      )
      .toArray()
    if (!found) return null
    const { clubs: own, ...account } = found
    return toAccount(account, own[0])
  }

  /** The club of an id, or a new one with its cart. A club has the id of its founder, unless they founded another one before. */
  async function clubFor(
    personId: string,
    wanted: ReturnType<typeof clubToJoin>,
    session: ClientSession,
  ): Promise<Club | null> {
    if (wanted === null) return null
    if ('id' in wanted) {
      const club = await clubs.findOne({ _id: wanted.id }, { session })
      if (!club) throw notFound('This club')
      return { id: club._id, name: club.name, state: club.state }
    }
    const isFounder = (await clubs.findOne({ _id: personId }, { session })) !== null
    const _id = isFounder ? Bun.randomUUIDv7() : personId
    const club = { name: wanted.name, state: 'active' } as const
    await clubs.insertOne({ _id, ...club }, { session })
    // A change of the switches at the same time would not reach the new cart.
    await ordering.updateOne({ _id: 'ordering' }, { $inc: { accounts: 1 } }, { session })
    await carts.insertOne(
      {
        _id: Bun.randomUUIDv7(),
        accountId: _id,
        rev: 0,
        detailsRev: 0,
        switches: 0,
        knownSince: null,
        lines: [],
      },
      { session },
    )
    return { id: _id, ...club }
  }

  /** Moves the topic `carts` for these clubs. */
  const moveDetails = (ids: readonly (string | null)[], batch: string, session: ClientSession) =>
    carts.updateMany(
      { accountId: { $in: ids.filter((id) => id !== null) } },
      { $inc: { detailsRev: 1 }, $max: { batch } },
      { session },
    )

  return {
    find,
    async stateOf(clubId: string, session: ClientSession): Promise<ClubState> {
      return (await clubs.findOne({ _id: clubId }, { session }))?.state ?? 'waiting'
    },
    /** `by` is the author, `null` for the account itself. Answers `null` if the address has an account already. */
    async create(
      { clubId, clubName, ...given }: NewAccount,
      by: string | null,
      session: ClientSession,
    ): Promise<Account | null> {
      const email = emailKey(given.email)
      if (await find({ email }, session)) return null
      const id = Bun.randomUUIDv7()
      const club = await clubFor(id, clubToJoin(given.access, { clubId, clubName }), session)
      const account: Account = {
        ...given,
        id,
        email,
        ...inClub(club, Date.now()),
        disabled: false,
        ver: 1,
        orderMails: true,
      }
      const batch = entries.nextBatch([])
      await accounts.insertOne({ ...toStored(account), batch }, { session })
      const made = {
        by: by ?? id,
        asClub: by === null ? account.clubId : null,
        at: Date.now(),
        entries: [accountMadeEntry(account)],
      }
      await entries.add(batch, made, session)
      await moveDetails([account.clubId], batch, session)
      return account
    },
    /** Also queues the mails that notify the account. Moves the topic `carts` if the history has a new entry. */
    async change(
      account: Account,
      change: AccountChange,
      { by, now }: { by: string | null; now: number },
      session: ClientSession,
    ): Promise<{ after: Account; isEntered: boolean }> {
      const { clubId, clubName, ...fields } = change
      const { access = account.access } = fields
      const wanted = clubToJoin(access, { clubId, clubName }, account.clubId)
      const stays = wanted !== null && 'id' in wanted && wanted.id === account.clubId
      const after = changedAccount(account, {
        ...fields,
        ...(!stays && inClub(await clubFor(account.id, wanted, session), now)),
      })
      const { _id, ...stored } = toStored(after)
      const before = await accounts.findOneAndUpdate({ _id }, { $set: stored }, { session })
      const entry = accountChangedEntry(account, after)
      if (entry) {
        const batch = entries.nextBatch([before])
        await accounts.updateOne({ _id }, { $set: { batch } }, { session })
        await entries.add(batch, { by, at: now, entries: [entry] }, session)
        await moveDetails([account.clubId, after.clubId], batch, session)
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
    clubOf: (id) =>
      run(async () => {
        const club = await settled.clubs.findOne({ _id: id }, { projection: { _id: 1 } })
        if (club) return club._id
        const person = await settled.accounts.findOne({ _id: id }, { projection: { clubId: 1 } })
        return person?.clubId ?? null
      }),
    clubsNamed: (name) =>
      run(async () =>
        (await settled.clubs.find().toArray())
          .map(({ _id: id, ...club }) => ({ id, ...club }))
          .filter((club) => nameKey(club.name) === nameKey(name)),
      ),
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
