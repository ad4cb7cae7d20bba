/** "Nothing" as a decision: the selected lines are rejected, in drafts like any other. */
import type { BoardLine } from '#src/contract/board.ts'
import { showToast } from '#client/portal/ui/toast.ts'
import { mayDo } from '#client/shared/session.ts'
import { setDrafts, toAnnouncement, undoDraft, useBoard } from './board-store.ts'
import { applyNothing, leftText, NONE_LEFT, nothingText, planNothing } from './model/nothing.ts'
import { selectedLines } from './selection.ts'

const { getState } = useBoard

/** Rejects lines with the remark that is offered. Those of which all was handed over stay. */
export function giveNothing(lines: readonly BoardLine[] = selectedLines()): void {
  if (!mayDo('orders.answer') || lines.length === 0) return
  const { drafts, active, anchor } = getState()
  const plan = planNothing(lines)
  if (plan.lines.length === 0) return void showToast(leftText(plan.left))
  const next = applyNothing(drafts, plan.lines, NONE_LEFT)
  if (next === drafts) return
  const words = `${nothingText(plan.lines.length)} ${leftText(plan.left)}`.trim()
  const nothing = { ...plan, before: drafts, after: next, active, anchor, remarks: NONE_LEFT }
  setDrafts(next, { nothing, ...toAnnouncement(words) })
}

type State = ReturnType<typeof getState>
const lastNothing = ({ nothing, drafts, active, anchor }: State): State['nothing'] =>
  nothing?.after === drafts && nothing.active === active && nothing.anchor === anchor
    ? nothing
    : null

/** The lines that got nothing last, while the selection and the drafts are as that left them. */
export const useNothing = () => useBoard(lastNothing)

/** Gives all of them another remark. */
export function setRemark(remarks: string): void {
  const nothing = lastNothing(getState())
  if (!nothing) return
  const after = applyNothing(nothing.before, nothing.lines, remarks)
  setDrafts(after, { nothing: { ...nothing, after, remarks } }, false)
}

/** Takes it back; answers false when it was not the last step. */
export function takeNothingBack(): boolean {
  if (!lastNothing(getState())) return false
  undoDraft()
  return true
}
