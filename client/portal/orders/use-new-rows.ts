import { useState } from 'react'

type Identified = { _id: string }

/** The rows that came since the page was opened, or since the last `markSeen`. `rows` is `null` until they are read. */
export function useNewRows(rows: readonly Identified[] | null) {
  const [seen, setSeen] = useState<ReadonlySet<string> | null>(null)
  if (rows && !seen) setSeen(new Set(rows.map(({ _id }) => _id)))
  return {
    ids: rows && seen ? rows.map(({ _id }) => _id).filter((id) => !seen.has(id)) : [],
    markSeen: () => setSeen(rows && new Set(rows.map(({ _id }) => _id))),
  }
}
