import type { Entry } from '../port.ts'

/** The kinds of entries that have a remark or a reason. */
export const REMARKED = ['line_decided', 'line_deleted', 'item_noted'] as const

/** What is read of an entry. */
export type Remarked = Pick<Entry, 'kind' | 'at' | 'changes' | 'reason' | 'undoes'>

/** The text that an administrator wrote; `""` if the entry has none, or took another one back. */
function textOf({ kind, changes, reason, undoes }: Remarked): string {
  if (kind === 'line_deleted') return reason
  if (undoes !== null) return ''
  return String((changes.remarks ?? changes.itemRemark)?.[1] ?? '')
}

/** The remarks and reasons of entries that were made since a time, most used first, then last used first. `entries` come newest first. */
export function usedRemarks(entries: readonly Remarked[], since: number, limit: number): string[] {
  const texts = entries.filter(({ at }) => at >= since).map(textOf)
  const uses = Map.groupBy(
    texts.filter((text) => text !== ''),
    (text) => text,
  )
  const byUse = [...uses].toSorted(([, one], [, other]) => other.length - one.length)
  return byUse.slice(0, limit).map(([text]) => text)
}
