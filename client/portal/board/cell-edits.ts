import type { BoardLine } from '#src/contract/board.ts'
import { canBeOrdered } from '#src/rules/item.ts'
import { grouped } from '#src/rules/number-text.ts'
import { readGiven } from '#src/rules/quantity.ts'
import { editDrafts, keepMine, takeTheirs } from '#client/portal/drafts/drafts.ts'
import { showToast } from '#client/portal/ui/toast.ts'
import { mayDo } from '#client/shared/session.ts'
import { openLateLine } from '#client/portal/orders/late-line.ts'
import { cellKey, lineAt, setDrafts, toAnnouncement, undoDraft, useBoard } from './board-store.ts'
import { type BoardIndex, rowOf } from './model/index-board.ts'
import {
  conflictsOf,
  draftedOf,
  type LineDraft,
  type LineDrafts,
  setDraft,
  typeField,
} from './model/line-drafts.ts'
import { applyNothing, leftText, NONE_LEFT, nothingText, planNothing } from './model/bulk.ts'
import { totalsOfItem } from './model/totals.ts'
import { selectedLines } from './selection.ts'

const { getState } = useBoard

/** The text for screen readers after an edit: the units of the cell, and the units left of the item. */
function announceLine(line: BoardLine, drafts: LineDrafts) {
  const { index } = getState()
  const item = index.placed.get(line._id)?.item
  if (!item) return {}
  const { left } = totalsOfItem(item, rowOf(index, item._id).values(), drafts)
  const { given } = draftedOf(line, drafts[line._id])
  const rest = left < 0 ? `${grouped(-left)} more than there are` : `${grouped(left)} left`
  return toAnnouncement(`${grouped(given)} of ${grouped(line.ordered_quantity)}, ${rest}`)
}

/** The `cellKey` of a line. */
export const keyOf = (index: BoardIndex, line: BoardLine): string =>
  cellKey({ itemId: line.item_id, clubId: index.placed.get(line._id)?.club.user_id ?? '' })

type Step = (draft: LineDraft | undefined, line: BoardLine) => LineDraft | undefined

function change(step: Step, lines = selectedLines()): void {
  const drafts = editDrafts(getState().drafts, lines, step)
  const [first] = lines
  const announced = first && lines.length === 1 ? announceLine(first, drafts) : {}
  setDrafts(drafts, { notTaken: takenNow(lines), ...announced })
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

export const dropDraft = (line: BoardLine): void => change(() => undefined, [line])

export const keepDraft = (line: BoardLine): void =>
  change((draft) => conflictsOf(line, draft).reduce(keepMine, draft), [line])

export const takeSaved = (line: BoardLine): void =>
  change((draft) => conflictsOf(line, draft).reduce(takeTheirs, draft), [line])

/** The texts that were not taken, without those of the active cell and of these lines. */
function takenNow(lines: readonly BoardLine[]): ReadonlyMap<string, string> {
  const { index, notTaken, active } = getState()
  if (notTaken.size === 0) return notTaken
  const left = new Map(notTaken)
  if (active) left.delete(cellKey(active))
  for (const line of lines) left.delete(keyOf(index, line))
  return left
}

/** Marks a text that is no number of units: it gives nothing, and a save leaves it out. */
export function refuse(line: BoardLine, text: string): void {
  const { index, drafts } = getState()
  const next = setDraft(drafts, line, 'given', line.allotted_quantity)
  setDrafts(next, { notTaken: new Map([...takenNow([line]), [keyOf(index, line), text]]) })
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

/** One more sign of what is to be given here, or with `null` one less; the draft follows at once. A text that is no number is marked. */
export function typeSign(sign: string | null): void {
  const { index, active, typing, drafts } = getState()
  const line = lineAt(index, active)
  if (!line) return
  if (sign === null && !typing) return dropSelected()
  const text = sign === null ? (typing?.text.slice(0, -1) ?? '') : `${typing?.text ?? ''}${sign}`
  const given = readGiven(text)
  const before = typing?.before ?? drafts
  const next = setDraft(drafts, line, 'given', given ?? line.allotted_quantity)
  const isWrong = text !== '' && given === null
  const taken = takenNow([line])
  const notTaken = isWrong ? new Map([...taken, [keyOf(index, line), text]]) : taken
  const said = isWrong ? toAnnouncement(`“${text}” is no whole number`) : announceLine(line, next)
  setDrafts(next, { typing: { text, before }, anchor: null, notTaken, ...said }, !typing)
}

/** Takes back what is being typed; answers false when nothing is. */
export function cancelTyping(): boolean {
  const { typing } = getState()
  if (typing) setDrafts(typing.before, { notTaken: takenNow([]) }, false)
  return typing !== null
}

/** "Nothing" as a decision: rejects lines, in drafts like any other, with the remark that is offered. Those of which all was handed over stay. */
export function giveNothing(lines: readonly BoardLine[] = selectedLines()): void {
  if (!mayDo('orders.answer') || lines.length === 0) return
  const { drafts } = getState()
  const plan = planNothing(lines)
  if (plan.lines.length === 0) return void showToast(leftText(plan.left))
  const next = applyNothing(drafts, plan.lines, NONE_LEFT)
  if (next === drafts) return
  const words = `${nothingText(plan.lines.length)}. ${leftText(plan.left)}`.trim()
  setDrafts(next, { nothing: { ...plan, remarks: NONE_LEFT }, ...toAnnouncement(words) })
}

/** Gives all lines that just got nothing another remark. */
export function setRemark(remarks: string): void {
  const { nothing, earlier } = getState()
  const before = earlier.at(-1)
  if (!nothing || !before) return
  const drafts = applyNothing(before.drafts, nothing.lines, remarks)
  setDrafts(drafts, { nothing: { ...nothing, remarks } }, false)
}

/** Takes it back; answers false when it was not the last step. */
export function takeNothingBack(): boolean {
  const { nothing } = getState()
  if (nothing) undoDraft()
  return nothing !== null
}
