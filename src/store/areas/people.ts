import type { ClubId, PersonId } from '#src/contract/ids.ts'
import type { Club as PeopledClub, Person } from '#src/contract/people.ts'
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
  isGone,
  isLead,
  isOpenInvitation,
} from '#src/rules/people.ts'
import { notFound } from '#src/rules/refusal.ts'
import type { Account, Club, Invitation, ListedInvitation, PeopleStore } from '../port.ts'
import type { Database, Done, Tables } from '../tables.ts'
import { ask, type Work } from '../work.ts'
import { readAuthors } from './authors.ts'
import { changeAccount, enabledLeads, moveClubs, writeAccount } from './accounts.ts'

const toPerson = ({ id, cordName, email, mobile, disabled, seen }: Account): Person => ({
  _id: id,
  cordName,
  email,
  mobile,
  disabled,
  seen,
})

const toPeopledClub = (
  { id, ...club }: Club,
  people: readonly Account[],
  lines: number,
): PeopledClub => ({ _id: id, ...club, lines, people: people.map(toPerson) })

function* peopled({ accounts, carts, lines }: Tables, club: Club): Work<PeopledClub> {
  const people = yield* ask(accounts.ofClubs([club.id]))
  const [cart] = yield* ask(carts.ofClubs([club.id]))
  const count = cart ? yield* ask(lines.countOf(cart.id)) : { lines: 0 }
  return toPeopledClub(club, people, count.lines)
}

/** A club that is still there. */
function* findClub(tables: Tables, id: ClubId): Work<Club> {
  const club = yield* ask(tables.clubs.find(id))
  if (!club || isGone(yield* peopled(tables, club))) throw notFound('This club')
  return club
}

/** Adds the entries of a write about people. */
function* record<T>(
  { entries, people }: Tables,
  value: T,
  by: PersonId,
  now: number,
  made: readonly NewEntry[],
): Work<Done<T>> {
  people.moved()
  return { value, batch: yield* ask(entries.add({ by, at: now, entries: made })) }
}

/** Adds the present names. */
function* named(tables: Tables, found: readonly Invitation[]): Work<ListedInvitation[]> {
  const authorOf = yield* readAuthors(
    tables,
    found.map(({ by }) => by),
  )
  const clubs = new Map<ClubId | null, string>(
    (yield* ask(tables.clubs.all())).map(({ id, name }) => [id, name]),
  )
  return found.map((row) => ({
    ...row,
    clubName: clubs.get(row.clubId) ?? null,
    author: authorOf(row.by),
  }))
}

/** The area `people`. */
export function openPeople({ rateLimits, read, write }: Database): PeopleStore {
  return {
    list: (now) =>
      read(function* (tables) {
        const { accounts, carts, clubs, invitations, people, topics } = tables
        const byClub = Map.groupBy(yield* ask(accounts.all()), ({ clubId }) => clubId)
        const sizes = yield* ask(carts.sizes())
        const all = yield* ask(clubs.all())
        const rows = {
          clubs: all
            .map((club) => toPeopledClub(club, byClub.get(club.id) ?? [], sizes.get(club.id) ?? 0))
            .filter((club) => !isGone(club)),
          administrators: (byClub.get(null) ?? []).filter(isLead).map(toPerson),
          invitations: yield* named(tables, yield* ask(invitations.open(now))),
          mode: yield* ask(people.mode()),
        }
        return { rev: yield* ask(topics.rev('people', 'carts')), rows }
      }),
    readClub: (clubId, now) =>
      read(function* (tables) {
        const { accounts, carts, clubs, invitations } = tables
        const club = yield* ask(clubs.find(clubId))
        const [cart] = yield* ask(carts.ofClubs([clubId]))
        if (!club || !cart) return null
        const people = yield* ask(accounts.ofClubs([clubId]))
        return {
          club,
          cartId: cart.id,
          people: people.filter(({ disabled }) => !disabled).map(toPerson),
          invitations: yield* named(tables, yield* ask(invitations.open(now, clubId))),
        }
      }),
    setRegistration: (mode, actorId, now) =>
      write(function* (tables) {
        const before = yield* ask(tables.people.mode())
        if (before === mode) return { value: mode }
        yield* ask(tables.people.setMode(mode))
        return yield* record(tables, mode, actorId, now, [registrationEntry(before, mode)])
      }),
    invite: ({ email, clubId }, actorId, now) =>
      write(function* (tables) {
        const { accounts, invitations, mails } = tables
        const actor = yield* ask(accounts.find({ id: actorId }))
        checkInvitable(actor, clubId, clubId === null ? null : yield* findClub(tables, clubId))
        const isByAdministrator = actor?.clubId === null
        if (rateLimits) {
          const invited = { email, clubId, isByAdministrator }
          checkInvitations(yield* ask(invitations.counted(invited, now)), invited, now)
        }
        const earlier = (yield* ask(invitations.ofAddress(email))).filter(
          (row) => row.clubId === clubId && isOpenInvitation(row, now),
        )
        yield* ask(invitations.end(earlier, now))
        if (clubId !== null) {
          const open = yield* ask(invitations.open(now, clubId))
          checkRoom(yield* ask(accounts.ofClubs([clubId])), open)
        }
        const id = Bun.randomUUIDv7()
        const made = { email, clubId, by: actorId, isByAdministrator, at: now }
        const invitation: Invitation = { id, ...made, endedAt: null }
        yield* ask(invitations.add(invitation))
        yield* ask(mails.queue({ to: email, purpose: 'invitation', invitationId: id }, now))
        const [value] = yield* named(tables, [invitation])
        if (!value) throw new Error('The invitation is missing.')
        const written = [...earlier.map(invitationEndedEntry), invitedEntry(invitation)]
        return yield* record(tables, value, actorId, now, written)
      }),
    endInvitation: (id, ofClub, actorId, now) =>
      write(function* (tables) {
        const found = yield* ask(tables.invitations.find(id))
        const isReached = found && (ofClub === null || found.clubId === ofClub)
        if (!isReached || !isOpenInvitation(found, now)) throw notFound('This invitation')
        yield* ask(tables.invitations.end([found], now))
        return yield* record<void>(tables, undefined, actorId, now, [invitationEndedEntry(found)])
      }),
    findInvitation: (id, now) =>
      read(function* (tables) {
        const invitation = yield* ask(tables.invitations.find(id))
        const [found] = yield* named(tables, invitation ? [invitation] : [])
        if (!found) return null
        const account = yield* ask(tables.accounts.find({ email: found.email }))
        return { ...found, isOpen: isOpenInvitation(found, now), hasAccount: account !== null }
      }),
    changeClub: (clubId, { name, state, disabled }, actorId, now) =>
      write(function* (tables) {
        const { accounts, clubs, mails } = tables
        const before = yield* findClub(tables, clubId)
        const after = { ...before, ...(name !== undefined && { name }), ...(state && { state }) }
        const changed = clubChangedEntry(before, after)
        const people = yield* ask(accounts.ofClubs([clubId]))
        const toChange =
          disabled === undefined ? [] : people.filter((one) => one.disabled !== disabled)
        if (!changed && toChange.length === 0) return { value: yield* peopled(tables, before) }
        // First, as in a change of a person. Pages of the club notice its approval at once by its order.
        yield* moveClubs(tables, [clubId])
        yield* ask(clubs.change(after))
        const made: NewEntry[] = changed ? [changed] : []
        for (const person of toChange)
          made.push(
            ...(yield* writeAccount(tables, person, { disabled: !person.disabled }, now)).entries,
          )
        const value = yield* peopled(tables, after)
        if (after.state !== before.state)
          for (const { email: to, disabled: isOut } of value.people)
            if (!isOut) yield* ask(mails.queue({ to, purpose: 'club_approved' }, now))
        return yield* record(tables, value, actorId, now, made)
      }),
    changePerson: (id, { disabled, clubId }, actorId, now) =>
      write(function* (tables) {
        const person = yield* ask(tables.accounts.find({ id }))
        if (!person) throw notFound('This person')
        if (clubId !== undefined) {
          checkMove(person)
          yield* findClub(tables, clubId)
        }
        if (disabled === true && !person.disabled)
          checkDisabling(person, actorId, yield* enabledLeads(tables))
        const change = {
          ...(disabled !== undefined && { disabled }),
          ...(clubId !== undefined && { clubId }),
        }
        return yield* changeAccount(tables, person, change, { by: actorId, now })
      }),
  }
}
