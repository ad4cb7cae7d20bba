/** How things leave the store room. */
import type { HandOverRow } from '#src/contract/handout.ts'
import type { ChangedLine, Line } from '#src/contract/line.ts'
import { type Fault, refuse } from './faults.ts'
import { counted, grouped } from './number-text.ts'

/** Why a desk cannot hand over so many. The API description takes its example from here. */
export const waitingText = (waiting: number, itemName: string): string =>
  waiting > 0
    ? `Only ${grouped(waiting)} of ${itemName} can be handed over now.`
    : `Nothing of ${itemName} can be handed over now.`

/** `Handed over 7 things to Asha.` */
export const handedOverText = (rows: readonly HandOverRow[], to: string): string =>
  `Handed over ${counted(
    rows.reduce((sum, { quantity }) => sum + quantity, 0),
    'thing',
  )} to ${to}.`

/**
 * Each named line once, with all that its rows hand over. A line of which all that is given is handed over becomes Delivered. The club has the
 * things in its hands, so nothing of the line stays held back. `lineOf` answers live lines of the club. Throws `not_found` or
 * `insufficient_allotment`, with an entry in `errors` for each row at fault.
 */
export function handOver<L extends Line>(
  rows: readonly HandOverRow[],
  lineOf: (id: string) => L | null,
): ChangedLine<L>[] {
  const units = new Map<string, number>()
  for (const { _id, quantity } of rows) units.set(_id, (units.get(_id) ?? 0) + quantity)
  const lines = new Map([...units.keys()].map((id) => [id, lineOf(id)]))
  const faults = rows.flatMap(({ _id }, index): Fault[] => {
    const line = lines.get(_id)
    const path = `lines.${index}`
    if (!line) return [{ code: 'not_found', path: `${path}._id`, msg: 'This line was not found.' }]
    const waiting = line.allotted_quantity - line.delivered_quantity
    const msg = waitingText(waiting, line.itemName)
    return (units.get(_id) ?? 0) > waiting
      ? [{ code: 'insufficient_allotment', path: `${path}.quantity`, msg }]
      : []
  })
  refuse(faults.filter(({ code }) => code === 'not_found'))
  refuse(faults)
  return [...lines].flatMap(([id, line]) => {
    if (!line) return []
    const delivered_quantity = line.delivered_quantity + (units.get(id) ?? 0)
    const status = delivered_quantity === line.allotted_quantity ? 'Delivered' : line.status
    return [{ line, after: { ...line, delivered_quantity, status, announced: null } }]
  })
}
