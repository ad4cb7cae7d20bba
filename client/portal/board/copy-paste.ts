import type { BoardLine } from '#src/contract/board.ts'
import { readCells } from '#src/rules/cells.ts'
import { readGiven } from '#src/rules/quantity.ts'
import { counted, grouped } from '#src/rules/number-text.ts'
import { mayDo } from '#client/shared/session.ts'
import {
  type BoardState,
  cellAt,
  cellKey,
  lineAt,
  setDrafts,
  toAnnouncement,
  useBoard,
} from './board-store.ts'
import { draftedOf, typeUnits } from './model/line-drafts.ts'
import type { Block } from './model/moves.ts'
import { selectedBlock, selectedRows } from './selection.ts'

const { getState } = useBoard

/** A block as a spreadsheet takes it: tabs between cells, a line for each row. A cell without a line is empty. */
export const toClipboard = (rows: readonly (readonly (number | null)[])[]): string =>
  rows.map((row) => row.map((value) => value ?? '').join('\t')).join('\n')

/**
 * Puts copied cells into the drafts from the block's first cell on. One copied cell fills the whole block. Empty cells change nothing;
 * cells that cannot be taken are counted and change nothing.
 */
export function pasteBlock(
  { index, view, drafts }: Pick<BoardState, 'index' | 'view' | 'drafts'>,
  copiedText: string,
  at: Block,
) {
  const cells = readCells(copiedText)
  const [first] = cells[0] ?? []
  const isOne = cells.length === 1 && cells[0]?.length === 1
  const filledRow = Array.from({ length: at.right - at.left + 1 }, () => first ?? '')
  const filled = Array.from({ length: at.bottom - at.top + 1 }, () => filledRow)
  const units = new Map<BoardLine, number>()
  /** Text that is no number, or a number where nothing was asked, by `cellKey`. */
  const notTaken = new Map<string, string>()
  let outside = 0
  for (const [down, columns] of (isOne ? filled : cells).entries()) {
    for (const [along, text] of columns.entries()) {
      if (text === '') continue
      const cell = cellAt(view, { row: at.top + down, column: at.left + along })
      const line = lineAt(index, cell)
      const given = readGiven(text)
      if (!cell) outside++
      else if (line && given !== null) units.set(line, given)
      else if (line || !isOne) notTaken.set(cellKey(cell), text)
    }
  }
  return { drafts: typeUnits(drafts, units), taken: units.size, notTaken, outside }
}

/** The selected block as a spreadsheet takes it. */
export function copied(): string {
  const { drafts } = getState()
  const unitsOf = (line: BoardLine | undefined) =>
    line ? draftedOf(line, drafts[line._id]).given : null
  return toClipboard(selectedRows().map((row) => row.map(unitsOf)))
}

/** Copies the block from a button: the permissions policy allows no other way than the browser's own command. */
export function copyBlock(): void {
  const handle = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', copied())
    event.preventDefault()
  }
  document.addEventListener('copy', handle, { once: true })
  document.execCommand('copy')
  document.removeEventListener('copy', handle)
}

/** Takes a copied block into the drafts, from the selected cell on. Cells that cannot be taken are marked. */
export function paste(text: string): void {
  const block = selectedBlock()
  if (!block || text === '' || !mayDo('orders.give')) return
  const { drafts, taken, notTaken, outside } = pasteBlock(getState(), text, block)
  const missed = notTaken.size + outside
  const words = `${counted(taken, 'cell')} pasted${missed > 0 ? `, ${grouped(missed)} not taken` : ''}`
  setDrafts(drafts, { notTaken, ...toAnnouncement(words) })
}
