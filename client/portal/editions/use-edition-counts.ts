import { useLiveList } from '#client/portal/data/live-query.ts'
import { countLines, heldList } from '#client/portal/ordering/held-list.ts'
import { type ClubCart, clubList } from '#client/portal/orders/lists.ts'

type Phase = 'loading' | 'ready' | 'failed'

/** How far a screen is that needs several lists. */
export const phaseOfAll = (...phases: Phase[]): Phase =>
  phases.find((phase) => phase === 'failed') ??
  phases.find((phase) => phase === 'loading') ??
  'ready'

/** What the current edition has come to. */
export function useEditionCounts() {
  const clubs = useLiveList(clubList)
  const held = useLiveList(heldList)
  const sum = (field: 'lines' | 'undecided' | 'ready' | 'given' | 'handed_over') =>
    clubs.rows.reduce((total, row: ClubCart) => total + row[field], 0)
  return {
    phase: phaseOfAll(clubs.phase, held.phase),
    reload() {
      clubs.reload()
      held.reload()
    },
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
