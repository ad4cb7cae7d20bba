import type { HandoutClub } from '#src/contract/handout.ts'
import { api, call, readList, unlessAt } from '#client/portal/data/api.ts'
import { liveQuery } from '#client/portal/data/live-query.ts'

export type ClubRow = HandoutClub & { _id: string }

/** Who has what that is given and not handed over. */
export const handoutList = liveQuery<ClubRow[]>({
  key: ['handout'],
  topics: ['inventory', 'carts'],
  async read(known) {
    const next = await readList(api.cart.handout.get(unlessAt(known)), {
      clubs: [{ user_id: '', clubName: '', people: [''], lines: [{ _id: '', itemName: '' }] }],
    })
    if (next === 'unchanged') return next
    return { ...next, rows: next.rows.clubs.map((club) => ({ ...club, _id: club.user_id })) }
  },
})

/** Some things of a line, who gets them, and for which club. */
export type Handed = { _id: string; quantity: number; user_id: string; to: string }

/** Hands things of one club over to one person. The same key may be sent again when no answer came. */
export function handOver(handed: readonly Handed[], key: string) {
  const [{ user_id, to } = { user_id: '', to: '' }] = handed
  const lines = handed.map(({ _id, quantity }) => ({ _id, quantity }))
  return call(
    api.cart['hand-over'].post({ user_id, to, lines }, { headers: { 'idempotency-key': key } }),
    { message: '' },
  )
}
