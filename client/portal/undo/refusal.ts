import type { HistoryEntry } from '#src/contract/history.ts'
import { clockText } from '#src/rules/day-text.ts'
import { isolated } from '#src/rules/isolated.ts'
import { grouped } from '#src/rules/number-text.ts'

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
