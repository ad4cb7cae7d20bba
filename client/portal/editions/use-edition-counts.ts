import { type Shown, useLiveList } from '#client/portal/data/live-query.ts'
import { countLines, heldList } from '#client/portal/ordering/held-list.ts'
import { type ClubCart, clubList } from '#client/portal/orders/lists.ts'

/** Several reads of a screen as one. */
export const together = (...reads: readonly Shown[]): Shown => ({
  phase:
    (['failed', 'loading'] as const).find((phase) => reads.some((read) => read.phase === phase)) ??
    'ready',
  reload() {
    for (const read of reads) read.reload()
  },
})

/** What the current edition has come to. */
export function useEditionCounts() {
  const clubs = useLiveList(clubList)
  const held = useLiveList(heldList)
  const sum = (field: 'lines' | 'undecided' | 'ready' | 'given' | 'handed_over') =>
    clubs.rows.reduce((total, row: ClubCart) => total + row[field], 0)
  return {
    ...together(clubs, held),
    clubs: clubs.rows.length,
    lines: sum('lines'),
    undecided: sum('undecided'),
    ready: sum('ready'),
    /** Things that are given and not handed over. */
    leftovers: sum('given') - sum('handed_over'),
    held: held.rows,
    heldLines: countLines(held.rows),
  }
}
