import type { ClientSession } from 'mongodb'
import type { ClubId } from '#src/contract/ids.ts'
import type { AccountDoc, Collections } from './documents.ts'

export type NamedClub = {
  id: ClubId
  clubName: string
  /** The enabled people, the longest-standing first. */
  people: Pick<AccountDoc, '_id' | 'cordName' | 'mobile' | 'email' | 'orderMails' | 'joinedAt'>[]
}

/** Clubs with their names and enabled people, by id. */
export async function namedClubs(
  ids: readonly ClubId[],
  { accounts, clubs }: Pick<Collections, 'accounts' | 'clubs'>,
  session?: ClientSession,
): Promise<Map<ClubId | null, NamedClub>> {
  const options = session ? { session } : {}
  const found = await clubs.find({ _id: { $in: [...ids] } }, options).toArray()
  const people = await accounts
    .find({ clubId: { $in: [...ids] }, disabled: false }, options)
    .project<NamedClub['people'][number] & { clubId: ClubId }>({ passwordHash: 0 })
    .sort({ joinedAt: 1, _id: 1 })
    .toArray()
  const byClub = Map.groupBy(people, ({ clubId }) => clubId)
  return new Map(
    found.map(({ _id: id, name }) => [id, { id, clubName: name, people: byClub.get(id) ?? [] }]),
  )
}
