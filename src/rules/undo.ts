import { UNDOABLE_KINDS } from '#src/contract/history.ts'
import type { Line } from '#src/contract/line.ts'
import type { FieldProblem } from '#src/contract/problem.ts'
import type { StockItem } from '#src/contract/records.ts'
import { announcedAfter, asShown, shownOfDeleted } from './announced.ts'
import {
  changesOf,
  ITEM_FIELDS,
  type ItemNote,
  LINE_FIELDS,
  type NewEntry,
  SHOWN_FIELDS,
  toldOf,
} from './entries.ts'
import { SUM_TOO_LARGE } from './faults.ts'
import { grouped } from './number-text.ts'
import { checkCartSize } from './order-faults.ts'
import { isSum } from './quantity.ts'
import { Refusal } from './refusal.ts'

/** An entry of the history, as far as taking it back needs it. */
export type UndoableEntry = NewEntry & { id: string }

/** A line as it is now. */
export type PresentLine = Line & {
  accountId: string
  cartId: string
  isDeleted: boolean
  /** Whether the club has ordered the same item again since it was deleted. */
  isOrderedAgain: boolean
}

/** An item as it is now. */
export type PresentItem = StockItem & ItemNote

/** The queries that taking back needs. */
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

/** What an undo writes to a line. */
export type UndoneLine = {
  line: PresentLine
  isRestored: boolean
} & Pick<Line, 'allotted' | 'delivered' | 'status' | 'remarks' | 'announced'>

/** What an undo writes to an item, apart from its quantity. */
export type UndoneItem = {
  item: PresentItem
  after: Pick<PresentItem, 'itemName' | 'itemStatus' | 'itemOrderedStatus' | 'itemRemark'>
  isRenamed: boolean
  isSwitched: boolean
}

export type Undoing = {
  lines: UndoneLine[]
  items: UndoneItem[]
  /** Units that leave each shelf; a negative number returns units. */
  taken: Map<string, number>
  entries: NewEntry[]
}

export const alreadyUndone = () => new Refusal('already_undone', 'This was taken back already.')

export function cannotUndo(errors: FieldProblem[]): Refusal {
  const texts = [...new Set(errors.map(({ msg }) => msg))]
  const more = texts.length > 3 ? [`(and ${texts.length - 3} more)`] : []
  const message = ['Nothing was undone.', ...texts.slice(0, 3), ...more].join(' ')
  return new Refusal('cannot_undo', message, { errors })
}

/** The reasons of a refused undo. The API description takes its examples from here. */
export const shelfText = (left: number, itemName: string, needed: number) =>
  `${grouped(left)} of ${itemName} ${left === 1 ? 'is' : 'are'} on the shelf, ${grouped(needed)} ${needed === 1 ? 'is' : 'are'} needed.`
const changedText = (what: string) => `The ${what} was changed since.`
const WHAT = {
  status: 'status',
  remarks: 'remark',
  delivered: 'number of delivered units',
  itemName: 'name',
  itemStatus: 'state of the item',
  itemOrderedStatus: 'status',
  itemRemark: 'remark',
} as const

type Field = keyof typeof WHAT

/** Reads back fields of an entry: those with the value that the entry gave them get the value before it; another value is an obstacle. */
function readBack<F extends Field, R extends Record<F, unknown>>(
  entry: NewEntry,
  row: R,
  fields: readonly F[],
): { values: Pick<R, F>; obstacles: string[] } {
  const values = Object.fromEntries(fields.map((field) => [field, row[field]])) as Pick<R, F>
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

type Step = { obstacles: string[]; line?: UndoneLine; item?: UndoneItem; entry: NewEntry }

function undecide(entry: UndoableEntry, line: PresentLine, isHeld: boolean): Step {
  const allotted = line.allotted - entry.units
  const { values, obstacles } = readBack(entry, line, ['delivered', 'status', 'remarks'])
  if (line.isDeleted) obstacles.splice(0, Infinity, 'The line was deleted since.')
  else if (allotted < 0)
    obstacles.push(
      `${grouped(line.allotted)} of ${line.itemName} are given, ${grouped(entry.units)} are needed.`,
    )
  else if (values.delivered > allotted)
    obstacles.push(`${grouped(values.delivered)} of ${line.itemName} are delivered.`)
  else if (!isSum(allotted)) obstacles.push(SUM_TOO_LARGE)
  const decided = { ...values, allotted }
  const after = { ...decided, announced: announcedAfter(line, decided, isHeld) }
  const changes = changesOf(line, decided, LINE_FIELDS)
  return {
    obstacles,
    line: { line, isRestored: false, ...after },
    entry: { ...entry, units: -entry.units, changes, told: toldOf(line, after), reason: '' },
  }
}

/** The line comes back as the club saw it last. */
function restore(entry: UndoableEntry, line: PresentLine, isHeld: boolean): Step {
  const obstacles: string[] = []
  if (line.isOrderedAgain) obstacles.push('The club has ordered it again.')
  else if (!line.isDeleted) obstacles.push('The line is in the order.')
  const { delivered, status, remarks } = line
  const restored = { allotted: line.allotted - entry.units, delivered, status, remarks }
  const after = { ...restored, announced: isHeld ? line.announced : null }
  return {
    obstacles,
    line: { line, isRestored: true, ...after },
    entry: {
      ...entry,
      kind: 'line_restored',
      units: -entry.units,
      changes: changesOf(line, restored, LINE_FIELDS),
      told:
        line.announced &&
        changesOf(
          { ...asShown(line), allotted: shownOfDeleted(line, line.allotted) },
          asShown(after),
          SHOWN_FIELDS,
        ),
      reason: '',
    },
  }
}

function unedit(entry: UndoableEntry, item: PresentItem, present: Present): Step {
  const fields = ['itemName', 'itemStatus', 'itemOrderedStatus', 'itemRemark'] as const
  const { values: after, obstacles } = readBack(entry, item, fields)
  const isRenamed = after.itemName !== item.itemName
  if (isRenamed && present.isNameTaken(after.itemName, item._id))
    obstacles.push(`Another item is called ${after.itemName} now.`)
  const itemQuantity = item.itemQuantity - entry.units
  return {
    obstacles,
    item: { item, after, isRenamed, isSwitched: after.itemStatus !== item.itemStatus },
    entry: {
      ...entry,
      units: -entry.units,
      changes: changesOf(item, { ...after, itemQuantity }, ITEM_FIELDS),
    },
  }
}

function stepOf(entry: UndoableEntry, present: Present): Step {
  const gone = { obstacles: ['It was not found.'], entry }
  if (entry.lineId !== null) {
    const line = present.line(entry.lineId)
    if (!line) return gone
    const { isHeld } = present
    return entry.kind === 'line_deleted'
      ? restore(entry, line, isHeld)
      : undecide(entry, line, isHeld)
  }
  const item = entry.itemId === null ? null : present.item(entry.itemId)
  return item ? unedit(entry, item, present) : gone
}

/** Units that an entry takes off the shelf when it is taken back. */
const takenBy = ({ lineId, units }: NewEntry) => (lineId === null ? units : -units)

/**
 * Computes how to take a batch back, all or nothing: units move back by the same number, and a field goes back only where it still has the
 * value that the batch gave it. Throws `cannot_undo` with an entry in `errors` for each row that stands against it; `path` is
 * `entries.` and the entry's id.
 */
export function undo(entries: readonly UndoableEntry[], present: Present): Undoing {
  const steps = entries.map((entry) => {
    if (UNDOABLE_KINDS.has(entry.kind)) return { id: entry.id, ...stepOf(entry, present) }
    throw cannotUndo([{ path: `entries.${entry.id}`, msg: 'A change of this kind stays.' }])
  })
  const taken = new Map<string, number>()
  for (const { itemId, ...entry } of entries)
    if (itemId !== null && entry.units !== 0)
      taken.set(itemId, (taken.get(itemId) ?? 0) + takenBy({ itemId, ...entry }))

  for (const [index, { itemId, ...entry }] of entries.entries()) {
    const units = takenBy({ itemId, ...entry })
    const item = itemId === null || units === 0 ? null : present.item(itemId)
    if (!item) continue
    const needed = taken.get(item._id) ?? 0
    const { itemQuantity: left, itemName } = item
    if (units > 0 && needed > left) steps[index]?.obstacles.push(shelfText(left, itemName, needed))
    if (units < 0 && !isSum(left - needed) && left - needed > 0)
      steps[index]?.obstacles.push(SUM_TOO_LARGE)
  }
  const errors = steps.flatMap(({ id, obstacles }) =>
    obstacles.length > 0 ? [{ path: `entries.${id}`, msg: obstacles.join(' ') }] : [],
  )
  if (errors.length > 0) throw cannotUndo(errors)

  const lines = steps.flatMap(({ line }) => line ?? [])
  const restored = lines.filter(({ isRestored }) => isRestored)
  for (const [cartId, back] of Map.groupBy(restored, ({ line }) => line.cartId)) {
    const { lines: live, custom } = present.cartSize(cartId)
    const customBack = back.filter(({ line }) => line.itemId === null)
    checkCartSize({ lines: live + back.length, custom: custom + customBack.length })
  }
  return {
    lines,
    items: steps.flatMap(({ item }) => item ?? []),
    taken,
    entries: steps.map(({ entry }) => entry),
  }
}
