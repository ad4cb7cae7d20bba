/** How an edition ends and another begins. */
import type { EditionName, Leftovers } from '#src/contract/editions.ts'
import type { ClubId } from '#src/contract/ids.ts'
import { limits } from '#src/contract/limits.ts'
import type { Line } from '#src/contract/line.ts'
import type { FieldProblem } from '#src/contract/problem.ts'
import { refuse, SUM_TOO_LARGE } from './faults.ts'
import { nameFault, readName } from './name-text.ts'
import { counted } from './number-text.ts'
import { isSum } from './quantity.ts'
import { Refusal } from './refusal.ts'
import { editionEndedEntry, endedLineEntry, type NewEntry } from './entries.ts'
import { cannotUndo, shelfText, takenOff, type UndoableEntry } from './undo.ts'
import { FIRST_ORDERING, type Ordering, pressed } from './window.ts'

/** The first edition of a store, unless the setting `EDITION` names it. */
export const FIRST_EDITION = 'First edition'

export const EDITION_NAME_TEXT = `The name of an edition has 1 to ${limits.editionNameLength} characters.`

/** The fault of the name of an edition, or `null`. It follows the rule for names, and is shorter. */
export function editionNameFault(text: string): string | null {
  const wrong = nameFault('The name of an edition', text)
  const isShort = wrong === null && readName(text).length <= limits.editionNameLength
  return isShort ? null : (wrong ?? EDITION_NAME_TEXT)
}

export const editionNameTaken = (name: string) =>
  new Refusal('name_taken', `An edition is called ${name} already.`)

/** Refuses a call for another edition than the current one. `asked` is the name of that one, if there is one. */
export const otherEdition = (current: EditionName, asked: string | null) =>
  new Refusal(
    'changed_meanwhile',
    `${asked === null ? 'This edition is not the current one.' : `${asked} has ended.`} The current edition is ${current.name}.`,
    { current },
  )

/** What is held back counts lines, and the clubs of these lines. */
export const decisionsAreHeld = ({ lines, clubs }: { lines: number; clubs: number }) =>
  new Refusal(
    'decisions_held',
    `${counted(lines, 'decision')} for ${counted(clubs, 'club')} ${lines === 1 ? 'is' : 'are'} held back. Announce ${lines === 1 ? 'it' : 'them'} first.`,
  )

/** Ordering after an edition ended: closed, without times, and nothing is held back. */
export function endedOrdering<O extends Ordering>(before: O, now: number): O {
  const { isOpen, turnedAt, turnedBy } = before
  const cleared = { ...before, ...FIRST_ORDERING, isOpen, turnedAt, turnedBy }
  return isOpen ? pressed(cleared, false, now) : cleared
}

/** A line when its edition ends, and the units that leave it: those that were given and not handed over. */
export function endedLine<L extends Pick<Line, 'allotted_quantity' | 'delivered_quantity'>>(
  line: L,
  leftovers: Leftovers,
): { after: L; returned: number } {
  const { allotted_quantity: given, delivered_quantity: handedOver } = line
  return leftovers === 'shelf'
    ? { after: line, returned: given - handedOver }
    : { after: { ...line, delivered_quantity: given }, returned: 0 }
}

/**
 * What the end of an edition does with the lines of which units were given and not handed over: the units that leave each shelf, below zero as
 * they go back to it, and the entries. Throws `invalid` if a shelf cannot hold what goes back.
 */
export function decideEnding(
  lines: readonly (Line & { clubId: ClubId })[],
  { edition, next, leftovers }: { edition: string; next: string; leftovers: Leftovers },
  leftOf: (itemId: string) => number,
): { taken: Map<string, number>; unitsReturned: number; entries: NewEntry[] } {
  const entries = lines.map((line) => endedLineEntry(line.clubId, line, endedLine(line, leftovers)))
  const returned = [...takenOff(entries)]
  if (returned.some(([id, units]) => !isSum(leftOf(id) + units)))
    refuse([{ code: 'invalid', path: 'leftovers', msg: SUM_TOO_LARGE }])
  // A page of the history begins with the newest entries of a change, so that of the edition comes last.
  entries.push(editionEndedEntry(edition, next, leftovers))
  return {
    taken: new Map(returned.map(([id, units]) => [id, -units])),
    unitsReturned: returned.reduce((sum, [, units]) => sum + units, 0),
    entries,
  }
}

/** Refuses to take back a change of a line whose edition has ended, or an ending after which another edition ended. */
export const editionHasEnded = (name: string) => new Refusal('cannot_undo', `${name} has ended.`)

/** Refuses to take an ending back after a club had a line in the next edition. */
export const nextHasLines = (next: string, clubName: string) =>
  cannotUndo([{ path: 'edition', msg: `${clubName} has ordered for ${next}.` }])

/**
 * The units that leave each shelf as an ending is taken back, which has these entries. Throws `cannot_undo` if a shelf has too few.
 */
export function takenAgain(
  entries: readonly UndoableEntry[],
  itemOf: (id: string) => { itemName: string; itemQuantity: number } | null | undefined,
): Map<string, number> {
  const taken = takenOff(entries)
  const missing = [...taken].flatMap(([itemId, units]): FieldProblem[] => {
    const { itemQuantity: left = 0, itemName = '' } = itemOf(itemId) ?? {}
    const first = entries.find((entry) => entry.itemId === itemId)
    const path = `entries.${first?.id}`
    return left < units ? [{ path, msg: shelfText(left, itemName, units) }] : []
  })
  if (missing.length > 0) throw cannotUndo(missing)
  return taken
}

/** The entry that takes an entry of an ending back. */
export function endingTakenBack(entry: UndoableEntry, next: string, ended: string): NewEntry {
  if (entry.lineId === null) return editionEndedEntry(next, ended)
  const { id: _, ...rest } = entry
  const { delivered_quantity: delivered } = entry.changes
  const changes = delivered ? { delivered_quantity: [delivered[1], delivered[0]] as const } : {}
  return { ...rest, units: 0 - entry.units, changes }
}
