import type { LineChange } from '#src/contract/records.ts'
import type { LineStatus } from '#src/contract/statuses.ts'
import { type Fault, refuse, SUM_TOO_LARGE } from './faults.ts'
import { givenText, leftText } from './order-faults.ts'
import { isSum } from './quantity.ts'
import { Refusal } from './refusal.ts'

/** What a decision on a line has to know of it; `item_id` is null where there is no stock. */
export type AllottedLine = {
  item_id: string | null
  itemName: string
  allotted_quantity: number
  /** How many of the given units have left the building. */
  delivered_quantity: number
  status: LineStatus
  remarks: string
}

/** A line as it is to be written; `change` is what is given to it. */
export type DecidedLine<Line> = {
  line: Line
  change: number
  allotted_quantity: number
  delivered_quantity: number
  status: LineStatus
  remarks: string
}

export type Allotment<Line> = {
  /** Only lines that come out different. */
  lines: DecidedLine<Line>[]
  /** How many units leave each shelf; below zero they come back. Every item of a line whose units move stands here. */
  taken: Map<string, number>
}

type Decision<Line> = { line: Line; change: number; status?: LineStatus; remarks?: string }

const changePath = (index: number) => `items.${index}.allotted_quantity`

function sumChanges<Line>(
  changes: readonly LineChange[],
  lineOf: (id: string) => Line | null,
): Map<string, Decision<Line>> {
  const decisions = new Map<string, Decision<Line>>()
  for (const [index, { _id, allotted_quantity = 0, status, remarks }] of changes.entries()) {
    const line = decisions.get(_id)?.line ?? lineOf(_id)
    if (!line)
      throw new Refusal('not_found', 'This line was not found.', {
        errors: [{ path: `items.${index}._id`, msg: 'This line was not found.' }],
      })
    const decision = decisions.get(_id) ?? { line, change: 0 }
    decision.change += allotted_quantity
    if (status !== undefined) decision.status = status
    if (remarks !== undefined) decision.remarks = remarks
    decisions.set(_id, decision)
  }
  return decisions
}

function decide<Line extends AllottedLine>(decision: Decision<Line>): DecidedLine<Line> {
  const { line, change, status = line.status, remarks = line.remarks } = decision
  const allotted_quantity = line.allotted_quantity + change
  const delivered_quantity =
    decision.status === 'Delivered'
      ? allotted_quantity
      : Math.min(line.delivered_quantity, allotted_quantity)
  return { line, change, allotted_quantity, delivered_quantity, status, remarks }
}

const isDifferent = ({ line, change, ...after }: DecidedLine<AllottedLine>): boolean =>
  change !== 0 ||
  after.status !== line.status ||
  after.remarks !== line.remarks ||
  after.delivered_quantity !== line.delivered_quantity

/**
 * Decides what a set of changes does, all or nothing: rows of one line and of one item are summed first. Throws a `Refusal`
 * that names every row at fault with the number that is left. `leftOf` answers what lies on an item's shelf.
 */
export function allot<Line extends AllottedLine>(
  changes: readonly LineChange[],
  lineOf: (id: string) => Line | null,
  leftOf: (itemId: string) => number,
): Allotment<Line> {
  const decisions = sumChanges(changes, lineOf)
  const taken = new Map<string, number>()
  const lines: DecidedLine<Line>[] = []
  for (const decision of decisions.values()) {
    const decided = decide(decision)
    if (isDifferent(decided)) lines.push(decided)
    const { item_id } = decision.line
    if (item_id !== null && decision.change !== 0)
      taken.set(item_id, (taken.get(item_id) ?? 0) + decision.change)
  }

  const faults: Fault[] = []
  for (const [index, { _id, allotted_quantity = 0 }] of changes.entries()) {
    const decision = decisions.get(_id)
    if (!decision || allotted_quantity === 0) continue
    const fault = faultOf(decision, allotted_quantity > 0, taken, leftOf)
    if (fault) faults.push({ ...fault, path: changePath(index) })
  }
  refuse(faults)
  return { lines, taken }
}

function faultOf(
  { line, change }: Decision<AllottedLine>,
  isGiving: boolean,
  taken: ReadonlyMap<string, number>,
  leftOf: (itemId: string) => number,
): Omit<Fault, 'path'> | null {
  const given = line.allotted_quantity
  if (!isGiving && given + change < 0) {
    return { code: 'insufficient_allotment', msg: givenText(given, line.itemName) }
  }
  if (isGiving && !isSum(given + change) && given + change > 0)
    return { code: 'invalid', msg: SUM_TOO_LARGE }
  if (line.item_id === null) return null
  const left = leftOf(line.item_id)
  const after = left - (taken.get(line.item_id) ?? 0)
  if (isGiving && after < 0)
    return { code: 'insufficient_stock', msg: leftText(left, line.itemName) }
  if (!isGiving && after > 0 && !isSum(after)) return { code: 'invalid', msg: SUM_TOO_LARGE }
  return null
}
