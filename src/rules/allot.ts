import type { Line } from '#src/contract/line.ts'
import type { LineChange } from '#src/contract/records.ts'
import { type Fault, refusalOf, refuse, SUM_TOO_LARGE } from './faults.ts'
import { givenText, leftText } from './order-faults.ts'
import { isSum } from './quantity.ts'

/** The part of a line that a decision reads. */
export type DecidableLine = Pick<
  Line,
  'item_id' | 'itemName' | 'allotted_quantity' | 'delivered_quantity' | 'status' | 'remarks'
>

/** A line, and its values after the decisions. `units` is the number of units to give; a negative number takes units back. */
export type DecidedLine<L> = { line: L; units: number } & Pick<
  Line,
  'allotted_quantity' | 'delivered_quantity' | 'status' | 'remarks'
>

export type Allotment<L> = {
  /** Only lines that change. */
  lines: DecidedLine<L>[]
  /**
   * Units that leave the shelf, by item id; a negative number returns units to it. If one line gains as many units of an item as another
   * line loses, the entry of the item is 0.
   */
  taken: Map<string, number>
}

type Summed<L> = { line: L } & Pick<LineChange, 'status' | 'remarks'> & { units: number }

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

function decide<L extends DecidableLine>(summed: Summed<L>): DecidedLine<L> {
  const { line, units, status = line.status, remarks = line.remarks } = summed
  const allotted = line.allotted_quantity + units
  const delivered =
    summed.status === 'Delivered' ? allotted : Math.min(line.delivered_quantity, allotted)
  return {
    line,
    units,
    allotted_quantity: allotted,
    delivered_quantity: delivered,
    status,
    remarks,
  }
}

const isDifferent = ({ line, units, ...after }: DecidedLine<DecidableLine>): boolean =>
  units !== 0 ||
  after.status !== line.status ||
  after.remarks !== line.remarks ||
  after.delivered_quantity !== line.delivered_quantity

/**
 * Computes what a set of decisions changes. First adds up their units for each line and each item. `leftOf` returns the number of units on
 * an item's shelf. Refuses all decisions if one is at fault: the `Refusal` names the first unknown line, or else every decision at fault.
 */
export function allot<L extends DecidableLine>(
  decisions: readonly LineChange[],
  lineOf: (id: string) => L | null,
  leftOf: (itemId: string) => number,
): Allotment<L> {
  const summed = sumDecisions(decisions, lineOf)
  const taken = new Map<string, number>()
  const lines: DecidedLine<L>[] = []
  for (const sum of summed.values()) {
    const decided = decide(sum)
    if (isDifferent(decided)) lines.push(decided)
    const { item_id: itemId } = sum.line
    if (itemId !== null && sum.units !== 0) taken.set(itemId, (taken.get(itemId) ?? 0) + sum.units)
  }

  const faults: Fault[] = []
  for (const [index, { _id: lineId, allotted_quantity: units = 0 }] of decisions.entries()) {
    const sum = summed.get(lineId)
    if (!sum || units === 0) continue
    const fault = faultOf(sum, units > 0, taken, leftOf)
    if (fault) faults.push({ ...fault, path: `items.${index}.allotted_quantity` })
  }
  refuse(faults)
  return { lines, taken }
}

function faultOf(
  { line, units }: Summed<DecidableLine>,
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
