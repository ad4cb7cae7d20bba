import { counted, grouped } from '#src/rules/number-text.ts'
import { mayDo } from '#client/shared/session.ts'
import { cellAt, cellKey, lineAt, setDrafts, toAnnouncement, useBoard } from './board-store.ts'
import { pasteBlock, toClipboard } from './model/clipboard.ts'
import { draftedOf } from './model/line-drafts.ts'
import { selectedBlock } from './selection.ts'

const { getState } = useBoard

/** The selected block as a spreadsheet takes it. */
export function copied(): string {
  const block = selectedBlock()
  if (!block) return ''
  const { index, view, drafts } = getState()
  const rows = []
  for (let row = block.top; row <= block.bottom; row++) {
    const cells = []
    for (let column = block.left; column <= block.right; column++) {
      const line = lineAt(index, cellAt(view, { row, column }))
      cells.push(line ? draftedOf(line, drafts[line._id]).given : null)
    }
    rows.push(cells)
  }
  return toClipboard(rows)
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
  const { index, removed, view, drafts } = getState()
  const pasted = pasteBlock(drafts, text, block, (row, column) => {
    const cell = cellAt(view, { row, column })
    if (!cell) return undefined
    const line = lineAt(index, cell)
    return line && !removed.has(line._id) ? line : null
  })
  const notTaken = new Map<string, string>()
  for (const { row, column, text: refused } of pasted.refused) {
    const cell = cellAt(view, { row, column })
    if (cell) notTaken.set(cellKey(cell), refused)
  }
  const missed = pasted.refused.length + pasted.outside
  setDrafts(pasted.drafts, {
    notTaken,
    ...toAnnouncement(
      `${counted(pasted.taken, 'cell')} pasted${missed > 0 ? `, ${grouped(missed)} not taken` : ''}`,
    ),
  })
}
