import type { ClubId, PersonId } from '#src/contract/ids.ts'
import { limits } from '#src/contract/limits.ts'
import { countedSince, invitationsSince } from '#src/rules/people.ts'
import type { Invitation } from '../port.ts'
import type { Tables } from '../tables.ts'
import { rowOf } from './columns.ts'
import type { Connection } from './connection.ts'

type Row = Omit<Invitation, 'isByAdministrator'> & { isByAdministrator: number }

const toInvitation = ({ isByAdministrator, ...row }: Row): Invitation => ({
  ...row,
  isByAdministrator: isByAdministrator !== 0,
})

/** Invitations. */
export function openInvitations({ prepare }: Connection): Tables['invitations'] {
  const where = <Params extends (string | number | null)[]>(which: string) =>
    prepare<Row, Params>(`SELECT * FROM invitations WHERE ${which}`)
  const byId = where<[string]>('id = ?')
  const open = where<[number]>(
    `at > ? AND endedAt IS NULL ORDER BY at DESC, id DESC LIMIT ${limits.listedInvitations}`,
  )
  const openOfClub = where<[ClubId, number]>(
    'clubId = ? AND at > ? AND endedAt IS NULL ORDER BY at DESC, id DESC',
  )
  const counted = where<[number, string, ClubId | null]>(
    'at > ?1 AND (email = ?2 OR clubId IS ?3 OR isByAdministrator)',
  )
  const ofAddress = where<[string]>('email = ?')
  const ofAuthor = where<[PersonId]>('by = ? AND endedAt IS NULL')
  const insert = prepare<unknown, Invitation>(`INSERT INTO ${rowOf(prepare, 'invitations')}`)
  const end = prepare('UPDATE invitations SET endedAt = ? WHERE id = ?')

  return {
    find(id) {
      const row = byId.get(id)
      return row && toInvitation(row)
    },
    open: (now, clubId) =>
      (clubId === undefined
        ? open.all(invitationsSince(now))
        : openOfClub.all(clubId, invitationsSince(now))
      ).map(toInvitation),
    counted: ({ email, clubId }, now) =>
      counted.all(countedSince(now), email, clubId).map(toInvitation),
    ofAddress: (email) => ofAddress.all(email).map(toInvitation),
    ofAuthor: (personId) => ofAuthor.all(personId).map(toInvitation),
    add: (invitation) => insert.run(invitation),
    end(invitations, now) {
      for (const { id } of invitations) end.run(now, id)
    },
  }
}
