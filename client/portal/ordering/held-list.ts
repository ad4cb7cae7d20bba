import { api, readList, unlessAt } from '#client/portal/data/api.ts'
import { liveQuery, useLiveList } from '#client/portal/data/live-query.ts'
import type { HeldClub } from '#src/contract/records.ts'
import { useOrderingState } from './ordering.ts'

/** Said when the server did not announce. */
export const NOT_ANNOUNCED = 'Not announced. Check your connection and try again.'

export type HeldRow = HeldClub & { _id: string }

export const heldList = liveQuery<HeldRow[]>({
  key: ['held decisions'],
  topics: ['carts'],
  async read(known) {
    const next = await readList(api.cart['held-decisions'].get(unlessAt(known)), [
      { user_id: '', clubName: '', email: '', lines: [] },
    ])
    if (next === 'unchanged') return next
    const rows = next.rows.map((club) => ({ ...(club as HeldClub), _id: club.user_id }))
    return { ...next, rows }
  },
})

export const countLines = (clubs: readonly HeldRow[]): number =>
  clubs.reduce((sum, { lines }) => sum + lines.length, 0)

/** Whether decisions are held back, `undefined` until that is known, and what clubs have waiting: it is read only while they are. */
export function useHeld() {
  const isHeld = useOrderingState().value?.decisionsHeld
  const { rows } = useLiveList({ ...heldList, enabled: isHeld === true })
  return { isHeld, rows }
}
