import type { ClientSession } from 'mongodb'
import { asClubId, asPersonId, type ClubId, type PersonId } from '#src/contract/ids.ts'
import type { ClubState } from '#src/contract/people.ts'
import {
  accountChangedEntry,
  accountMadeEntry,
  invitationEndedEntry,
  type Maker,
  type NewEntry,
  TOOL,
} from '#src/rules/entries.ts'
import { emailKey, nameKey } from '#src/rules/names.ts'
import { changedAccount, noticesOf } from '#src/rules/notices.ts'
import { clubToJoin, inClub, isLead, isOpenInvitation, lossOf } from '#src/rules/people.ts'
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
import type { Parts } from './parts.ts'

/** `state` is that of a club that the account founds. */
type Making = { by: Maker; now: number; state?: ClubState; beside?: readonly NewEntry[] }

function toStored(account: Account): AccountDoc {
  const { id: _id, clubName: _, ...stored } = account
  return { _id, ...stored }
}

/** Whether a change changes nothing. */
const isSame = (account: Account, change: AccountChange): boolean =>
  Bun.deepEquals({ ...account, ...change, clubId: change.clubId ?? account.clubId }, account)

/** Creates and changes accounts inside a transaction, for the areas `accounts` and `codes`. */
export function openAccountDocs(
  connection: Connection,
  { mails, entries }: { mails: MailDocs; entries: Entries },
) {
  const { accounts, carts, clubs, invitations, ordering, portal, settled } = connection

  async function find(by: { id: PersonId } | { email: string }, session?: ClientSession) {
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
    personId: PersonId,
    wanted: ReturnType<typeof clubToJoin>,
    state: ClubState,
    session: ClientSession,
  ): Promise<Club | null> {
    if (wanted === null) return null
    if ('id' in wanted) {
      const club = await clubs.findOne({ _id: wanted.id }, { session })
      if (!club) throw notFound('This club')
      return { id: club._id, name: club.name, state: club.state }
    }
    const own = asClubId(personId)
    const isFounder = (await clubs.findOne({ _id: own }, { session })) !== null
    const _id = isFounder ? asClubId(Bun.randomUUIDv7()) : own
    const club = { name: wanted.name, state }
    await clubs.insertOne({ _id, ...club }, { session })
    // A change of the switches at the same time would not reach the new cart.
    await ordering.updateOne({ _id: 'ordering' }, { $inc: { clubs: 1 } }, { session })
    await carts.insertOne(
      {
        _id: Bun.randomUUIDv7(),
        clubId: _id,
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

  /** Moves the topics `carts` and `people` after a change of these clubs or their people. */
  async function move(ids: readonly (ClubId | null)[], session: ClientSession): Promise<void> {
    await carts.updateMany(
      { clubId: { $in: ids.filter((id) => id !== null) } },
      { $inc: { detailsRev: 1 } },
      { session },
    )
    await movePeople(session)
  }

  const movePeople = (session: ClientSession) =>
    portal.updateOne({ _id: 'portal' }, { $inc: { peopleRev: 1 } }, { session })

  /** The administrators who can sign in. */
  async function enabledLeads(session: ClientSession) {
    const found = await accounts.find({ clubId: null, disabled: false }, { session }).toArray()
    return found.filter(isLead).map(({ _id: id, email }) => ({ id, email }))
  }

  /** Tells all other administrators of a new one. */
  async function tellLeads({ id: personId }: Account, now: number, session: ClientSession) {
    for (const { id, email: to } of await enabledLeads(session))
      if (id !== personId)
        await mails.queue({ to, purpose: 'new_administrator', personId }, now, session)
  }

  /** Ends the open invitations that somebody sent, and answers them. */
  async function endInvitations(by: PersonId, now: number, session: ClientSession) {
    const found = await invitations.find({ by, endedAt: null }, { session }).toArray()
    const open = found.filter((invitation) => isOpenInvitation(invitation, now))
    const ids = open.map(({ _id }) => _id)
    await invitations.updateMany({ _id: { $in: ids } }, { $set: { endedAt: now } }, { session })
    return open
  }

  /**
   * Writes a change without the history: answers the account after it, and its entries. Queues the mails that notify people of it. A person who
   * is disabled, or leaves, takes along the mails that wait and the invitations that they sent.
   */
  async function write(
    account: Account,
    change: AccountChange,
    now: number,
    session: ClientSession,
  ): Promise<{ after: Account; entries: NewEntry[] }> {
    const { clubId, clubName, ...fields } = change
    const { access = account.access } = fields
    const wanted = clubToJoin(access, { clubId, clubName }, account.clubId)
    const stays = wanted !== null && 'id' in wanted && wanted.id === account.clubId
    const after = changedAccount(account, {
      ...fields,
      ...(!stays && inClub(await clubFor(account.id, wanted, 'active', session), now)),
    })
    const { _id, ...stored } = toStored(after)
    await accounts.updateOne({ _id }, { $set: stored }, { session })
    const loss = lossOf(account, after)
    if (loss.mails !== 'none') await mails.drop(account.email, loss.mails, session)
    for (const purpose of noticesOf(account, after))
      await mails.queue({ to: account.email, purpose }, now, session)
    if (isLead(after) && !isLead(account)) await tellLeads(after, now, session)
    const ended = loss.invitations ? await endInvitations(account.id, now, session) : []
    const entry = accountChangedEntry(account, after)
    const made = [...(entry ? [entry] : []), ...ended.map(invitationEndedEntry)]
    return { after, entries: made }
  }

  return {
    find,
    enabledLeads,
    write,
    move,
    movePeople,
    async stateOf(clubId: ClubId, session: ClientSession): Promise<ClubState> {
      return (await clubs.findOne({ _id: clubId }, { session }))?.state ?? 'waiting'
    },
    /**
     * `by` is the author, `null` for the account itself. `beside`: what else the batch tells. Answers `null` if the address has an account already.
     */
    async create(
      { clubId, clubName, ...given }: NewAccount,
      { by, now, state = 'active', beside = [] }: Making,
      session: ClientSession,
    ): Promise<Account | null> {
      const email = emailKey(given.email)
      if (await find({ email }, session)) return null
      const id = asPersonId(Bun.randomUUIDv7())
      const wanted = clubToJoin(given.access, { clubId, clubName })
      const club = await clubFor(id, wanted, state, session)
      const account: Account = {
        ...given,
        id,
        email,
        ...inClub(club, now),
        disabled: false,
        ver: 1,
        orderMails: true,
        seen: '',
      }
      await accounts.insertOne(toStored(account), { session })
      const made = [accountMadeEntry(account), ...beside]
      await entries.add({ by: by ?? id, at: now, entries: made }, session)
      if (isLead(account)) await tellLeads(account, now, session)
      await move([account.clubId], session)
      return account
    },
    async change(
      account: Account,
      change: AccountChange,
      { by, now }: { by: Maker; now: number },
      session: ClientSession,
    ): Promise<{ after: Account; batch: string | undefined }> {
      if (isSame(account, change)) return { after: account, batch: undefined }
      // First: of two transactions that write a cart the later one is aborted, and a club may order all the time.
      await move([account.clubId, change.clubId ?? null], session)
      const { after, entries: made } = await write(account, change, now, session)
      return { after, batch: await entries.add({ by, at: now, entries: made }, session) }
    },
  }
}

/** The area `accounts`. */
export function openAccounts(
  { accounts, endedTokens, run, settled, transact }: Connection,
  { accounts: docs, topics }: Parts,
): AccountStore {
  return {
    create: (account) =>
      transact((session) => docs.create(account, { by: TOOL, now: Date.now() }, session)),
    hasAny: () =>
      run(async () => (await settled.accounts.findOne({}, { projection: { _id: 1 } })) !== null),
    find: (by) => run(() => docs.find(by)),
    clubOf: (id) =>
      run(async () => {
        const club = await settled.clubs.findOne({ _id: asClubId(id) }, { projection: { _id: 1 } })
        if (club) return club._id
        const person = await settled.accounts.findOne(
          { _id: asPersonId(id) },
          { projection: { clubId: 1 } },
        )
        return person?.clubId ?? null
      }),
    clubsNamed: (name) =>
      run(async () =>
        (await settled.clubs.find().toArray())
          .map(({ _id: id, ...club }) => ({ id, ...club }))
          .filter((club) => nameKey(club.name) === nameKey(name)),
      ),
    async change(email, change, now, by = TOOL, ofVer) {
      const { value, moved, batch } = await topics.write(async (session) => {
        const before = await docs.find({ email }, session)
        if (!before || before.ver !== (ofVer ?? before.ver)) return { value: null }
        const { after, batch } = await docs.change(before, change, { by, now }, session)
        return { value: after, batch, topics: batch === undefined ? [] : ['carts', 'people'] }
      })
      return value && { value, moved, batch }
    },
    setOrderMails: (personId, orderMails) =>
      run(async () => {
        await accounts.updateOne({ _id: personId }, { $set: { orderMails } })
      }),
    sawOn: (personId, day) =>
      topics.write(async (session) => {
        const { modifiedCount } = await accounts.updateOne(
          { _id: personId, seen: { $ne: day } },
          { $set: { seen: day } },
          { session },
        )
        if (modifiedCount === 0) return { value: undefined }
        await docs.movePeople(session)
        return { value: undefined, topics: ['people'] }
      }),
    renewPasswordHash: (personId, before, after) =>
      run(async () => {
        await accounts.updateOne(
          { _id: personId, passwordHash: before },
          { $set: { passwordHash: after } },
        )
      }),
    readSession: (personId, jti) =>
      run(async () => {
        const [account, ended] = await Promise.all([
          docs.find({ id: personId }),
          settled.endedTokens.findOne({ _id: jti }, { projection: { _id: 1 } }),
        ])
        return account && { account, ended: ended !== null }
      }),
    endToken: (jti, personId, expiresAt) =>
      run(async () => {
        await endedTokens.updateOne(
          { _id: jti },
          { $setOnInsert: { personId, expiresAt } },
          { upsert: true },
        )
      }),
  }
}
