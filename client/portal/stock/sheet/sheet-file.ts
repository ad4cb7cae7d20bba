import type { Cell, CellValue, Worksheet } from 'exceljs'
import { loadPart } from '#client/portal/app/late.tsx'
import { newIdempotencyKey } from '#client/portal/data/idempotency-key.ts'
import { type Sheet, toFileName } from '#client/portal/lists/download.ts'
import { PAGES } from '#client/shared/pages.ts'
import type { StockItem } from '#src/contract/records.ts'
import {
  HEADS,
  HIDDEN_HEADS,
  type Line,
  ListFault,
  type StockList,
  toList,
  unreadable,
} from './stock-list.ts'

const MOST_BYTES = 10_000_000
/** Rows and cells beyond these are never those of a list that may be loaded. */
const MOST_LINES = 20_000
const MOST_CELLS = 60

/** The stock sheet. What it hides says later how many units were on the shelf when it was made. */
export function toSheetFile(items: readonly StockItem[], now: Date): Sheet {
  const [id, madeAt] = [newIdempotencyKey(), now.toISOString()]
  return {
    file: toFileName(PAGES['/stocksheet'].title),
    sheet: 'Stock',
    columns: [...Object.keys(HEADS), ...HIDDEN_HEADS],
    hidden: HIDDEN_HEADS.length,
    rows: items.map((item) => [
      item.itemName,
      item.itemQuantity,
      item.unit,
      item.place,
      item.itemStatus === 'enabled' ? 'Enabled' : 'Disabled',
      item._id,
      item.itemQuantity,
      id,
      madeAt,
    ]),
  }
}

function textOf(value: CellValue): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  if (typeof value !== 'object') return String(value)
  if ('error' in value) return value.error
  if ('richText' in value) return value.richText.map(({ text }) => text).join('')
  if ('hyperlink' in value) return textOf(value.text as CellValue)
  // The number that the spreadsheet last showed; a formula that was never calculated has none.
  if ('result' in value && value.result !== undefined) return textOf(value.result)
  return 'formula' in value ? `=${value.formula}` : '='
}

const isCovered = (cell: Cell) => cell.isMerged && cell.master !== cell

function toLines(worksheet: Worksheet): Line[] {
  const lines: Line[] = []
  worksheet.eachRow((row, number) => {
    if (lines.length === MOST_LINES) return
    const cells = Array.from({ length: Math.min(row.cellCount, MOST_CELLS) }, (_, index) =>
      row.getCell(index + 1),
    )
    lines.push({
      number,
      cells: cells.map((cell) => (isCovered(cell) ? '' : textOf(cell.value))),
      isMerged: cells.some(({ isMerged }) => isMerged),
    })
  })
  return lines
}

/** Reads an .xlsx file: its first sheet with a head called Item. Throws a `ListFault`. */
export async function readSheetFile(file: Blob): Promise<StockList> {
  if (file.size > MOST_BYTES)
    throw new ListFault('This file is too large. A list has 10 MB at most. Nothing was changed.')
  const { Workbook } = await loadPart(() => import('exceljs'))
  const workbook = new Workbook()
  try {
    await workbook.xlsx.load(await file.arrayBuffer())
  } catch {
    throw unreadable()
  }
  let fault: unknown = unreadable()
  for (const [index, worksheet] of workbook.worksheets.entries())
    try {
      return toList(toLines(worksheet), true)
    } catch (error) {
      if (!(error instanceof ListFault)) throw error
      if (index === 0) fault = error
    }
  throw fault
}
