import { ITEM_VALUES, type ItemValues, type StockItem } from '#src/contract/records.ts'
import { dayText } from './day-text.ts'
import { addedItemEntry, editedItemEntry, type NewEntry } from './entries.ts'
import { type Fault, refuse, SUM_TOO_LARGE } from './faults.ts'
import { labelFault, newItem, shownChanges } from './item.ts'
import { nameFault, readName } from './name-text.ts'
import { nameKey } from './names.ts'
import { grouped, isWithin } from './number-text.ts'
import { ITEM_QUANTITY, isSum } from './quantity.ts'
import { Refusal } from './refusal.ts'

/** `add`: the numbers arrived. `count`: they are on the shelf. */
export const SHEET_MODES = ['add', 'count'] as const
export type SheetMode = (typeof SHEET_MODES)[number]

/** One row of a sheet. A field that is absent changes nothing. `was` lay on the shelf when the sheet was made. */
export type SheetRow = { _id?: string; itemName: string; was?: number } & Partial<
  Omit<ItemValues, 'itemName'>
>

/** The items that a sheet may name. */
type SheetStock = {
  byId(id: string): StockItem | null
  /** `key` is a `nameKey`. */
  byName(key: string): StockItem | null
}

export type PlannedRow = {
  /** The item that the row is about; `null` for a new one. */
  item: StockItem | null
  after: ItemValues
  change: 'new' | 'changed' | 'same'
  /** Why the row cannot be saved. */
  faults: Fault[]
}

/** Units on the shelf after a row. A count of a sheet moves the shelf by what differs from the sheet, so that what was given since stays given. */
function shelfAfter(
  mode: SheetMode,
  { itemQuantity: written, was }: SheetRow,
  left: number,
): number {
  if (written === undefined) return left
  if (mode === 'add') return left + written
  return was === undefined ? written : left + written - was
}

/** `was` lay on the shelf when the sheet was made, `left` lies there now. */
function tooFewText(was: number, left: number): string {
  const given = was - left
  return `${grouped(given)} ${given === 1 ? 'was' : 'were'} given since the sheet was made. The lowest number that fits is ${grouped(given)}.`
}

function planRow(
  mode: SheetMode,
  row: SheetRow,
  stock: SheetStock,
  fault: (code: Fault['code'], field: keyof SheetRow, msg: string) => void,
): Omit<PlannedRow, 'faults'> {
  const wrongName = nameFault('An item name', row.itemName)
  if (wrongName !== null)
    fault('invalid', 'itemName', row.itemName.trim() === '' ? 'The item has no name.' : wrongName)
  const name = wrongName === null ? readName(row.itemName) : row.itemName
  const namesake = wrongName === null ? stock.byName(nameKey(name)) : null
  const item = row._id === undefined ? namesake : stock.byId(row._id)
  if (row._id !== undefined && !item) fault('not_found', '_id', 'This item was not found.')
  if (item && namesake && namesake._id !== item._id)
    fault('name_taken', 'itemName', `Another item is called ${namesake.itemName}.`)
  for (const label of ['unit', 'place'] as const) {
    const wrong = labelFault(label, row[label] ?? '')
    if (wrong !== null) fault('invalid', label, wrong)
  }
  const left = item?.itemQuantity ?? 0
  const itemQuantity = shelfAfter(mode, item ? row : { ...row, was: 0 }, left)
  if (!isWithin(row.itemQuantity ?? 0, ITEM_QUANTITY))
    fault('invalid', 'itemQuantity', ITEM_QUANTITY.text)
  else if (itemQuantity < 0)
    fault('insufficient_stock', 'itemQuantity', tooFewText(row.was ?? 0, left))
  else if (!isSum(itemQuantity)) fault('invalid', 'itemQuantity', SUM_TOO_LARGE)
  const after = {
    // Without an id the name finds the item and does not change it.
    itemName: row._id === undefined && item ? item.itemName : name,
    itemQuantity,
    itemStatus: row.itemStatus ?? item?.itemStatus ?? 'enabled',
    unit: row.unit === undefined ? (item?.unit ?? '') : readName(row.unit),
    place: row.place === undefined ? (item?.place ?? '') : readName(row.place),
  }
  const isSame = item !== null && ITEM_VALUES.every((field) => after[field] === item[field])
  return { item, after, change: item === null ? 'new' : isSame ? 'same' : 'changed' }
}

/**
 * What a sheet does to the stock, row by row; the page shows the same plan before it is saved. Names are judged by the present ones: a row
 * cannot take a name that another row gives up. `numberOf` is how people call a row.
 */
export function planSheet(
  mode: SheetMode,
  rows: readonly SheetRow[],
  stock: SheetStock,
  numberOf = (index: number) => index + 1,
): PlannedRow[] {
  const first = new Map<string, number>()
  return rows.map((row, index) => {
    const faults: Fault[] = []
    const fault = (code: Fault['code'], field: keyof SheetRow, msg: string) =>
      void faults.push({ code, path: `rows.${index}.${field}`, msg })
    const planned = planRow(mode, row, stock, fault)
    const { item, after } = planned
    const keys = [...(item ? [`id:${item._id}`] : []), `name:${nameKey(after.itemName)}`]
    const same = keys.map((key) => first.get(key)).find((found) => found !== undefined)
    if (same === undefined) for (const key of keys) first.set(key, index)
    else if (after.itemName.trim() !== '')
      fault('invalid', 'itemName', `Row ${grouped(numberOf(same))} is the same item.`)
    return { ...planned, faults }
  })
}

/** What a sheet writes. Throws `not_found`, `name_taken`, `invalid` or `insufficient_stock`, which name every row at fault. */
export function decideSheet(mode: SheetMode, rows: readonly SheetRow[], stock: SheetStock) {
  const plan = planSheet(mode, rows, stock)
  refuse(plan.flatMap(({ faults }) => faults))
  const added = plan.flatMap(({ change, after }) => (change === 'new' ? newItem(after) : []))
  const changed = plan.flatMap(({ item, change, after }) =>
    item && change === 'changed' ? { before: item, after, ...shownChanges(item, after) } : [],
  )
  const entries: NewEntry[] = [
    ...added.map(addedItemEntry),
    ...changed.map(({ before, after }) => editedItemEntry(before, after)),
  ]
  return { added, changed, entries }
}

/** Refuses the count of a sheet that was saved already. */
export function sheetSaved(by: string | null, at: number, now: number): Refusal {
  const day = dayText(new Date(at), new Date(now))
  const who = by ?? 'Somebody'
  return new Refusal('changed_meanwhile', `${who} saved this count on ${day}.`, {
    current: { by: who, at: new Date(at).toISOString() },
  })
}
