import type { Workbook } from 'exceljs'
import { loadPart } from '#client/portal/app/late.tsx'

type Page = {
  sheet: string
  columns: readonly string[]
  /** Numbers become number cells and text becomes text cells, whatever it starts with. */
  rows: readonly (readonly (string | number)[])[]
  /** So many of the last columns are hidden. */
  hidden?: number
}

export type Sheet = Page & {
  file: string
  more?: readonly Page[]
}

/** A page with a row for each of `of`: the heads of its columns, and what each reads of a row. */
export const toPage = <Row>(
  sheet: string,
  of: readonly Row[],
  columns: Readonly<Record<string, (row: Row) => string | number>>,
): Page => ({
  sheet,
  columns: Object.keys(columns),
  rows: of.map((row) => Object.values(columns).map((read) => read(row))),
})

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** A browser may still read the file after `click()` has returned. */
const RELEASE_MS = 60_000

const A4 = 9
const NARROWEST = 10
const WIDEST = 60
const CELL_LENGTH = 32_767

/** Characters that XML forbids; exceljs removes the control characters itself. */
const FORBIDDEN_IN_XML = /[\uFFFE\uFFFF]/g
/** Spreadsheets read `_x0041_` as "A", so its first underscore is escaped. exceljs does not do that. */
const ESCAPE_LOOKALIKE = /_(?=x[0-9A-Fa-f]{4}_)/g

const toCell = (value: string | number) =>
  typeof value === 'number'
    ? value
    : value
        .slice(0, CELL_LENGTH)
        .toWellFormed()
        .replace(FORBIDDEN_IN_XML, '')
        .replace(ESCAPE_LOOKALIKE, '_x005F_')

/** The bytes of an .xlsx file. Text becomes string cells, never formulas. The first call loads exceljs. */
export async function toWorkbook(all: Sheet): Promise<Uint8Array<ArrayBuffer>> {
  const { Workbook } = await loadPart(() => import('exceljs'))
  const workbook = new Workbook()
  for (const page of [all, ...(all.more ?? [])]) addPage(workbook, page)
  return new Uint8Array(await workbook.xlsx.writeBuffer())
}

function addPage(workbook: Workbook, { sheet, columns, rows, hidden = 0 }: Page): void {
  const worksheet = workbook.addWorksheet(sheet, {
    // The head and the first column stay in view, and stand on each page of paper.
    views: [{ state: 'frozen', xSplit: 1, ySplit: 1 }],
    pageSetup: {
      paperSize: A4,
      orientation: 'landscape',
      fitToPage: true,
      fitToHeight: 0,
      printTitlesRow: '1:1',
      printTitlesColumn: 'A:A',
    },
  })
  worksheet.columns = columns.map((head, index) => {
    const lengths = [head, ...rows.map((row) => row[index] ?? '')].map(
      (value) => String(value).length,
    )
    const width = Math.min(WIDEST, Math.max(NARROWEST, ...lengths) + 2)
    return { width, hidden: index >= columns.length - hidden }
  })
  worksheet.addRow(columns.map(toCell)).font = { bold: true }
  worksheet.addRows(rows.map((row) => row.map(toCell)))
}

/** Characters that Windows, macOS or Linux reserve, control characters, and marks that reverse the reading direction. */
const REFUSED_IN_NAMES = /[<>:"/\\|?*\p{Cc}\u202A-\u202E\u2066-\u2069]/gu
const RESERVED_NAMES = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/** `<subject>.xlsx` without what a file system refuses; "spreadsheet.xlsx" when nothing is left. */
export function toFileName(subject: string): string {
  const name = subject
    .toWellFormed()
    .replace(REFUSED_IN_NAMES, '')
    .trim()
    .replace(/^\.+|[. ]+$/g, '')
    .replace(RESERVED_NAMES, '_$1')
  return `${name || 'spreadsheet'}.xlsx`
}

export async function downloadSheet(sheet: Sheet): Promise<void> {
  const address = URL.createObjectURL(new Blob([await toWorkbook(sheet)], { type: TYPE }))
  const link = document.createElement('a')
  link.href = address
  link.download = sheet.file
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), RELEASE_MS)
}
