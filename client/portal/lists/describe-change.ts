export type WatchedValue<Row> = { word: string; read: (row: Row) => string | number }

const LONGEST_SHOWN = 40
const isShort = (value: string | number) => value !== '' && String(value).length <= LONGEST_SHOWN

/** Describes what changed (`given changed 3 to 5`); `null` when no watched value did. */
export function describeChange<Row>(
  before: Row,
  after: Row,
  watched: readonly WatchedValue<Row>[],
): string | null {
  const words = watched.flatMap(({ word, read }) => {
    const [was, is] = [read(before), read(after)]
    if (was === is) return []
    return isShort(was) && isShort(is) ? `${word} changed ${was} to ${is}` : `${word} changed`
  })
  return words.length > 0 ? words.join(', ') : null
}
