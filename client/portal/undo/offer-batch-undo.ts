import { type ComponentProps, createElement } from 'react'
import { toast } from 'react-hot-toast/headless'
import { ApiError, isRefusal } from '#client/portal/api.ts'
import { newIdempotencyKey } from '#client/portal/idempotency-key.ts'
import { forgetRemarks } from '#client/portal/admin/Remarks.tsx'
import type { LiveList } from '#client/portal/live/list.ts'
import { showFailure, showToast } from '#client/portal/ui/toast.ts'
import { useSession } from '#client/shared/session.ts'
import { readBatch, undoBatch } from './calls.ts'
import { describeUndone, toRefused } from './refusal.ts'
import { showRefused } from './RefusedUndo.tsx'
import { ToastOffer } from './ToastOffer.tsx'

const LOOK = { duration: 10_000, removeDelay: 160 }

type BatchUndo<Row extends { _id: string }> = {
  /** What the toast says once the batch is taken back. */
  undone: string
  /** A newer toast about the same subject replaces the older one. */
  subject: string
  /** Where the rows stand, and which of them the batch changed. */
  list: Pick<LiveList<Row>, 'own' | 'reload'>
  isOwn: (row: Row) => boolean
  /** Shows rows that come back in their places. Given for a deletion: that its rows are back cannot be undone. */
  release?: () => void
}

const shown = new Map<string, string>()

/** Shows a toast with a button; a newer one about the same subject replaces it. */
function offer(
  say: typeof toast.success,
  subject: string,
  { onTake, ...words }: ComponentProps<typeof ToastOffer>,
) {
  toast.remove(shown.get(subject) ?? '')
  const id = say(
    createElement(ToastOffer, {
      ...words,
      onTake() {
        toast.dismiss(id)
        onTake()
      },
    }),
    LOOK,
  )
  shown.set(subject, id)
}

/** Says why nothing was undone. One reason stands in the toast; of several, the others are shown on request. */
export async function explainRefusal(
  { code, errors, message }: ApiError,
  batch: string,
  subject: string,
) {
  const entries = await readBatch(batch)
  if (code === 'already_undone')
    return void showFailure(describeUndone(entries, useSession.getState()?.user.id) ?? message)
  const reason = `Cannot undo: ${errors[0]?.msg ?? message}`
  if (errors.length < 2) return void showFailure(reason)
  const onTake = () => showRefused(toRefused(errors, entries))
  offer(toast.error, subject, { message: reason, label: 'Show', onTake })
}

/** Offers for ten seconds to take a batch back. One key for all tries: it is taken back once, however often a try is not answered. */
function offerKeyed<Row extends { _id: string }>(
  say: typeof toast.success,
  message: string,
  batch: string,
  undo: BatchUndo<Row>,
  key = newIdempotencyKey(),
): void {
  const onTake = () => void takeBack(batch, undo, key)
  offer(say, undo.subject, { message, label: 'Undo', onTake })
}

/** Takes a batch back at once, then offers to undo that in turn; says why when it cannot. */
export async function takeBack<Row extends { _id: string }>(
  batch: string,
  undo: BatchUndo<Row>,
  key = newIdempotencyKey(),
): Promise<void> {
  const { subject, undone, list, isOwn, release } = undo
  try {
    const reply = await list.own(isOwn, undoBatch(batch, key))
    if (release) showToast(undone)
    else offerBatchUndo(undone, reply.batch, undo)
    await list.reload()
    release?.()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { message } = error
    if (isRefusal(error)) await explainRefusal(error, batch, subject)
    else offerKeyed(toast.error, message, batch, undo, key)
  }
}

/**
 * Says what a save has done and offers for ten seconds to take its batch back, and then to undo that undo in turn. Without a `batch`
 * nothing was changed.
 */
export function offerBatchUndo<Row extends { _id: string }>(
  message: string,
  batch: string | undefined,
  undo: BatchUndo<Row>,
): void {
  forgetRemarks()
  if (batch === undefined) return void showToast('No changes to save.')
  offerKeyed(toast.success, message, batch, undo)
}
