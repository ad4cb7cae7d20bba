import { type ChangedLine, type Line, LINE_FIELDS } from '#src/contract/line.ts'
import type { LineChange } from '#src/contract/records.ts'
import { type Fault, refusalOf, refuse, SUM_TOO_LARGE } from './faults.ts'
import { givenText, leftText } from './order-faults.ts'
import { isSum } from './quantity.ts'

/** A line after the decisions. `units` is the number of units to give; a negative number takes units back. */
export type DecidedLine<L> = ChangedLine<L> & { units: number }

type Summed<L> = { line: L; units: number } & Pick<LineChange, 'status' | 'remarks'>

/** Adds up the units of decisions on the same line. Of several statuses or remarks, the last one wins. */
function sumDecisions<L>(
  decisions: readonly LineChange[],
  lineOf: (id: string) => L | null,
): Map<string, Summed<L>> {
  const summed = new Map<string, Summed<L>>()
  for (const [index, decision] of decisions.entries()) {
    const { _id: lineId, allotted_quantity: units = 0, status, remarks } = decision
    const line = summed.get(lineId)?.line ?? lineOf(lineId)
    if (!line) throw refusalOf('not_found', `items.${index}._id`, 'This line was not found.')
    const sum = summed.get(lineId) ?? { line, units: 0 }
    sum.units += units
    if (status !== undefined) sum.status = status
    if (remarks !== undefined) sum.remarks = remarks
    summed.set(lineId, sum)
  }
  return summed
}

function decide<L extends Line>({ line, units, ...said }: Summed<L>): DecidedLine<L> {
  const allotted_quantity = line.allotted_quantity + units
  const delivered_quantity =
    said.status === 'Delivered'
      ? allotted_quantity
      : Math.min(line.delivered_quantity, allotted_quantity)
  return { line, units, after: { ...line, ...said, allotted_quantity, delivered_quantity } }
}

/**
 * Computes what a set of decisions changes: the lines that are different then, and the units that leave each shelf, below zero as they go back
 * to it. First adds up their units for each line and each item. `leftOf` returns the number of units on an item's shelf. Refuses all decisions
 * if one is at fault: the `Refusal` names the first unknown line, or else every decision at fault.
 */
export function allot<L extends Line>(
  decisions: readonly LineChange[],
  lineOf: (id: string) => L | null,
  leftOf: (itemId: string) => number,
): { lines: DecidedLine<L>[]; taken: Map<string, number> } {
  const summed = sumDecisions(decisions, lineOf)
  const taken = new Map<string, number>()
  for (const { line, units } of summed.values())
    if (line.item_id !== null && units !== 0)
      taken.set(line.item_id, (taken.get(line.item_id) ?? 0) + units)

  const faults: Fault[] = []
  for (const [index, { _id: lineId, allotted_quantity: units = 0 }] of decisions.entries()) {
    const sum = summed.get(lineId)
    if (!sum || units === 0) continue
    const fault = faultOf(sum, units > 0, taken, leftOf)
    if (fault) faults.push({ ...fault, path: `items.${index}.allotted_quantity` })
  }
  refuse(faults)
  const decided = [...summed.values()].map(decide)
  const lines = decided.filter(({ line, after }) =>
    LINE_FIELDS.some((field) => after[field] !== line[field]),
  )
  return { lines, taken }
}

function faultOf(
  { line, units }: Summed<Line>,
  isGiving: boolean,
  taken: ReadonlyMap<string, number>,
  leftOf: (itemId: string) => number,
): Omit<Fault, 'path'> | null {
  const given = line.allotted_quantity
  if (!isGiving && given + units < 0) {
    return { code: 'insufficient_allotment', msg: givenText(given, line.itemName) }
  }
  if (isGiving && !isSum(given + units) && given + units > 0)
    return { code: 'invalid', msg: SUM_TOO_LARGE }
  if (line.item_id === null) return null
  const left = leftOf(line.item_id)
  const leftAfter = left - (taken.get(line.item_id) ?? 0)
  if (isGiving && leftAfter < 0)
    return { code: 'insufficient_stock', msg: leftText(left, line.itemName) }
  if (!isGiving && leftAfter > 0 && !isSum(leftAfter))
    return { code: 'invalid', msg: SUM_TOO_LARGE }
  return null
}
