import type { BoardLine } from '#src/contract/board.ts'
import type { LineStatus } from '#src/contract/statuses.ts'
import { counted, grouped } from '#src/rules/number-text.ts'
import { dropField, editDrafts } from '#client/portal/drafts/drafts.ts'
import { draftedOf, type LineDrafts, typeField } from './line-drafts.ts'

/** A status or a remark for many lines. */
export type Bulk = {
  /** `null`: statuses stay. */
  status: LineStatus | null
  /** Empty: remarks stay. */
  remarks: string
  /** Only lines of which something is given. */
  isGivenOnly: boolean
}

export type BulkChange = { line: BoardLine; given: number; was: LineStatus; becomes: LineStatus }

type BulkPlan = {
  changes: BulkChange[]
  /** Lines that stay as they are, by the reason. */
  stay: { delivered: number; notGiven: number; same: number }
}

/** Plans a status or a remark for these lines on top of their drafts. Delivered lines keep theirs. */
export function planBulk(
  lines: readonly BoardLine[],
  drafts: LineDrafts,
  { status, remarks, isGivenOnly }: Bulk,
): BulkPlan {
  const plan: BulkPlan = { changes: [], stay: { delivered: 0, notGiven: 0, same: 0 } }
  for (const line of lines) {
    const now = draftedOf(line, drafts[line._id])
    const becomes = status ?? now.status
    const hasRemark = remarks === '' || remarks === now.remarks
    if (line.status === 'Delivered') plan.stay.delivered++
    else if (isGivenOnly && now.given === 0) plan.stay.notGiven++
    else if (becomes === now.status && hasRemark) plan.stay.same++
    else plan.changes.push({ line, given: now.given, was: now.status, becomes })
  }
  return plan
}

/** The drafts with the changes of a plan. */
export const applyBulk = (drafts: LineDrafts, { changes }: BulkPlan, { status, remarks }: Bulk) =>
  editDrafts(
    drafts,
    changes.map(({ line }) => line),
    (draft, line) => {
      const withStatus = status === null ? draft : typeField(draft, line, 'status', status)
      return remarks === '' ? withStatus : typeField(withStatus, line, 'remarks', remarks)
    },
  )

const have = (count: number) => (count === 1 ? 'has' : 'have')

/** "3 lines stay as they are: 2 are delivered, 1 has nothing given."; empty when all change. */
export function stayText({ delivered, notGiven, same }: BulkPlan['stay']): string {
  const all = delivered + notGiven + same
  if (all === 0) return ''
  const reasons = [
    ...(delivered > 0 ? [`${grouped(delivered)} ${delivered === 1 ? 'is' : 'are'} delivered`] : []),
    ...(notGiven > 0 ? [`${grouped(notGiven)} ${have(notGiven)} nothing given`] : []),
    ...(same > 0 ? [`${grouped(same)} ${have(same)} it already`] : []),
  ]
  return `${grouped(all)} ${all === 1 ? 'line stays as it is' : 'lines stay as they are'}: ${reasons.join(', ')}.`
}

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

/** "3 lines get nothing" */
export const nothingText = (lines: number): string =>
  `${counted(lines, 'line')} ${lines === 1 ? 'gets' : 'get'} nothing`

/** "2 lines are handed over and stay."; empty if none is. */
export const leftText = (left: number): string =>
  left === 0
    ? ''
    : `${counted(left, 'line')} ${left === 1 ? 'is' : 'are'} handed over and ${left === 1 ? 'stays' : 'stay'}.`
