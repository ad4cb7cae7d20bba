import type { HistoryEntry } from '#src/contract/history.ts'
import type { FieldProblem } from '#src/contract/problem.ts'

/** A row that stands against an undo. */
export type Obstacle = { id: string; club?: string; item?: string; reason: string }

/** Why nothing was undone. `total` counts the decisions of the batch. */
export type Refused = { total: number; obstacles: Obstacle[] }

/** Names the rows of a refused undo; the server names each by the id of its entry. */
export function toRefused(
  problems: readonly FieldProblem[],
  entries: readonly HistoryEntry[],
): Refused {
  const obstacles = problems.map(({ path, msg }) => {
    const id = path.replace('entries.', '')
    const entry = entries.find(({ _id }) => _id === id)
    const club = entry?.club?.clubName
    const item = (entry?.line ?? entry?.item)?.itemName
    return { id, reason: msg, ...(club && { club }), ...(item && { item }) }
  })
  return { total: Math.max(entries.length, obstacles.length), obstacles }
}

const clock = new Intl.DateTimeFormat('en-IN', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** Who took a batch back and when; `null` when its entries do not say so. `ownId` is the account of the reader. */
export function describeUndone(
  entries: readonly HistoryEntry[],
  ownId: string | undefined,
): string | null {
  const undone = entries.find((entry) => entry.undone)?.undone
  if (!undone) return null
  const person =
    ownId !== undefined && undone.by?.id === ownId ? 'You' : (undone.by?.name ?? 'Someone')
  return `${person} undid this at ${clock.format(new Date(undone.at))}.`
}
