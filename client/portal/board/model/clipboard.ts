import type { BoardLine } from '#src/contract/board.ts'
import { readCells } from '#src/rules/cells.ts'
import { readGiven } from '#src/rules/quantity.ts'
import { type LineDrafts, typeUnits } from './line-drafts.ts'
import type { Block } from './moves.ts'

/** A block as a spreadsheet takes it: tabs between cells, a line for each row. A cell without a line is empty. */
export const toClipboard = (rows: readonly (readonly (number | null)[])[]): string =>
  rows.map((row) => row.map((value) => value ?? '').join('\t')).join('\n')

export type Pasted = {
  drafts: LineDrafts
  /** Cells of the board that got text which is no number, or a number where nothing was asked. */
  refused: { row: number; column: number; text: string }[]
  /** Numbers that were taken, and cells that lay outside of the board. */
  taken: number
  outside: number
}

/**
 * Puts copied cells into the drafts from the block's first cell on. One copied cell fills the whole block. Empty cells change nothing;
 * cells that cannot be taken are counted and change nothing.
 */
export function pasteBlock(
  drafts: LineDrafts,
  text: string,
  at: Block,
  lineAt: (row: number, column: number) => BoardLine | null | undefined,
): Pasted {
  const cells = readCells(text)
  const [first] = cells[0] ?? []
  const isOne = cells.length === 1 && cells[0]?.length === 1
  const filled = Array.from({ length: at.bottom - at.top + 1 }, () =>
    Array.from({ length: at.right - at.left + 1 }, () => first ?? ''),
  )
  const pasted: Pasted = { drafts, refused: [], taken: 0, outside: 0 }
  const units = new Map<BoardLine, number>()
  for (const [down, columns] of (isOne ? filled : cells).entries()) {
    for (const [along, cell] of columns.entries()) {
      if (cell === '') continue
      const row = at.top + down
      const column = at.left + along
      const line = lineAt(row, column)
      if (line === undefined) {
        pasted.outside++
        continue
      }
      const given = readGiven(cell)
      if (line === null && isOne) continue
      if (given === null || line === null) {
        pasted.refused.push({ row, column, text: cell })
        continue
      }
      units.set(line, given)
      pasted.taken++
    }
  }
  return { ...pasted, drafts: typeUnits(drafts, units) }
}
