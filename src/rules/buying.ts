import type { CustomLine } from '#src/contract/records.ts'
import { readLink } from './link.ts'
import { lineKey } from './names.ts'

/**
 * Lines of custom items are for the same thing if their keys are equal: their links lead to the same page of a shop, or without a link their
 * names are the same. Of a link, the scheme, `www.`, `utm_…`, the fragment, the last slash and the order of the query do not count.
 */
export function groupKey({ link, itemName }: Pick<CustomLine, 'link' | 'itemName'>): string {
  if (!readLink(link)) return lineKey({ item_id: null, itemName })
  const { host, pathname, searchParams } = new URL(link)
  const query = new URLSearchParams([...searchParams].filter(([name]) => !/^utm_/i.test(name)))
  query.sort()
  return `link:${host.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}?${query}`
}

/** Lines for the same thing, the oldest first. */
export type Group<L> = { key: string; lines: [oldest: L, ...others: L[]] }

/** Groups lines. A group stands where its first line stands. */
export function groupLines<L extends Pick<CustomLine, '_id' | 'link' | 'itemName'>>(
  lines: readonly L[],
): Group<L>[] {
  return [...Map.groupBy(lines, groupKey)].flatMap(([key, same]) => {
    // An id begins with the time at which its line was ordered.
    const [oldest, ...others] = same.toSorted((a, b) => (a._id < b._id ? -1 : 1))
    return oldest ? { key, lines: [oldest, ...others] } : []
  })
}

/** The sums of lines for the same thing, and how many clubs ask for it. */
export const sumUp = (
  lines: readonly Pick<CustomLine, 'user_id' | 'ordered_quantity' | 'allotted_quantity'>[],
) => ({
  ordered_quantity: lines.reduce((sum, line) => sum + line.ordered_quantity, 0),
  allotted_quantity: lines.reduce((sum, line) => sum + line.allotted_quantity, 0),
  clubs: new Set(lines.map((line) => line.user_id)).size,
})

/** The value that all have; `null` if they differ. */
export const commonOf = <T>(values: readonly [T, ...T[]]): T | null =>
  values.every((value) => value === values[0]) ? values[0] : null
