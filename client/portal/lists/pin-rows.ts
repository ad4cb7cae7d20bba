/** The rows of a list, each in the place in which it is shown. */
export type PinnedRows<Row> = {
  rows: Row[]
  /** Rows that are still shown though the list has lost them. */
  gone: ReadonlySet<string>
  /** The number of new rows that are not shown yet, because they would push others away. */
  waiting: number
}

/**
 * Updates a list without moving a row that is shown. Known rows keep their places and take their new values, lost rows stay and are
 * marked, new rows after all known ones are added at the end, and all other new rows wait.
 */
export function pinRows<Row>(
  shown: readonly Row[],
  next: readonly Row[],
  idOf: (row: Row) => string,
): PinnedRows<Row> {
  const shownIds = new Set(shown.map(idOf))
  const current = new Map(next.map((row) => [idOf(row), row]))
  const lastKnown = next.findLastIndex((row) => shownIds.has(idOf(row)))
  const added = next.slice(lastKnown + 1)
  return {
    rows: [...shown.map((row) => current.get(idOf(row)) ?? row), ...added],
    gone: new Set([...shownIds].filter((id) => !current.has(id))),
    waiting: next.slice(0, lastKnown + 1).filter((row) => !shownIds.has(idOf(row))).length,
  }
}

/** Updates a list and moves rows freely, but keeps each deleted row behind its former neighbour and marks it. */
export function keepGone<Row>(
  shown: readonly Row[],
  next: readonly Row[],
  idOf: (row: Row) => string,
): PinnedRows<Row> {
  const current = new Set(next.map(idOf))
  const gone = new Set(shown.map(idOf).filter((id) => !current.has(id)))
  const rows = [...next]
  for (const [index, row] of shown.entries()) {
    if (!gone.has(idOf(row))) continue
    const neighbour = shown[index - 1]
    const place = neighbour ? rows.findIndex((other) => idOf(other) === idOf(neighbour)) + 1 : 0
    rows.splice(place, 0, row)
  }
  return { rows, gone, waiting: 0 }
}
