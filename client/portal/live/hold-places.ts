/** Rows in the places in which they are shown. */
export type HeldRows<Row> = {
  rows: Row[]
  /** Shown still, though no longer in the list. */
  gone: ReadonlySet<string>
  /** New rows that would push shown ones away; they wait. */
  waiting: number
}

/**
 * Brings a list up to date without moving a row that is shown: known rows keep their places with their new values, rows that are
 * gone keep theirs and are marked, rows after all the known ones are added at the end, all other new ones wait.
 */
export function holdPlaces<Row>(
  shown: readonly Row[],
  next: readonly Row[],
  idOf: (row: Row) => string,
): HeldRows<Row> {
  const places = new Set(shown.map(idOf))
  const current = new Map(next.map((row) => [idOf(row), row]))
  const lastKnown = next.findLastIndex((row) => places.has(idOf(row)))
  const added = next.slice(lastKnown + 1)
  return {
    rows: [...shown.map((row) => current.get(idOf(row)) ?? row), ...added],
    gone: new Set([...places].filter((id) => !current.has(id))),
    waiting: next.slice(0, lastKnown + 1).filter((row) => !places.has(idOf(row))).length,
  }
}

/** Brings a list up to date and moves rows freely, but keeps each deleted row behind its former neighbour and marks it. */
export function keepGone<Row>(
  shown: readonly Row[],
  next: readonly Row[],
  idOf: (row: Row) => string,
): HeldRows<Row> {
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
