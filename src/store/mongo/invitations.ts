import type { ClientSession } from 'mongodb'
import type { ClubId } from '#src/contract/ids.ts'
import { limits } from '#src/contract/limits.ts'
import { countedSince, invitationsSince } from '#src/rules/people.ts'
import type { Invitation, ListedInvitation } from '../port.ts'
import type { Tables } from '../tables.ts'
import type { Collections, InvitationDoc } from './documents.ts'

const toInvitation = ({ _id: id, ...row }: InvitationDoc): Invitation => ({ id, ...row })

/** Invitations. */
export function openInvitations(
  { accounts, clubs, invitations }: Collections,
  session: ClientSession,
): Tables['invitations'] {
  /** Adds the present names. */
  async function listed(found: readonly InvitationDoc[]): Promise<ListedInvitation[]> {
    const authors = await accounts
      .find({ _id: { $in: found.map(({ by }) => by) } }, { session })
      .toArray()
    const named = await clubs
      .find({ _id: { $in: found.flatMap(({ clubId }) => clubId ?? []) } }, { session })
      .toArray()
    const byId = new Map(
      authors.map(({ _id: id, cordName: name, email, access }) => [
        id,
        { id, name, email, access },
      ]),
    )
    const nameOf = new Map<ClubId | null, string>(named.map(({ _id, name }) => [_id, name]))
    return found.map((row) => ({
      ...toInvitation(row),
      clubName: nameOf.get(row.clubId) ?? null,
      author: byId.get(row.by) ?? null,
    }))
  }

  return {
    async find(_id) {
      const [row = null] = await listed(await invitations.find({ _id }, { session }).toArray())
      return row
    },
    async open(now, clubId) {
      const of = clubId === undefined ? {} : { clubId }
      return listed(
        await invitations
          .find({ ...of, at: { $gt: invitationsSince(now) }, endedAt: null }, { session })
          .sort({ at: -1, _id: -1 })
          .limit(limits.listedInvitations)
          .toArray(),
      )
    },
    async counted({ email, clubId }, now) {
      const $or = [{ email }, { clubId }, { isByAdministrator: true }]
      const found = invitations.find({ at: { $gt: countedSince(now) }, $or }, { session })
      return (await found.toArray()).map(toInvitation)
    },
    ofAddress: async (email) =>
      (await invitations.find({ email }, { session }).toArray()).map(toInvitation),
    ofAuthor: async (by) =>
      (await invitations.find({ by, endedAt: null }, { session }).toArray()).map(toInvitation),
    add: ({ id: _id, ...row }) => invitations.insertOne({ _id, ...row }, { session }),
    async end(ended, now) {
      if (ended.length === 0) return
      const _id = { $in: ended.map(({ id }) => id) }
      await invitations.updateMany({ _id }, { $set: { endedAt: now } }, { session })
    },
  }
}
