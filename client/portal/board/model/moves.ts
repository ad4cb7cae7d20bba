/** A cell of the rows and columns shown; the first one is 0, 0. */
export type Cell = { row: number; column: number }
type Size = { rows: number; columns: number; /** Rows of one screen. */ page: number }
type Press = { key: string; shiftKey: boolean; ctrlKey: boolean }

const clamp = (value: number, count: number) => Math.max(0, Math.min(count - 1, value))

/** The cell to which a key leads; `null` when it leads out of the board or to nowhere. Ctrl goes to the last cell of its direction. */
export function moveBy({ key, shiftKey, ctrlKey }: Press, from: Cell, size: Size): Cell | null {
  const { rows, columns, page } = size
  if (rows === 0 || columns === 0) return null
  const to = (row: number, column: number): Cell => ({
    row: clamp(row, rows),
    column: clamp(column, columns),
  })
  const { row, column } = from
  const far = ctrlKey ? Infinity : 1
  switch (key) {
    case 'ArrowUp':
      return to(row - far, column)
    case 'ArrowDown':
      return to(row + far, column)
    case 'ArrowLeft':
      return to(row, column - far)
    case 'ArrowRight':
      return to(row, column + far)
    case 'Home':
      return to(ctrlKey ? 0 : row, 0)
    case 'End':
      return to(ctrlKey ? Infinity : row, Infinity)
    case 'PageUp':
      return to(row - page, column)
    case 'PageDown':
      return to(row + page, column)
    case 'Enter':
      return to(row + (shiftKey ? -1 : 1), column)
    case 'Tab': {
      const at = row * columns + column + (shiftKey ? -1 : 1)
      if (at < 0 || at >= rows * columns) return null
      return { row: Math.floor(at / columns), column: at % columns }
    }
    default:
      return null
  }
}

/** A block of cells; both ends belong to it. */
export type Block = { top: number; left: number; bottom: number; right: number }

export const blockOf = (a: Cell, b: Cell): Block => ({
  top: Math.min(a.row, b.row),
  left: Math.min(a.column, b.column),
  bottom: Math.max(a.row, b.row),
  right: Math.max(a.column, b.column),
})

/** The first cell after `from`, in reading order and from the beginning again, for which `isWanted` holds. */
export function nextCell(
  from: Cell,
  { rows, columns }: Pick<Size, 'rows' | 'columns'>,
  isWanted: (cell: Cell) => boolean,
): Cell | null {
  const count = rows * columns
  const start = from.row * columns + from.column
  for (let step = 1; step <= count; step++) {
    const at = (start + step) % count
    const cell = { row: Math.floor(at / columns), column: at % columns }
    if (isWanted(cell)) return cell
  }
  return null
}
