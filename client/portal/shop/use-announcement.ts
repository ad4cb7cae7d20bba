import { useState } from 'react'
import type { LiveRows } from '#client/portal/data/live-query.ts'
import type { HistoryEntry } from '#src/contract/history.ts'
import { changeText } from '#src/rules/announced.ts'

type Values = Parameters<typeof changeText>[0]

const NOTHING: Values = { allotted_quantity: 0, status: '', remarks: '' }

/** The words of what an entry changed. A field that did not change is the same on both sides. */
function wordsOf({ changes = [] }: HistoryEntry): string {
  const side = (name: 'before' | 'after') =>
    ({
      ...NOTHING,
      ...Object.fromEntries(changes.map((change) => [change.field, change[name]])),
    }) as Values
  return changeText(side('before'), side('after'))
}

/** The announcement that came while the page is open: what it changed, in words, by the line's id. `null` before. */
export function useAnnouncement({
  phase,
  rows,
}: Pick<LiveRows<HistoryEntry>, 'phase' | 'rows'>): ReadonlyMap<string, string> | null {
  const [known, setKnown] = useState<{ batch: string | null } | null>(null)
  const newest = rows.find(({ kind }) => kind === 'announced')?.batch ?? null
  if (phase === 'ready' && known === null) setKnown({ batch: newest })
  if (known === null || newest === null || newest === known.batch) return null
  return new Map(
    rows
      .filter(({ batch, kind }) => batch === newest && kind === 'announced')
      .map((entry) => [entry.line?._id ?? '', wordsOf(entry)]),
  )
}
