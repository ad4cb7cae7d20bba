/** A cell with its end. Quotes stand around a cell that holds tabs, line breaks or quotes, which are doubled then. */
const CELL = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r?\n|\r|$)/g

/**
 * The cells of copied text as spreadsheets write it: rows of cells with tabs between them. Our own, because it is one expression; a package
 * for CSV is larger than the rest of what pastes.
 */
export function readCells(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [whole, quoted, plain = '', end] of text.matchAll(CELL)) {
    // The end of the last line begins no row.
    if (whole === '' && row.length === 0 && rows.length > 0) break
    row.push((quoted?.replaceAll('""', '"') ?? plain).trim())
    if (end === '\t') continue
    rows.push(row)
    row = []
    if (end === '') break
  }
  return rows
}
