/** What a hand does on the board: where it stands, what it types, copies and pastes. */
import type { BoardLine } from '#src/contract/board.ts'
import { canBeOrdered } from '#src/rules/item.ts'
import { grouped } from '#src/rules/number-text.ts'
import { openLateLine } from '#client/portal/late-line/late-line.ts'
import { type At, cellAt, cellKey, lineAt, positionOf, setDrafts, toSay, useDesk } from './desk.ts'
import { pasteBlock, toClipboard } from './model/clipboard.ts'
import {
  draftedOf,
  type Drafts,
  type DraftStep,
  dropField,
  editDrafts,
  keepMine,
  setDraft,
  takeTheirs,
  typeField,
} from './model/drafts.ts'
import { isUndecided } from './model/filters.ts'
import { rowOf, placedAt } from './model/index-board.ts'
import { type Block, blockOf, type Cell, nextCell } from './model/moves.ts'
import { totalsOfItem } from './model/totals.ts'

const { getState: desk, setState: setDesk } = useDesk

/** Puts the focus on a cell; `isExtending` leaves the other corner of the block where it is. */
export function goTo(at: At, isExtending = false): void {
  const { at: from, anchor } = desk()
  setDesk({ at, anchor: isExtending ? (anchor ?? from ?? at) : null, typing: null })
}

export function goToCell(cell: Cell, isExtending = false): void {
  const at = cellAt(desk().view, cell)
  if (at) goTo(at, isExtending)
}

/** The selected block of the cells shown; one cell is a block too. */
export function selectedBlock(): Block | null {
  const { view, at, anchor } = desk()
  const here = positionOf(view, at)
  if (!here) return null
  return blockOf(positionOf(view, anchor) ?? here, here)
}

export function selectBlock({ top, left, bottom, right }: Block): void {
  const { view } = desk()
  setDesk({
    at: cellAt(view, { row: top, column: left }),
    anchor: cellAt(view, { row: bottom, column: right }),
    typing: null,
  })
}

/** The lines of a block, without those that are gone. */
export function linesOf({ top, left, bottom, right }: Block): BoardLine[] {
  const { index, view, gone } = desk()
  const lines: BoardLine[] = []
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      const line = lineAt(index, cellAt(view, { row, column }))
      if (line && !gone.has(line._id)) lines.push(line)
    }
  }
  return lines
}

const selectedLines = (): BoardLine[] => {
  const block = selectedBlock()
  return block ? linesOf(block) : []
}

/** What a cell holds with these drafts, and what is left over all of them. */
function tell(line: BoardLine, drafts: Drafts) {
  const { index } = desk()
  const item = placedAt(index, line._id)?.item
  if (!index || !item) return {}
  const { left } = totalsOfItem(item, rowOf(index, item._id).values(), drafts)
  const { given } = draftedOf(line, drafts[line._id])
  const rest = left < 0 ? `${grouped(-left)} more than there are` : `${grouped(left)} left`
  return toSay(`${grouped(given)} of ${grouped(line.ordered_quantity)}, ${rest}`)
}

function change(step: DraftStep, lines = selectedLines()): void {
  const drafts = editDrafts(desk().drafts, lines, step)
  const [first] = lines
  const told = first && lines.length === 1 ? tell(first, drafts) : {}
  setDrafts(drafts, { wrong: withoutWrong(), ...told })
}

export const give = (line: BoardLine, given: number): void =>
  change((draft, one) => typeField(draft, one, 'given', given), [line])

export const giveAllAsked = (): void =>
  change((draft, line) => typeField(draft, line, 'given', line.ordered_quantity))

/** Takes all back but what was delivered: that has left the shelf for good. */
export const takeAllBack = (): void =>
  change((draft, line) => typeField(draft, line, 'given', line.delivered_quantity))

export const stepBy = (by: number): void =>
  change((draft, line) => {
    const { given } = draftedOf(line, draft)
    return typeField(draft, line, 'given', Math.max(line.delivered_quantity, given + by))
  })

export const dropSelected = (): void => change(() => undefined)

export const keepOwn = (line: BoardLine): void => change(keepMine, [line])
export const takeSaved = (line: BoardLine): void => change(takeTheirs, [line])

/** The pasted texts that were not taken, without the one of this cell. */
function withoutWrong(): ReadonlyMap<string, string> {
  const { wrong, at } = desk()
  if (!at || !wrong.has(cellKey(at))) return wrong
  return new Map([...wrong].filter(([key]) => key !== cellKey(at)))
}

/** Asks what to add to a club's order, where it has not asked for the item here; answers false in every other cell. */
export function askLate(asked = 1): boolean {
  const { index, at, anchor } = desk()
  if (!at || !index || anchor || lineAt(index, at)) return false
  const club = index.clubs.find(({ user_id }) => user_id === at.clubId)
  const item = index.items.find(({ _id }) => _id === at.itemId)
  if (!club || !item || !canBeOrdered(item)) return false
  const { user_id: userId, clubName } = club
  openLateLine({ userId, clubName, itemId: at.itemId, asked: Math.max(1, asked) })
  return true
}

const MOST_DIGITS = 9

/** One more digit of what is to be given here, or one less; the draft follows at once. */
export function type(digit: string | null): void {
  const { index, gone, at, typing, drafts } = desk()
  const line = lineAt(index, at)
  if (!line || gone.has(line._id)) return
  if (digit === null && !typing) return dropSelected()
  const text = digit === null ? (typing?.text.slice(0, -1) ?? '') : `${typing?.text ?? ''}${digit}`
  if (text.length > MOST_DIGITS) return
  const before = typing?.before ?? drafts
  const next =
    text === ''
      ? editDrafts(drafts, [line], (draft) => dropField(draft, 'given'))
      : setDraft(drafts, line, 'given', Number(text))
  const shown = { typing: { text, before }, anchor: null, wrong: withoutWrong() }
  setDrafts(next, { ...shown, ...tell(line, next) }, !typing)
}

/** Esc: drops what is being typed, then the block; answers false when there is nothing more to leave but the cell. */
export function leaveStep(): boolean {
  const { typing, anchor } = desk()
  if (typing) {
    setDrafts(typing.before, {}, false)
    return true
  }
  if (!anchor) return false
  setDesk({ anchor: null })
  return true
}

/** The block as a spreadsheet takes it. */
export function copied(): string {
  const block = selectedBlock()
  if (!block) return ''
  const { index, view, drafts } = desk()
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

const count = (n: number, one: string) => `${grouped(n)} ${one}${n === 1 ? '' : 's'}`

/** Takes a copied block into the drafts, from the selected cell on. Cells that cannot be taken are marked. */
export function paste(text: string): void {
  const at = selectedBlock()
  if (!at || text === '') return
  const { index, gone, view, drafts } = desk()
  const pasted = pasteBlock(drafts, text, at, (row, column) => {
    const cell = cellAt(view, { row, column })
    if (!cell) return undefined
    const line = lineAt(index, cell)
    return line && !gone.has(line._id) ? line : null
  })
  const wrong = new Map<string, string>()
  for (const { row, column, text: cell } of pasted.refused) {
    const place = cellAt(view, { row, column })
    if (place) wrong.set(cellKey(place), cell)
  }
  const missed = pasted.refused.length + pasted.outside
  const told = `${count(pasted.taken, 'cell')} pasted${missed > 0 ? `, ${grouped(missed)} not taken` : ''}`
  setDrafts(pasted.drafts, { wrong, ...toSay(told) })
}

/** Goes to the next cell about which nobody has decided. */
export function goToUndecided(): void {
  const { index, view, drafts, at } = desk()
  const size = { rows: view.items.length, columns: view.columns.length }
  const from = positionOf(view, at) ?? { row: 0, column: -1 }
  const next = nextCell(from, size, (cell) => {
    const line = lineAt(index, cellAt(view, cell))
    return line !== undefined && isUndecided(line) && !drafts[line._id]
  })
  if (next) goToCell(next)
  else setDesk(toSay('Nothing is undecided'))
}
