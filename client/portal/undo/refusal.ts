import type { HistoryEntry } from '#src/contract/history.ts'
import type { FieldProblem } from '#src/contract/problem.ts'
import { clockText } from '#src/rules/day-text.ts'
import { isolated } from '#src/rules/isolated.ts'
import { grouped } from '#src/rules/number-text.ts'

/** A row that stands against an undo. */
export type Obstacle = Record<'id' | 'reason', string> &
  Partial<Record<'club' | 'email' | 'item', string | undefined>>

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
    const { clubName: club, email } = entry?.club ?? {}
    return { id, reason: msg, club, email, item: (entry?.line ?? entry?.item)?.itemName }
  })
  return { total: Math.max(entries.length, obstacles.length), obstacles }
}

/** A sentence about who took a batch back, when, and whether in part; `null` if no entry was taken back. `ownId` is the reader's account. */
export function describeUndone(
  entries: readonly HistoryEntry[],
  ownId: string | undefined,
): string | null {
  const taken = entries.filter((entry) => entry.undone)
  const undone = taken[0]?.undone
  if (!undone) return null
  const person =
    ownId !== undefined && undone.by?.id === ownId ? 'You' : isolated(undone.by?.name ?? 'Someone')
  const at = `at ${clockText(new Date(undone.at))}`
  if (taken.length === entries.length) return `${person} undid this ${at}.`
  const part = `${grouped(taken.length)} of ${grouped(entries.length)}`
  return `${person} undid ${part} ${at}. Change the others by hand.`
}
