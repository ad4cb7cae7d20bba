import type { ClubId } from '#src/contract/ids.ts'
import type { RegistrationMode } from '#src/contract/people.ts'
import {
  clubChangedEntry,
  invitationEndedEntry,
  invitedEntry,
  type NewEntry,
  registrationEntry,
} from '#src/rules/entries.ts'
import {
  checkDisabling,
  checkInvitations,
  checkInvitable,
  checkMove,
  checkRoom,
  isGone,
  isLead,
  isOpenInvitation,
} from '#src/rules/people.ts'
import { notFound } from '#src/rules/refusal.ts'
import type { Account, Club, PeopledClub, PeopleStore, Person } from '../port.ts'
import type { Connection } from './connection.ts'
import type { Parts } from './parts.ts'

/** How people register. */
export function openRegistration({ prepare }: Pick<Connection, 'prepare'>) {
  const read = prepare<{ mode: RegistrationMode }, []>('SELECT registration AS mode FROM portal')
  const set = prepare('UPDATE portal SET registration = ?')
  return {
    mode: (): RegistrationMode => read.get()?.mode ?? 'open',
    set: (mode: RegistrationMode): void => void set.run(mode),
  }
}

type PersonRow = Omit<Person, 'disabled'> &
  Pick<Account, 'clubId' | 'access'> & { disabled: number }

const toPerson = ({
  clubId: _clubId,
  access: _access,
  disabled,
  ...person
}: PersonRow): Person => ({ ...person, disabled: disabled !== 0 })

/** The area `people`. */
export function openPeople(
  { prepare, read, snapshot, write }: Connection,
  { rateLimits, topics, accounts, entries, mails, invitations, registration }: Parts,
): PeopleStore {
  const clubs = prepare<Club, []>('SELECT id, name, state FROM clubs ORDER BY name, id')
  const clubById = prepare<Club, [ClubId]>('SELECT id, name, state FROM clubs WHERE id = ?')
  const linesOf = prepare<{ cartId: string; lines: number }, [ClubId]>(
    `SELECT id AS cartId, (SELECT count(*) FROM lines WHERE cart_id = carts.id AND deleted IS NULL) AS lines
     FROM carts WHERE club_id = ?`,
  )
  const PERSON =
    'id AS _id, cord_name AS cordName, email, mobile, disabled, seen, access, club_id AS clubId'
  const everybody = prepare<PersonRow, []>(`SELECT ${PERSON} FROM accounts ORDER BY joined_at, id`)
  const peopleOf = prepare<PersonRow, [ClubId]>(
    `SELECT ${PERSON} FROM accounts WHERE club_id = ? ORDER BY joined_at, id`,
  )
  const setClub = prepare('UPDATE clubs SET name = ?, state = ? WHERE id = ?')

  const withPeople = ({ id: _id, ...club }: Club, people: readonly PersonRow[]): PeopledClub => ({
    _id,
    ...club,
    lines: linesOf.get(_id)?.lines ?? 0,
    people: people.map(toPerson),
  })
  /** A club that is still there. */
  function findClub(id: ClubId): Club {
    const club = clubById.get(id)
    if (!club || isGone(withPeople(club, peopleOf.all(id)))) throw notFound('This club')
    return club
  }

  return {
    list: (now) =>
      snapshot(() => {
        const { people, carts } = topics.revs()
        const byClub = Map.groupBy(everybody.all(), ({ clubId }) => clubId)
        return {
          rev: people + carts,
          rows: {
            clubs: clubs
              .all()
              .map((club) => withPeople(club, byClub.get(club.id) ?? []))
              .filter((club) => !isGone(club)),
            administrators: (byClub.get(null) ?? []).filter(isLead).map(toPerson),
            invitations: invitations.open(now),
            mode: registration.mode(),
          },
        }
      }),
    readClub: (clubId, now) =>
      snapshot(() => {
        const club = clubById.get(clubId)
        const cart = linesOf.get(clubId)
        if (!club || !cart) return null
        return {
          club,
          cartId: cart.cartId,
          people: peopleOf.all(clubId).flatMap((row) => (row.disabled === 0 ? toPerson(row) : [])),
          invitations: invitations.open(now, clubId),
        }
      }),
    setRegistration: (mode, actorId, now) =>
      write(() => {
        const before = registration.mode()
        if (before === mode) return { value: mode, moved: [] }
        registration.set(mode)
        const batch = entries.add({
          by: actorId,
          at: now,
          entries: [registrationEntry(before, mode)],
        })
        return { value: mode, moved: [topics.move('people')], batch }
      }),
    invite: ({ email, clubId }, actorId, now) =>
      write(() => {
        const actor = accounts.find({ id: actorId })
        checkInvitable(actor, clubId, clubId === null ? null : findClub(clubId))
        const isByAdministrator = actor?.clubId === null
        if (rateLimits) {
          const invited = { email, clubId, isByAdministrator }
          checkInvitations(invitations.counted(invited, now), invited, now)
        }
        const earlier = invitations
          .ofAddress(email)
          .filter((row) => row.clubId === clubId && isOpenInvitation(row, now))
        for (const { id } of earlier) invitations.end(id, now)
        if (clubId !== null) checkRoom(peopleOf.all(clubId), invitations.open(now, clubId))
        const id = Bun.randomUUIDv7()
        const invitation = { id, email, clubId, by: actorId, isByAdministrator, at: now }
        invitations.insert({ ...invitation, endedAt: null })
        mails.queue(email, 'invitation', now, { invitationId: id })
        const made = [...earlier.map(invitationEndedEntry), invitedEntry(invitation)]
        const batch = entries.add({ by: actorId, at: now, entries: made })
        const value = invitations.find(id)
        if (!value) throw new Error('The invitation is missing.')
        return { value, moved: [topics.move('people')], batch }
      }),
    endInvitation: (id, ofClub, actorId, now) =>
      write(() => {
        const found = invitations.find(id)
        const isReached = found && (ofClub === null || found.clubId === ofClub)
        if (!isReached || !isOpenInvitation(found, now)) throw notFound('This invitation')
        invitations.end(id, now)
        const ended = [invitationEndedEntry(found)]
        const batch = entries.add({ by: actorId, at: now, entries: ended })
        return { value: undefined, moved: [topics.move('people')], batch }
      }),
    findInvitation: (id, now) =>
      read(() => {
        const found = invitations.find(id)
        if (!found) return null
        const hasAccount = accounts.find({ email: found.email }) !== null
        return { ...found, isOpen: isOpenInvitation(found, now), hasAccount }
      }),
    changeClub: (clubId, { name, state, disabled }, actorId, now) =>
      write(() => {
        const before = findClub(clubId)
        const after = { ...before, ...(name !== undefined && { name }), ...(state && { state }) }
        const changed = clubChangedEntry(before, after)
        setClub.run(after.name, after.state, clubId)
        const made: NewEntry[] = changed ? [changed] : []
        for (const { _id: id } of disabled === undefined ? [] : peopleOf.all(clubId)) {
          const person = accounts.find({ id })
          if (person && disabled !== undefined)
            made.push(...accounts.write(person, { disabled }, now).entries)
        }
        if (after.state !== before.state)
          for (const { email, disabled: isOut } of peopleOf.all(clubId))
            if (isOut === 0) mails.queue(email, 'club_approved', now)
        const batch = entries.add({ by: actorId, at: now, entries: made })
        const value = withPeople(after, peopleOf.all(clubId))
        if (batch === undefined) return { value, moved: [] }
        return { value, moved: accounts.move([clubId]), batch }
      }),
    changePerson: (id, { disabled, clubId }, actorId, now) =>
      write(() => {
        const person = accounts.find({ id })
        if (!person) throw notFound('This person')
        if (clubId !== undefined) {
          checkMove(person)
          findClub(clubId)
        }
        if (disabled === true && !person.disabled)
          checkDisabling(person, actorId, accounts.enabledLeads())
        return accounts.change(
          person,
          {
            ...(disabled !== undefined && { disabled }),
            ...(clubId !== undefined && { clubId }),
          },
          actorId,
          now,
        )
      }),
  }
}
