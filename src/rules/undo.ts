import type { ClubId } from '#src/contract/ids.ts'
import { KINDS } from '#src/contract/history.ts'
import { type ChangedLine, type Line, LINE_FIELDS } from '#src/contract/line.ts'
import { pick } from '#src/contract/pick.ts'
import type { FieldProblem } from '#src/contract/problem.ts'
import type { ItemValues, StockItem } from '#src/contract/records.ts'
import { announcedAfter, asSeenByClub, seenOfDeleted } from './announced.ts'
import {
  changesOf,
  handedOverEntry,
  ITEM_FIELDS,
  type ItemNote,
  type NewEntry,
  toldOf,
} from './entries.ts'
import { quoted, SUM_TOO_LARGE } from './faults.ts'
import { waitingText } from './hand-over.ts'
import { shownChanges } from './item.ts'
import { counted, grouped } from './number-text.ts'
import { checkCartSize } from './order-faults.ts'
import { isSum } from './quantity.ts'
import { Refusal } from './refusal.ts'

/** An entry of the history with its id. */
export type UndoableEntry = NewEntry & { id: string }

/** A line as it is now. */
export type PresentLine = Line & {
  clubId: ClubId
  cartId: string
  isDeleted: boolean
  /** Whether the club has ordered the same item again since it was deleted. */
  isOrderedAgain: boolean
}

/** An item as it is now. */
export type PresentItem = StockItem & ItemNote

/** The present state that an undo depends on. */
export type Present = {
  line(id: string): PresentLine | null
  item(id: string): PresentItem | null
  /** Whether another item has this name. */
  isNameTaken(itemName: string, itemId: string): boolean
  /** How many live lines a cart has, and how many of them are of items that are not in stock. */
  cartSize(cartId: string): { lines: number; custom: number }
  /** Whether decisions are held back. */
  isHeld: boolean
}

/** What an undo writes to an item, apart from its quantity. */
type UndoneItem = {
  item: PresentItem
  after: Omit<ItemValues, 'itemQuantity'> & ItemNote
  isOnLines: boolean
  isInCatalogue: boolean
}

/** Whether a change ended an edition. Taking that back is no such change. */
export const isEnding = (entries: readonly Pick<NewEntry, 'kind' | 'changes'>[]): boolean =>
  entries.some(({ kind, changes }) => kind === 'edition_ended' && changes.leftovers !== undefined)

export const alreadyUndone = () => new Refusal('already_undone', 'This was undone already.')

export const cannotUndo = (errors: FieldProblem[]) =>
  new Refusal('cannot_undo', `Nothing was undone. ${quoted(errors)}`, { errors })

/** The message of an undo that left so many rows as they were. */
export const undoneText = (left: number): string =>
  left === 0 ? 'Undone.' : `Undone, but for ${counted(left, 'row')}.`

/** Why an undo is refused: too few units are on the shelf. The API description takes its example from here. */
export const shelfText = (left: number, itemName: string, needed: number) =>
  `${grouped(left)} of ${itemName} ${left === 1 ? 'is' : 'are'} on the shelf, ${grouped(needed)} ${needed === 1 ? 'is' : 'are'} needed.`
const changedText = (what: string) => `The ${what} was changed since.`
/** Whether a row stands against an undo because somebody changed it since. */
export const isOfLaterChange = ({ msg }: FieldProblem): boolean => msg.includes('changed since.')
const WHAT = {
  ordered_quantity: 'number asked for',
  link: 'link',
  status: 'status',
  remarks: 'remark',
  delivered_quantity: 'number of delivered units',
  itemName: 'name',
  itemStatus: 'state of the item',
  unit: 'unit',
  place: 'place',
  itemOrderedStatus: 'status',
  itemRemark: 'remark',
} as const

type Field = keyof typeof WHAT

/** The values before an entry. A field that no longer has the value that the entry gave it is an obstacle. */
function valuesBefore<F extends Field, R extends Record<F, unknown>>(
  entry: NewEntry,
  row: R,
  fields: readonly F[],
): { values: Pick<R, F>; obstacles: string[] } {
  const values: Pick<R, F> = pick(row, fields)
  const obstacles: string[] = []
  for (const field of fields) {
    const change = entry.changes[field]
    if (!change) continue
    const [before, after] = change
    if (row[field] === after) values[field] = before as R[F]
    else obstacles.push(changedText(WHAT[field]))
  }
  return { values, obstacles }
}

type Change = {
  obstacles: string[]
  line?: ChangedLine<PresentLine>
  item?: UndoneItem
  entry: NewEntry
}

/** The undo of one entry, and what prevents it. */
type Step = Change & { of: UndoableEntry }

/** The entry of a line that an undo changes. */
const undoneEntry = (entry: UndoableEntry, line: ChangedLine<PresentLine>): NewEntry => ({
  ...entry,
  units: 0 - entry.units,
  ...toldOf(line),
  reason: '',
})

/** Why units cannot be taken back: so many of the line are `given` or `handed over` now. */
const onlyText = (units: number, { itemName }: PresentLine, what: string, taken: number) =>
  `Only ${grouped(units)} of ${itemName} ${units === 1 ? 'is' : 'are'} ${what} now, and this would take back ${grouped(taken)}.`

const DELETED_SINCE = 'The line was deleted since.'

/** Why a line cannot have these units, of which `most` may be handed over. */
function unitFaults(
  { units: taken }: UndoableEntry,
  line: PresentLine,
  { allotted_quantity: given, delivered_quantity: handedOver }: Line,
  most = given,
): string[] {
  if (given < 0) return [onlyText(line.allotted_quantity, line, 'given', taken)]
  if (handedOver > Math.min(most, given))
    return [
      `${grouped(handedOver)} of ${line.itemName} ${handedOver === 1 ? 'is' : 'are'} handed over.`,
    ]
  return isSum(given) ? [] : [SUM_TOO_LARGE]
}

/** Units go back by the same number. */
const CHANGED_FIELDS = LINE_FIELDS.filter((field) => field !== 'allotted_quantity')

/** The undo of a decision, or of a correction, which gives the units again that it took back. */
function unchange(entry: UndoableEntry, line: PresentLine, isHeld: boolean): Change {
  const isCorrection = entry.kind === 'line_corrected'
  const { values, obstacles } = valuesBefore(entry, line, CHANGED_FIELDS)
  const after = { ...line, ...values, allotted_quantity: line.allotted_quantity - entry.units }
  obstacles.push(
    ...unitFaults(entry, line, after, isCorrection ? after.ordered_quantity : undefined),
  )
  // A decision takes its note back with it.
  const note = isCorrection ? line.announced?.note : undefined
  const undone = { line, after: { ...after, announced: announcedAfter(line, after, isHeld, note) } }
  return {
    obstacles: line.isDeleted ? [DELETED_SINCE] : obstacles,
    line: undone,
    entry: undoneEntry(entry, undone),
  }
}

/**
 * The undo of a hand-over: as many come back as it handed over, whatever was handed over since, and the status only where it is still what the
 * hand-over set.
 */
function unhand(entry: UndoableEntry, line: PresentLine): Change {
  const [before, after] = entry.changes.delivered_quantity ?? [0, 0]
  const units = Number(after) - Number(before)
  const delivered_quantity = line.delivered_quantity - units
  const obstacles: string[] = []
  if (line.isDeleted) obstacles.push(DELETED_SINCE)
  else if (delivered_quantity < 0)
    obstacles.push(onlyText(line.delivered_quantity, line, 'handed over', units))
  else if (delivered_quantity > line.allotted_quantity)
    obstacles.push(waitingText(line.allotted_quantity - line.delivered_quantity, line.itemName))
  const { status } = valuesBefore(entry, line, ['status']).values
  const undone = { line, after: { ...line, delivered_quantity, status, announced: null } }
  const to = String(entry.changes.to?.[1] ?? '')
  return { obstacles, line: undone, entry: handedOverEntry(line.clubId, undone, to) }
}

/** The club sees the restored line as it saw it last. */
function restore(entry: UndoableEntry, line: PresentLine, isHeld: boolean): Change {
  const obstacles: string[] = []
  if (line.isOrderedAgain) obstacles.push('The club has ordered it again.')
  else if (!line.isDeleted) obstacles.push('The line is in the order.')
  const allotted_quantity = line.allotted_quantity - entry.units
  const after = { ...line, allotted_quantity, announced: isHeld ? line.announced : null }
  const seen = { allotted_quantity: seenOfDeleted(line, line.allotted_quantity) }
  const told =
    line.announced &&
    changesOf({ ...asSeenByClub(line), ...seen }, asSeenByClub(after), LINE_FIELDS)
  const made = undoneEntry(entry, { line, after })
  return { obstacles, line: { line, after }, entry: { ...made, kind: 'line_restored', told } }
}

function unedit(entry: UndoableEntry, item: PresentItem, present: Present): Change {
  const fields = ITEM_FIELDS.filter((field) => field !== 'itemQuantity')
  const { values: after, obstacles } = valuesBefore(entry, item, fields)
  const { isRenamed, ...shown } = shownChanges(item, after)
  if (isRenamed && present.isNameTaken(after.itemName, item._id))
    obstacles.push(`Another item is called ${after.itemName} now.`)
  const itemQuantity = item.itemQuantity - entry.units
  return {
    obstacles,
    item: { item, after, ...shown },
    entry: {
      ...entry,
      units: -entry.units,
      changes: changesOf(item, { ...after, itemQuantity }, ITEM_FIELDS),
    },
  }
}

/**
 * An added item counts as an edit that enabled it and brought its first units: its undo takes them off the shelf and disables it, and nothing is
 * deleted.
 */
function asEdit(entry: UndoableEntry, present: Present): UndoableEntry {
  if (entry.kind !== 'item_added') return entry
  const status = present.item(entry.itemId ?? '')?.itemStatus ?? 'disabled'
  return {
    ...entry,
    kind: 'item_edited',
    units: Number(entry.changes.itemQuantity?.[1] ?? 0),
    changes: { itemStatus: ['disabled', status] },
  }
}

function changeOf(entry: UndoableEntry, present: Present): Change {
  const missing = { obstacles: ['It was not found.'], entry }
  if (entry.lineId !== null) {
    const line = present.line(entry.lineId)
    if (!line) return missing
    const { isHeld } = present
    if (entry.kind === 'line_deleted') return restore(entry, line, isHeld)
    return entry.kind === 'handed_over' ? unhand(entry, line) : unchange(entry, line, isHeld)
  }
  const item = entry.itemId === null ? null : present.item(entry.itemId)
  return item ? unedit(entry, item, present) : missing
}

/** Units that the undo of an entry takes off the shelf. An entry of an item counts the shelf's units, one of a line the line's. */
const takenBy = ({ lineId, units }: NewEntry) => (lineId === null ? units : -units)

/** The units of each item that the undo of these entries takes off the shelf; a negative number returns units. */
export function takenOff(entries: readonly NewEntry[]): Map<string, number> {
  const taken = new Map<string, number>()
  for (const entry of entries)
    if (entry.itemId !== null && entry.units !== 0)
      taken.set(entry.itemId, (taken.get(entry.itemId) ?? 0) + takenBy(entry))
  return taken
}

/** Adds an obstacle to steps for which the shelf has too few or too many units; the steps of an item are judged together. */
function judgeShelves(steps: readonly Step[], present: Present): void {
  const taken = takenOff(steps.map(({ of }) => of))
  for (const { of, obstacles } of steps) {
    const item = of.itemId === null ? null : present.item(of.itemId)
    if (!item) continue
    const { itemQuantity: left, itemName } = item
    const [units, needed] = [takenBy(of), taken.get(item._id) ?? 0]
    if (units > 0 && needed > left) obstacles.push(shelfText(left, itemName, needed))
    if (units < 0 && left > needed && !isSum(left - needed)) obstacles.push(SUM_TOO_LARGE)
  }
}

const isFree = ({ obstacles }: Step) => obstacles.length === 0

/** The steps that the shelves allow. A step that they do not allow may leave too few units for others, which are then judged again. */
function allowedSteps(steps: readonly Step[], present: Present): Step[] {
  judgeShelves(steps, present)
  const allowed = steps.filter(isFree)
  return allowed.length === steps.length ? allowed : allowedSteps(allowed, present)
}

/**
 * Computes the undo of a change: units move back by the same number, and a field goes back only if it still has the value that the change
 * gave it. All of it or nothing; with `isRest` all rows without an obstacle. Throws `cannot_undo`, with an entry in `errors` for each row that
 * has one, or `cart_full`.
 */
export function undo(entries: readonly UndoableEntry[], present: Present, { isRest = false } = {}) {
  const steps = entries.map((entry): Step => {
    const of = asEdit(entry, present)
    // Taking an ending back comes to no other entry of its kind.
    if (KINDS[entry.kind].isUndoable && entry.kind !== 'edition_ended')
      return { of, ...changeOf(of, present) }
    throw cannotUndo([{ path: `entries.${entry.id}`, msg: 'A change of this kind stays.' }])
  })
  const hindered = steps.filter((step) => !isFree(step))
  const free = allowedSteps(steps.filter(isFree), present)
  // So that refused rows name what the shelf lacks, too.
  judgeShelves(hindered, present)
  const refused = steps.flatMap(({ of, obstacles }) =>
    obstacles.length > 0 ? [{ path: `entries.${of.id}`, msg: obstacles.join(' ') }] : [],
  )
  if (refused.length > 0 && (!isRest || free.length === 0)) throw cannotUndo(refused)

  const lines = free.flatMap(({ line }) => line ?? [])
  const restored = lines.filter(({ line }) => line.isDeleted)
  for (const [cartId, back] of Map.groupBy(restored, ({ line }) => line.cartId)) {
    const { lines: live, custom } = present.cartSize(cartId)
    const customBack = back.filter(({ line }) => line.item_id === null)
    checkCartSize({ lines: live + back.length, custom: custom + customBack.length })
  }
  return {
    lines,
    items: free.flatMap(({ item }) => item ?? []),
    taken: takenOff(free.map(({ of }) => of)),
    entries: free.map(({ entry }) => entry),
    /** The rows that stay as they are, and why; `path` is `entries.` and the entry's id. */
    refused,
  }
}
