/** A spreadsheet of one sheet: a head and rows, each value under its head. */
export type Sheet = {
  /** The name of the file; one made of a person's words goes through `toFileName`. */
  file: string
  /** The name of the sheet. */
  sheet: string
  columns: readonly string[]
  /** Numbers stay numbers; text is text, whatever it begins with. */
  rows: readonly (readonly (string | number)[])[]
}

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** Browsers may still read the file after the click has returned. */
const RELEASE_MS = 60_000

const NARROWEST = 10
const WIDEST = 60
/** How many characters a cell can hold. */
const CELL_LENGTH = 32_767

/** What XML cannot hold; the library takes out the control characters itself. */
const FORBIDDEN_IN_XML = /[\uFFFE\uFFFF]/g
/** Spreadsheets read `_x0041_` as "A": the first underscore is written as its own code. The library leaves it as it is. */
const ESCAPE_LOOKALIKE = /_(?=x[0-9A-Fa-f]{4}_)/g

const toCell = (value: string | number) =>
  typeof value === 'number'
    ? value
    : value
        .slice(0, CELL_LENGTH)
        .toWellFormed()
        .replace(FORBIDDEN_IN_XML, '')
        .replace(ESCAPE_LOOKALIKE, '_x005F_')

/** The bytes of an .xlsx file. Text is written as string cells, never as formulas. The library is loaded with the first call. */
export async function toWorkbook({
  sheet,
  columns,
  rows,
}: Sheet): Promise<Uint8Array<ArrayBuffer>> {
  const { Workbook } = await import('exceljs')
  const workbook = new Workbook()
  const worksheet = workbook.addWorksheet(sheet, { views: [{ state: 'frozen', ySplit: 1 }] })
  worksheet.columns = columns.map((head, index) => {
    const lengths = [head, ...rows.map((row) => row[index] ?? '')].map(
      (value) => String(value).length,
    )
    return { width: Math.min(WIDEST, Math.max(NARROWEST, ...lengths) + 2) }
  })
  worksheet.addRow(columns.map(toCell)).font = { bold: true }
  worksheet.addRows(rows.map((row) => row.map(toCell)))
  return new Uint8Array(await workbook.xlsx.writeBuffer())
}

/** What Windows, macOS, Linux or a reader's eye would stumble over: reserved signs, control characters, reversed writing. */
const REFUSED_IN_NAMES = /[<>:"/\\|?*\p{Cc}\u202A-\u202E\u2066-\u2069]/gu
const RESERVED_NAMES = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/** The name of a spreadsheet about `subject`, such that every file system takes it. */
export function toFileName(subject: string): string {
  const name = subject
    .toWellFormed()
    .replace(REFUSED_IN_NAMES, '')
    .trim()
    .replace(/^\.+|[. ]+$/g, '')
    .replace(RESERVED_NAMES, '_$1')
  return `${name || 'spreadsheet'}.xlsx`
}

/** Makes a spreadsheet and hands it to the browser as a download. */
export async function downloadSheet(sheet: Sheet): Promise<void> {
  const address = URL.createObjectURL(new Blob([await toWorkbook(sheet)], { type: TYPE }))
  const link = document.createElement('a')
  link.href = address
  link.download = sheet.file
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), RELEASE_MS)
}
