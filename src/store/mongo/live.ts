import type { ClubId } from '#src/contract/ids.ts'
import type { LiveStore } from '../port.ts'
import type { Connection } from './connection.ts'
import type { Parts } from './parts.ts'

/** The area `live`. */
export function openLive(
  { accounts, carts, endedTokens, snapshot }: Connection,
  { topics }: Parts,
): LiveStore {
  return {
    readRev: topics.revOf,
    pulse: ({ personIds, jtis }) =>
      snapshot(async (session) => {
        const held = await accounts
          .find({ _id: { $in: personIds } }, { session, projection: { passwordHash: 0 } })
          .toArray()
        const clubIds = held.flatMap(({ clubId }) => clubId ?? [])
        const orders = await carts
          .find({ clubId: { $in: clubIds } }, { session, projection: { clubId: 1, rev: 1 } })
          .toArray()
        const ended = await endedTokens
          .find({ _id: { $in: jtis } }, { session, projection: { _id: 1 } })
          .toArray()
        const revOf = new Map<ClubId | null, number>(orders.map(({ clubId, rev }) => [clubId, rev]))
        return {
          revs: {
            ordering: await topics.revs.ordering(session),
            people: await topics.revs.people(session),
            carts: await topics.revs.carts(session),
            inventory: await topics.revs.inventory(session),
            catalogue: await topics.revs.catalogue(session),
          },
          accounts: held.map(({ _id, ver, access, disabled, clubId }) => ({
            id: _id,
            ver,
            access,
            disabled,
            clubId,
            ordersRev: revOf.get(clubId) ?? 0,
          })),
          endedJtis: ended.map(({ _id }) => _id),
        }
      }),
  }
}
