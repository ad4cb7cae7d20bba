import type { ClientSession, Filter } from 'mongodb'
import { limits } from '#src/contract/limits.ts'
import { countedSince, invitationsSince } from '#src/rules/people.ts'
import type { Invitation } from '../port.ts'
import type { Tables } from '../tables.ts'
import type { Collections, InvitationDoc } from './documents.ts'

const toInvitation = ({ _id: id, ...row }: InvitationDoc): Invitation => ({ id, ...row })

/** Invitations. */
export function openInvitations(
  { invitations }: Collections,
  session: ClientSession,
): Tables['invitations'] {
  const find = async (filter: Filter<InvitationDoc>, limit = 0): Promise<Invitation[]> => {
    const options = { session, sort: { at: -1, _id: -1 }, limit } as const
    return (await invitations.find(filter, options).toArray()).map(toInvitation)
  }

  return {
    find: async (_id) => (await find({ _id }))[0] ?? null,
    open: (now, clubId) =>
      find(
        {
          ...(clubId !== undefined && { clubId }),
          at: { $gt: invitationsSince(now) },
          endedAt: null,
        },
        limits.listedInvitations,
      ),
    counted: ({ email, clubId }, now) =>
      find({
        at: { $gt: countedSince(now) },
        $or: [{ email }, { clubId }, { isByAdministrator: true }],
      }),
    ofAddress: (email) => find({ email }),
    ofAuthor: (by) => find({ by, endedAt: null }),
    add: ({ id: _id, ...row }) => invitations.insertOne({ _id, ...row }, { session }),
    async end(ended, now) {
      if (ended.length === 0) return
      const _id = { $in: ended.map(({ id }) => id) }
      await invitations.updateMany({ _id }, { $set: { endedAt: now } }, { session })
    },
  }
}
