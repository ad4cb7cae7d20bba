import { toast } from 'react-hot-toast/headless'
import { ApiError, isRefusal } from '#client/portal/data/api.ts'
import { newIdempotencyKey } from '#client/portal/data/idempotency-key.ts'
import { forgetRemarks } from '#client/portal/orders/Remarks.tsx'
import { write } from '#client/portal/data/live-query.ts'
import type { IsOwn } from '#client/portal/data/own-rows.ts'
import { offerUndo, showFailure, showToast } from '#client/portal/ui/toast.ts'
import { mayDo, useSession } from '#client/shared/session.ts'
import { readBatch, type Try, undoBatch } from './calls.ts'
import { describeUndone } from './refusal.ts'
import { showRefused } from './RefusedUndo.tsx'
import { ToastOffer } from './ToastOffer.tsx'

type BatchUndo = {
  /** What the toast says once the batch is taken back. */
  undone: string
  /** A newer toast about the same subject replaces the older one. */
  subject: string
  /** Which rows the batch changed. */
  isOwn: IsOwn
  /** Shows rows that come back in their places. Given for a deletion: that its rows are back cannot be undone. */
  release?: () => void
  /** Called when the answer is there, before anything is said of it. */
  onAnswer?: () => void
}

const newTry = (isRest: boolean): Try => ({ key: newIdempotencyKey(), isRest })

/** Says why nothing was undone. One decision's reason stands in a toast; of several, a dialog has the reasons and offers the rest. */
async function explainRefusal({ code, errors, message }: ApiError, batch: string, undo: BatchUndo) {
  // Without the entries the reasons stand alone.
  const entries = await readBatch(batch).catch(() => [])
  if (code === 'already_undone')
    return void showFailure(describeUndone(entries, useSession.getState()?.user.id) ?? message)
  // An ending is taken back whole, or not at all.
  const isWhole = entries.some(({ kind }) => kind === 'edition_ended')
  if (Math.max(errors.length, entries.length) < 2 || isWhole)
    return void showFailure(`Cannot undo: ${errors[0]?.msg ?? message}`)
  const sent = newTry(true)
  const takeRest = () => void takeBack(batch, undo, sent)
  showRefused({ problems: errors, entries, takeRest })
}

/** Offers for ten seconds to send a try: it is done once, however often it is not answered. */
function offerTry(
  say: typeof toast.success,
  message: string,
  batch: string,
  undo: BatchUndo,
  sent: Try,
): void {
  const look = { say, Message: ToastOffer, duration: 10_000 }
  offerUndo(message, () => void takeBack(batch, undo, sent), undo.subject, look)
}

/** Takes a batch back, or the rest of it, then offers to undo that in turn; says why when it cannot, and offers the rest. */
export async function takeBack(
  batch: string,
  undo: BatchUndo,
  sent = newTry(false),
): Promise<void> {
  const { isOwn, release, onAnswer } = undo
  try {
    const reply = await write(undoBatch(batch, sent), isOwn)
    onAnswer?.()
    const isPart = reply.refused.length > 0
    const undone = isPart ? reply.message : undo.undone
    if (release) showToast(undone)
    else offerBatchUndo(undone, reply.batch, isPart ? { ...undo, undone: 'Undone.' } : undo)
    release?.()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    onAnswer?.()
    const { message } = error
    if (isRefusal(error)) await explainRefusal(error, batch, undo)
    else offerTry(toast.error, message, batch, undo, sent)
  }
}

/**
 * Says what a save has done and offers for ten seconds to take its batch back, and then to undo that undo in turn. Without a `batch`
 * nothing was changed.
 */
export function offerBatchUndo(message: string, batch: string | undefined, undo: BatchUndo): void {
  forgetRemarks()
  if (batch === undefined) return void showToast('No changes to save.')
  if (!mayDo('history.undo')) return void showToast(message)
  offerTry(toast.success, message, batch, undo, newTry(false))
}
