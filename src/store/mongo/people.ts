import type { ClientSession } from 'mongodb'
import type { ClubId, PersonId } from '#src/contract/ids.ts'
import { limits } from '#src/contract/limits.ts'
import { pick } from '#src/contract/pick.ts'
import {
  clubChangedEntry,
  invitationEndedEntry,
  invitedEntry,
  type NewEntry,
  registrationEntry,
} from '#src/rules/entries.ts'
import {
  checkDisabling,
  checkInvitable,
  checkInvitations,
  checkMove,
  checkRoom,
  countedSince,
  invitationsSince,
  isGone,
  isLead,
  isOpenInvitation,
} from '#src/rules/people.ts'
import { notFound } from '#src/rules/refusal.ts'
import type { ListedInvitation, PeopledClub, PeopleStore, Person } from '../port.ts'
import type { Connection } from './connection.ts'
import type { AccountDoc, ClubDoc, InvitationDoc } from './documents.ts'
import type { Parts } from './parts.ts'
import type { Done } from './topics.ts'

const toPerson = (account: AccountDoc): Person =>
  pick(account, ['_id', 'cordName', 'email', 'mobile', 'disabled', 'seen'])

const toPeopledClub = (
  club: ClubDoc,
  people: readonly AccountDoc[],
  lines: number,
): PeopledClub => ({ ...club, lines, people: people.map(toPerson) })

/** The area `people`. */
export function openPeople(
  { accounts, carts, clubs, invitations, portal, snapshot }: Connection,
  { rateLimits, topics, accounts: docs, entries, mails }: Parts,
): PeopleStore {
  /** People, the longest-standing of a club first. */
  const everybody = (of: { clubId?: ClubId }, session: ClientSession): Promise<AccountDoc[]> =>
    accounts.find(of, { session }).sort({ joinedAt: 1, _id: 1 }).toArray()

  const linesOf = async (clubId: ClubId, session: ClientSession): Promise<number> =>
    (await carts.findOne({ clubId }, { session }))?.lines.length ?? 0

  async function peopled(club: ClubDoc, session: ClientSession): Promise<PeopledClub> {
    const people = await everybody({ clubId: club._id }, session)
    return toPeopledClub(club, people, await linesOf(club._id, session))
  }

  /** A club that is still there. */
  async function findClub(_id: ClubId, session: ClientSession): Promise<ClubDoc> {
    const club = await clubs.findOne({ _id }, { session })
    if (!club || isGone(await peopled(club, session))) throw notFound('This club')
    return club
  }

  /** Adds the present names. */
  async function listed(
    found: readonly InvitationDoc[],
    session: ClientSession,
  ): Promise<ListedInvitation[]> {
    const authors = await accounts
      .find({ _id: { $in: found.map(({ by }) => by) } }, { session })
      .toArray()
    const named = await clubs
      .find({ _id: { $in: found.flatMap(({ clubId }) => clubId ?? []) } }, { session })
      .toArray()
    const byId = new Map(authors.map((author) => [author._id, author]))
    const nameOf = new Map<ClubId | null, string>(named.map(({ _id, name }) => [_id, name]))
    return found.map(({ _id: id, ...row }) => {
      const author = byId.get(row.by)
      return {
        id,
        ...row,
        clubName: nameOf.get(row.clubId) ?? null,
        author: author
          ? { id: author._id, name: author.cordName, email: author.email, access: author.access }
          : null,
      }
    })
  }

  /** The newest open ones, or those to one club, newest first. */
  const openInvitations = (
    now: number,
    session: ClientSession,
    of: { clubId?: ClubId } = {},
  ): Promise<InvitationDoc[]> =>
    invitations
      .find({ ...of, at: { $gt: invitationsSince(now) }, endedAt: null }, { session })
      .sort({ at: -1, _id: -1 })
      .limit(limits.listedInvitations)
      .toArray()

  const end = (ids: readonly string[], now: number, session: ClientSession) =>
    invitations.updateMany({ _id: { $in: [...ids] } }, { $set: { endedAt: now } }, { session })

  /** Adds the entries of a write about people, and moves `people`. */
  async function record<T>(
    value: T,
    by: PersonId,
    made: readonly NewEntry[],
    now: number,
    session: ClientSession,
  ): Promise<Done<T>> {
    const batch = await entries.add({ by, at: now, entries: made }, session)
    await docs.movePeople(session)
    return { value, batch, topics: ['people'] }
  }

  return {
    list: (now) =>
      snapshot(async (session) => {
        const byClub = Map.groupBy(await everybody({}, session), ({ clubId }) => clubId)
        const heads = await carts
          .aggregate<{ clubId: ClubId; lines: number }>(
            [{ $project: { clubId: 1, lines: { $size: '$lines' } } }],
            { session },
          )
          .toArray()
        const lines = new Map(heads.map((cart) => [cart.clubId, cart.lines]))
        const all = await clubs.find({}, { session }).sort({ name: 1, _id: 1 }).toArray()
        const settings = await portal.findOne({ _id: 'portal' }, { session })
        return {
          rev: (await topics.revs.people(session)) + (await topics.revs.carts(session)),
          rows: {
            clubs: all
              .map((club) =>
                toPeopledClub(club, byClub.get(club._id) ?? [], lines.get(club._id) ?? 0),
              )
              .filter((club) => !isGone(club)),
            administrators: (byClub.get(null) ?? []).filter(isLead).map(toPerson),
            invitations: await listed(await openInvitations(now, session), session),
            mode: settings?.registration ?? 'open',
          },
        }
      }),
    readClub: (clubId, now) =>
      snapshot(async (session) => {
        const club = await clubs.findOne({ _id: clubId }, { session })
        const cart = await carts.findOne({ clubId }, { session })
        if (!club || !cart) return null
        const people = await everybody({ clubId }, session)
        const open = await openInvitations(now, session, { clubId })
        return {
          club: { id: clubId, name: club.name, state: club.state },
          cartId: cart._id,
          people: people.filter(({ disabled }) => !disabled).map(toPerson),
          invitations: await listed(open, session),
        }
      }),
    setRegistration: (mode, actorId, now) =>
      topics.write(async (session) => {
        const before = (await portal.findOne({ _id: 'portal' }, { session }))?.registration
        if (before === undefined || before === mode) return { value: mode }
        await portal.updateOne({ _id: 'portal' }, { $set: { registration: mode } }, { session })
        const made = [registrationEntry(before, mode)]
        return record(mode, actorId, made, now, session)
      }),
    invite: ({ email, clubId }, actorId, now) =>
      topics.write(async (session) => {
        const actor = await accounts.findOne({ _id: actorId }, { session })
        checkInvitable(actor, clubId, clubId === null ? null : await findClub(clubId, session))
        const isByAdministrator = actor?.clubId === null
        if (rateLimits) {
          const counted = invitations.find(
            {
              at: { $gt: countedSince(now) },
              $or: [{ email }, { clubId }, { isByAdministrator: true }],
            },
            { session },
          )
          const invited = { email, clubId, isByAdministrator }
          checkInvitations(await counted.toArray(), invited, now)
        }
        const earlier = (await invitations.find({ email, clubId }, { session }).toArray()).filter(
          (row) => isOpenInvitation(row, now),
        )
        await end(
          earlier.map(({ _id }) => _id),
          now,
          session,
        )
        if (clubId !== null) {
          const open = await openInvitations(now, session, { clubId })
          checkRoom(await everybody({ clubId }, session), open)
        }
        const _id = Bun.randomUUIDv7()
        const invitation = { email, clubId, by: actorId, isByAdministrator, at: now, endedAt: null }
        await invitations.insertOne({ _id, ...invitation }, { session })
        await mails.queue({ to: email, purpose: 'invitation', invitationId: _id }, now, session)
        const made = [...earlier.map(invitationEndedEntry), invitedEntry(invitation)]
        const [value] = await listed([{ _id, ...invitation }], session)
        if (!value) throw new Error('The invitation is missing.')
        return record(value, actorId, made, now, session)
      }),
    endInvitation: (id, ofClub, actorId, now) =>
      topics.write(async (session) => {
        const found = await invitations.findOne({ _id: id }, { session })
        const isReached = found && (ofClub === null || found.clubId === ofClub)
        if (!isReached || !isOpenInvitation(found, now)) throw notFound('This invitation')
        await end([id], now, session)
        const made = [invitationEndedEntry(found)]
        return record<void>(undefined, actorId, made, now, session)
      }),
    findInvitation: (id, now) =>
      snapshot(async (session) => {
        const found = await invitations.findOne({ _id: id }, { session })
        if (!found) return null
        const [row] = await listed([found], session)
        const account = await accounts.findOne({ email: found.email }, { session })
        return row
          ? { ...row, isOpen: isOpenInvitation(found, now), hasAccount: account !== null }
          : null
      }),
    changeClub: (clubId, { name, state, disabled }, actorId, now) =>
      topics.write(async (session) => {
        const found = await findClub(clubId, session)
        const before = { id: clubId, name: found.name, state: found.state }
        const after = { ...before, ...(name !== undefined && { name }), ...(state && { state }) }
        const changed = clubChangedEntry(before, after)
        const toChange =
          disabled === undefined
            ? []
            : (await everybody({ clubId }, session)).filter(
                (person) => person.disabled !== disabled,
              )
        if (!changed && toChange.length === 0) return { value: await peopled(found, session) }
        // First, as in a change of a person. Pages of the club notice its approval at once by its order.
        const cart = await carts.findOneAndUpdate({ clubId }, { $inc: { rev: 1 } }, { session })
        await docs.move([clubId], session)
        const { id: _id, ...stored } = after
        await clubs.updateOne({ _id }, { $set: stored }, { session })
        const made: NewEntry[] = changed ? [changed] : []
        for (const person of toChange) {
          const account = await docs.find({ id: person._id }, session)
          if (account && disabled !== undefined)
            made.push(...(await docs.write(account, { disabled }, now, session)).entries)
        }
        const people = await everybody({ clubId }, session)
        if (after.state !== before.state)
          for (const { email: to, disabled: isOut } of people)
            if (!isOut) await mails.queue({ to, purpose: 'club_approved' }, now, session)
        const value = toPeopledClub({ _id, ...stored }, people, await linesOf(clubId, session))
        const batch = await entries.add({ by: actorId, at: now, entries: made }, session)
        return { value, batch, carts: cart ? [cart] : [], topics: ['people'] }
      }),
    changePerson: (id, { disabled, clubId }, actorId, now) =>
      topics.write(async (session) => {
        const person = await docs.find({ id }, session)
        if (!person) throw notFound('This person')
        if (clubId !== undefined) {
          checkMove(person)
          await findClub(clubId, session)
        }
        if (disabled === true && !person.disabled)
          checkDisabling(person, actorId, await docs.enabledLeads(session))
        const change = {
          ...(disabled !== undefined && { disabled }),
          ...(clubId !== undefined && { clubId }),
        }
        const { after, batch } = await docs.change(person, change, { by: actorId, now }, session)
        return { value: after, batch, topics: batch === undefined ? [] : ['carts', 'people'] }
      }),
  }
}
