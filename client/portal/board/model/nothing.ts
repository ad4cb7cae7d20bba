import type { BoardLine } from '#src/contract/board.ts'
import { grouped } from '#src/rules/number-text.ts'
import { dropField, editDrafts } from '#client/portal/drafts/drafts.ts'
import { type LineDrafts, typeField } from './line-drafts.ts'

/** The remark that is offered to clubs that get nothing. */
export const NONE_LEFT = 'None left.'

/** Whether all was handed over: then nothing can be taken back, and nothing is left to reject. */
const isDone = (line: BoardLine) =>
  line.status === 'Delivered' || line.delivered_quantity >= line.ordered_quantity

export type Nothing = {
  /** The lines that get nothing. */
  lines: readonly BoardLine[]
  /** How many stay as they are, because all of them was handed over. */
  left: number
}

export function planNothing(lines: readonly BoardLine[]): Nothing {
  const rejected = lines.filter((line) => !isDone(line))
  return { lines: rejected, left: lines.length - rejected.length }
}

/** The drafts that reject these lines, down to what was handed over, with one remark; without one, remarks stay. */
export const applyNothing = (
  drafts: LineDrafts,
  lines: readonly BoardLine[],
  remarks: string,
): LineDrafts =>
  editDrafts(drafts, lines, (draft, line) => {
    const given = typeField(draft, line, 'given', line.delivered_quantity)
    const rejected = typeField(given, line, 'status', 'Rejected')
    return remarks === ''
      ? dropField(rejected, 'remarks')
      : typeField(rejected, line, 'remarks', remarks)
  })

/** "3 lines get nothing." */
export const nothingText = (lines: number): string =>
  `${grouped(lines)} ${lines === 1 ? 'line gets' : 'lines get'} nothing.`

/** "2 lines are handed over and stay."; empty if none is. */
export const leftText = (left: number): string =>
  left === 0
    ? ''
    : `${grouped(left)} ${left === 1 ? 'line is handed over and stays' : 'lines are handed over and stay'}.`
