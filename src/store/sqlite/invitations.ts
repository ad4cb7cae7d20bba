import type { ClubId, PersonId } from '#src/contract/ids.ts'
import { limits } from '#src/contract/limits.ts'
import { countedSince, invitationsSince } from '#src/rules/people.ts'
import type { Author, Invitation, ListedInvitation } from '../port.ts'
import type { Tables } from '../tables.ts'
import { rowOf } from './columns.ts'
import type { Connection } from './connection.ts'
import { fromJson } from './lines.ts'

type Row = Omit<Invitation, 'isByAdministrator'> & { isByAdministrator: number }
type ListedRow = Row & { clubName: string | null; author: string | null }

const toInvitation = <R extends Row>({ isByAdministrator, ...row }: R) => ({
  ...row,
  isByAdministrator: isByAdministrator !== 0,
})
const toListed = (row: ListedRow): ListedInvitation => ({
  ...toInvitation(row),
  author: fromJson<Author>(row.author),
})

/** Invitations. */
export function openInvitations({ prepare }: Connection): Tables['invitations'] {
  const select = `SELECT *, (SELECT name FROM clubs WHERE id = i.clubId) AS clubName,
    (SELECT json_object('id', id, 'name', cordName, 'email', email, 'access', access) FROM accounts WHERE id = i.by) AS author
    FROM invitations i`
  const byId = prepare<ListedRow, [string]>(`${select} WHERE i.id = ?`)
  const open = prepare<ListedRow, [number]>(
    `${select} WHERE i.at > ? AND i.endedAt IS NULL ORDER BY i.at DESC, i.id DESC LIMIT ${limits.listedInvitations}`,
  )
  const openOfClub = prepare<ListedRow, [ClubId, number]>(
    `${select} WHERE i.clubId = ? AND i.at > ? AND i.endedAt IS NULL ORDER BY i.at DESC, i.id DESC`,
  )
  const counted = prepare<Row, [number, string, ClubId | null]>(
    `SELECT * FROM invitations WHERE at > ?1 AND (email = ?2 OR clubId IS ?3 OR isByAdministrator)`,
  )
  const ofAddress = prepare<Row, [string]>(`SELECT * FROM invitations WHERE email = ?`)
  const ofAuthor = prepare<Row, [PersonId]>(
    `SELECT * FROM invitations WHERE by = ? AND endedAt IS NULL`,
  )
  const insert = prepare<unknown, Invitation>(`INSERT INTO ${rowOf(prepare, 'invitations')}`)
  const end = prepare('UPDATE invitations SET endedAt = ? WHERE id = ?')

  return {
    find(id) {
      const row = byId.get(id)
      return row && toListed(row)
    },
    open: (now, clubId) =>
      (clubId === undefined
        ? open.all(invitationsSince(now))
        : openOfClub.all(clubId, invitationsSince(now))
      ).map(toListed),
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
