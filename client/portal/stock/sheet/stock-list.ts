import { limits } from '#src/contract/limits.ts'
import type { StockItem } from '#src/contract/records.ts'
import { readCells } from '#src/rules/cells.ts'
import { nameKey } from '#src/rules/names.ts'
import { grouped, readWhole } from '#src/rules/number-text.ts'
import {
  planSheet,
  type PlannedRow,
  type SheetMode,
  type SheetRow,
} from '#src/rules/stock-sheet.ts'

/** What the numbers of a list mean. */
export const MODES: Record<SheetMode, { name: string; means: string; number: string }> = {
  add: {
    name: 'These arrived',
    means: 'They are added to what is on the shelf.',
    number: 'Arrived',
  },
  count: {
    name: 'This is on the shelf',
    means: 'You counted them. They replace the numbers in the portal.',
    number: 'Counted',
  },
}

/** The heads of a list, with the fields under them. */
export const HEADS = {
  Item: 'itemName',
  Quantity: 'itemQuantity',
  Unit: 'unit',
  Place: 'place',
  Status: 'itemStatus',
} as const
/** The heads of what the sheet hides. */
export const HIDDEN_HEADS = ['Item id', 'Quantity then', 'Sheet', 'Made at'] as const

export type ListField = (typeof HEADS)[keyof typeof HEADS]

/** One line of cells, with its number as the person sees it. */
export type Line = { number: number; cells: string[]; isMerged?: boolean }

export type ListRow = {
  number: number
  /** What the cells say; a field without a column is absent. */
  texts: Partial<Record<ListField, string>>
  /** What our own sheet hides in the row. */
  hidden: { id: string; was: number | null } | null
  isMerged: boolean
}

export type StockList = {
  isFile: boolean
  rows: ListRow[]
  /** The sheet that it is, and when that was made. */
  sheet: { id: string; madeAt: Date } | null
}

/** Why a list cannot be read at all. */
export class ListFault extends Error {}

export const unreadable = () =>
  new ListFault(
    'This file cannot be read. It is not an .xlsx file, or it has no head called Item. Nothing was changed.',
  )

const headKey = (text: string) => text.trim().toLowerCase()
/** A list may have a title above its heads. */
const HEADS_WITHIN = 30

const FIELD_OF = new Map<string, ListField>([
  ...Object.entries(HEADS).map(([head, field]) => [headKey(head), field] as const),
  ['item name', 'itemName'],
])

/** Where the columns are, and how many lines stand above the first row. */
function readHeads(lines: readonly Line[], isFile: boolean) {
  const at = lines
    .slice(0, HEADS_WITHIN)
    .findIndex(({ cells }) => cells.some((cell) => FIELD_OF.get(headKey(cell)) === 'itemName'))
  if (at === -1 && isFile) throw unreadable()
  const head = lines[at]
  const columns = new Map<string, number>()
  if (!head) for (const [index, field] of Object.values(HEADS).entries()) columns.set(field, index)
  for (const [index, cell] of (head?.cells ?? []).entries()) {
    const name = FIELD_OF.get(headKey(cell)) ?? HIDDEN_HEADS.find((hidden) => hidden === cell)
    if (name === undefined) continue
    if (columns.has(name))
      throw new ListFault(
        `Two heads are called ${cell.trim()}. They stand in row ${grouped(head?.number ?? 0)}. Give one of them another name.`,
      )
    columns.set(name, index)
  }
  return { columns, above: at + 1 }
}

/** Reads lines of cells as a list of items. Throws a `ListFault`. */
export function toList(lines: readonly Line[], isFile: boolean): StockList {
  const filled = lines.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const { columns, above } = readHeads(filled, isFile)
  const found = filled.slice(above)
  if (found.length === 0)
    throw new ListFault('The list is empty. It has no row with an item. Nothing was changed.')
  if (found.length > limits.changeRows)
    throw new ListFault(
      `${grouped(found.length)} rows are too many. Load ${grouped(limits.changeRows)} at most at a time.`,
    )
  let sheet: StockList['sheet'] = null
  const rows = found.map(({ number, cells, isMerged = false }): ListRow => {
    const at = (name: string) => cells[columns.get(name) ?? -1]?.trim()
    const [id = '', was = '', sheetId = '', madeAt = ''] = HIDDEN_HEADS.map((head) => at(head))
    if (sheetId !== '' && !Number.isNaN(Date.parse(madeAt)))
      sheet ??= { id: sheetId, madeAt: new Date(madeAt) }
    const texts: ListRow['texts'] = {}
    for (const field of Object.values(HEADS)) if (columns.has(field)) texts[field] = at(field) ?? ''
    const isOwn = id !== '' && sheetId !== '' && sheetId === sheet?.id
    return { number, texts, hidden: isOwn ? { id, was: readWhole(was) } : null, isMerged }
  })
  return { isFile, rows, sheet }
}

/** Reads pasted cells. Throws a `ListFault`. */
export const readPasted = (text: string): StockList =>
  toList(
    readCells(text).map((cells, index) => ({ number: index + 1, cells })),
    false,
  )

/** What a spreadsheet shows where a formula failed. */
const ERROR_CELL = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!)$/

/** Why a cell is no number of units, or `null`. */
export function numberFault(text: string): string | null {
  const value = readWhole(text)
  if (value !== null) return value < 0 ? `“${text}” is below 0.` : null
  if (/^\d{1,3}(?:\.\d{3})+$/.test(text)) {
    const digits = text.replaceAll('.', '')
    return `“${text}” is not a number. Write ${digits.replace(/\B(?=(?:\d{3})+$)/g, ',')} or ${digits}.`
  }
  return /^[-\u2212]?\d+[.,]\d+$/.test(text)
    ? `“${text}” is not a whole number.`
    : `“${text}” is not a number.`
}

export type JudgedRow = {
  row: ListRow
  planned: PlannedRow
  /** Why the row cannot be saved, by field. */
  faults: Partial<Record<ListField, string>>
  sent: SheetRow
}

type CellFaults = JudgedRow['faults']

/** A row as it is sent, and what is wrong with its cells. `isKnown`: its hidden id is an item's. */
function toSheetRow({ texts, hidden, isMerged }: ListRow, isKnown: boolean) {
  const faults: CellFaults = {}
  const own = isKnown && hidden ? hidden : null
  const { itemName = '', itemQuantity = '', itemStatus = '' } = texts
  if (isMerged) faults.itemName = 'Cells are merged here. Write each value into a cell of its own.'
  else if (ERROR_CELL.test(itemName)) faults.itemName = `“${itemName}” is not a name.`
  const wrongNumber = itemQuantity === '' ? null : numberFault(itemQuantity)
  if (wrongNumber !== null) faults.itemQuantity = wrongNumber
  const status = itemStatus.toLowerCase()
  const isStatus = status === 'enabled' || status === 'disabled'
  if (status !== '' && !isStatus)
    faults.itemStatus = `“${itemStatus}” is not a status. Write Enabled or Disabled.`
  const units = itemQuantity === '' || wrongNumber !== null ? null : readWhole(itemQuantity)
  const sent: SheetRow = {
    ...(own && { _id: own.id, ...(own.was !== null && { was: own.was }) }),
    itemName,
    ...(units !== null && { itemQuantity: units }),
    ...(isStatus && { itemStatus: status }),
  }
  // An empty cell of our own sheet was emptied; in any other list nobody filled it.
  for (const label of ['unit', 'place'] as const) {
    const text = texts[label]
    if (text !== undefined && (text !== '' || own)) sent[label] = text
  }
  return { sent, faults }
}

/** What the rows would do to the items, and what is wrong with them. */
export function judgeRows(
  mode: SheetMode,
  rows: readonly ListRow[],
  items: readonly StockItem[],
): JudgedRow[] {
  const byId = new Map(items.map((item) => [item._id, item]))
  const byName = new Map(items.map((item) => [nameKey(item.itemName), item]))
  const read = rows.map((row) => toSheetRow(row, byId.has(row.hidden?.id ?? '')))
  const plan = planSheet(
    mode,
    read.map(({ sent }) => sent),
    { byId: (id) => byId.get(id) ?? null, byName: (key) => byName.get(key) ?? null },
    (index) => rows[index]?.number ?? 0,
  )
  return rows.flatMap((row, index): JudgedRow[] => {
    const [planned, found] = [plan[index], read[index]]
    if (!planned || !found) return []
    const faults: CellFaults = {}
    for (const { path, msg } of planned.faults) faults[path.split('.')[2] as ListField] ??= msg
    return [{ row, planned, faults: { ...faults, ...found.faults }, sent: found.sent }]
  })
}

export const isWrong = ({ faults }: JudgedRow): boolean => Object.keys(faults).length > 0
