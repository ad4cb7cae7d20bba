import type { HistoryEntry } from '#src/contract/history.ts'

/** Whether the newest entry about a line says that its club withdrew it. `entries` are newest first. */
export function isWithdrawn(entries: readonly HistoryEntry[], lineId: string): boolean {
  const newest = entries.find(({ line }) => line?._id === lineId)
  return newest?.kind === 'line_deleted' && newest.by?.access === 'user'
}

/** The deletions of lines that are still deleted, newest first. `entries` are newest first too. */
export function stillDeleted(entries: readonly HistoryEntry[]): HistoryEntry[] {
  const decided = new Set<string>()
  return entries.filter(({ kind, line, by }) => {
    if (!line || decided.has(line._id)) return false
    decided.add(line._id)
    // What the club withdrew itself is not listed as deleted.
    return kind === 'line_deleted' && by?.access !== 'user'
  })
}
