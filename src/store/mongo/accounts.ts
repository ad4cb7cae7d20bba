import type { ClientSession, Filter } from 'mongodb'
import { emailKey } from '#src/rules/names.ts'
import { DEPARTMENT } from '#src/contract/people.ts'
import type { Account, AccountStore, Club } from '../port.ts'
import type { Tables } from '../tables.ts'
import type { Connection } from './connection.ts'
import type { AccountDoc, ClubDoc, Collections } from './documents.ts'
import type { Moves } from './topics.ts'

const toClub = ({ _id: id, ...club }: ClubDoc): Club => ({ id, ...club })

function toStored(account: Account): AccountDoc {
  const { id: _id, clubName: _, ...stored } = account
  return { _id, ...stored }
}

/** Accounts with the names of their clubs, the longest-standing first. */
async function findAccounts(
  { accounts, clubs }: Collections,
  filter: Filter<AccountDoc>,
  options: { session?: ClientSession } = {},
): Promise<Account[]> {
  const found = await accounts
    .aggregate<AccountDoc & { clubs: ClubDoc[] }>(
      [
        { $match: filter },
        { $sort: { joinedAt: 1, _id: 1 } },
        {
          $lookup: {
            from: clubs.collectionName,
            localField: 'clubId',
            foreignField: '_id',
            as: 'clubs',
          },
        },
      ],
      options,
    )
    .toArray()
  return found.map(({ clubs: own, _id: id, ...account }) => ({
    id,
    ...account,
    clubName: own[0]?.name ?? DEPARTMENT,
  }))
}

/** Clubs and people. */
export function openAccounts(
  all: Collections,
  session: ClientSession,
  moves: Moves,
): Pick<Tables, 'accounts' | 'endedTokens' | 'clubs' | 'people'> {
  const { accounts, carts, clubs, endedTokens, ordering, portal } = all
  const moved = () => moves.add('people')
  const find = (filter: Filter<AccountDoc>) => findAccounts(all, filter, { session })

  return {
    accounts: {
      hasAny: async () =>
        (await accounts.findOne({}, { session, projection: { _id: 1 } })) !== null,
      find: async (by) =>
        (await find('id' in by ? { _id: by.id } : { email: emailKey(by.email) }))[0] ?? null,
      withIds: (ids) => find({ _id: { $in: [...ids] } }),
      all: () => find({}),
      ofClubs: (ids) => find({ clubId: { $in: [...ids] } }),
      async add(account) {
        await accounts.insertOne(toStored(account), { session })
        moved()
      },
      async change(account) {
        const { _id, ...stored } = toStored(account)
        await accounts.updateOne({ _id }, { $set: stored }, { session })
        moved()
      },
      set: (_id, fields) => accounts.updateOne({ _id }, { $set: fields }, { session }),
      async forgetNumbers() {
        const { modifiedCount } = await accounts.updateMany(
          { disabled: true, mobile: { $ne: '' } },
          { $set: { mobile: '' } },
          { session },
        )
        if (modifiedCount > 0) moved()
      },
    },
    endedTokens: {
      add: ({ id: _id, ...token }) =>
        endedTokens.updateOne({ _id }, { $setOnInsert: token }, { upsert: true, session }),
      async find(ids) {
        const options = { session, projection: { _id: 1 } }
        const found = await endedTokens.find({ _id: { $in: [...ids] } }, options).toArray()
        return found.map(({ _id }) => _id)
      },
    },
    clubs: {
      async find(_id) {
        const found = await clubs.findOne({ _id }, { session })
        return found && toClub(found)
      },
      async all() {
        const found = await clubs.find({}, { session, sort: { name: 1, _id: 1 } }).toArray()
        return found.map(toClub)
      },
      async add({ id, ...club }) {
        await clubs.insertOne({ _id: id, ...club }, { session })
        // A change of the switches at the same time would not reach the new cart.
        await ordering.updateOne({ _id: 'ordering' }, { $inc: { clubs: 1 } }, { session })
        const cart = { clubId: id, rev: 0, switches: 0, knownSince: null, lines: [] }
        await carts.insertOne({ _id: Bun.randomUUIDv7(), ...cart }, { session })
        moved()
      },
      async change({ id: _id, ...club }) {
        await clubs.updateOne({ _id }, { $set: club }, { session })
        moved()
      },
    },
    people: {
      mode: async () =>
        (await portal.findOne({ _id: 'portal' }, { session }))?.registration ?? 'open',
      setMode: (registration) =>
        portal.updateOne({ _id: 'portal' }, { $set: { registration } }, { session }),
      moved,
    },
  }
}

/** The method `accounts.readSession`: outside a snapshot, because every request reads it. */
export const openSession =
  ({ run, settled }: Connection): AccountStore['readSession'] =>
  (personId, jti) =>
    run(async () => {
      const [[account], ended] = await Promise.all([
        findAccounts(settled, { _id: personId }),
        settled.endedTokens.findOne({ _id: jti }, { projection: { _id: 1 } }),
      ])
      return account ? { account, ended: ended !== null } : null
    })
