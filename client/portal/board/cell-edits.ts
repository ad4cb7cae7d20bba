import type { BoardLine } from '#src/contract/board.ts'
import { canBeOrdered } from '#src/rules/item.ts'
import { grouped } from '#src/rules/number-text.ts'
import { dropField, editDrafts, keepMine, takeTheirs } from '#client/portal/drafts/drafts.ts'
import { mayDo } from '#client/shared/session.ts'
import { openLateLine } from '#client/portal/orders/late-line.ts'
import { cellKey, lineAt, setDrafts, toAnnouncement, useBoard } from './board-store.ts'
import { placedAt, rowOf } from './model/index-board.ts'
import {
  conflictsOf,
  draftedOf,
  type LineDraft,
  type LineDrafts,
  setDraft,
  typeField,
} from './model/line-drafts.ts'
import { totalsOfItem } from './model/totals.ts'
import { selectedLines } from './selection.ts'

const { getState } = useBoard

/** The text for screen readers after an edit: the units of the cell, and the units left of the item. */
function announceLine(line: BoardLine, drafts: LineDrafts) {
  const { index } = getState()
  const item = placedAt(index, line._id)?.item
  if (!item) return {}
  const { left } = totalsOfItem(item, rowOf(index, item._id).values(), drafts)
  const { given } = draftedOf(line, drafts[line._id])
  const rest = left < 0 ? `${grouped(-left)} more than there are` : `${grouped(left)} left`
  return toAnnouncement(`${grouped(given)} of ${grouped(line.ordered_quantity)}, ${rest}`)
}

type Step = (draft: LineDraft | undefined, line: BoardLine) => LineDraft | undefined

function change(step: Step, lines = selectedLines()): void {
  const drafts = editDrafts(getState().drafts, lines, step)
  const [first] = lines
  const announced = first && lines.length === 1 ? announceLine(first, drafts) : {}
  setDrafts(drafts, { notPasted: withoutActive(), ...announced })
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

export const keepDraft = (line: BoardLine): void =>
  change((draft) => conflictsOf(line, draft).reduce(keepMine, draft), [line])

export const takeSaved = (line: BoardLine): void =>
  change((draft) => conflictsOf(line, draft).reduce(takeTheirs, draft), [line])

/** The pasted texts that were not taken, without the one of the active cell. */
function withoutActive(): ReadonlyMap<string, string> {
  const { notPasted, active } = getState()
  if (!active || !notPasted.has(cellKey(active))) return notPasted
  return new Map([...notPasted].filter(([key]) => key !== cellKey(active)))
}

/** Asks what to add to a club's order, where it has not asked for the item here; answers false in every other cell. */
export function askLate(asked = 1): boolean {
  const { index, active, anchor } = getState()
  if (!mayDo('orders.late') || !active || anchor || lineAt(index, active)) return false
  const club = index.clubById.get(active.clubId)
  const item = index.itemById.get(active.itemId)
  if (!club || !item || !canBeOrdered(item)) return false
  const { user_id: userId, clubName } = club
  openLateLine({ userId, clubName, itemId: active.itemId, asked: Math.max(1, asked) })
  return true
}

const MOST_DIGITS = 9

/** One more digit of what is to be given here, or with `null` one less; the draft follows at once. */
export function typeDigit(digit: string | null): void {
  const { index, removed, active, typing, drafts } = getState()
  const line = lineAt(index, active)
  if (!line || removed.has(line._id)) return
  if (digit === null && !typing) return dropSelected()
  const text = digit === null ? (typing?.text.slice(0, -1) ?? '') : `${typing?.text ?? ''}${digit}`
  if (text.length > MOST_DIGITS) return
  const before = typing?.before ?? drafts
  const next =
    text === ''
      ? editDrafts(drafts, [line], (draft) => dropField(draft, 'given'))
      : setDraft(drafts, line, 'given', Number(text))
  const shown = { typing: { text, before }, anchor: null, notPasted: withoutActive() }
  setDrafts(next, { ...shown, ...announceLine(line, next) }, !typing)
}

/** Takes back what is being typed; answers false when nothing is. */
export function cancelTyping(): boolean {
  const { typing } = getState()
  if (typing) setDrafts(typing.before, {}, false)
  return typing !== null
}
