import { useCallback, useState } from 'react'
import { ApiError, isRefusal } from '#client/portal/api.ts'
import { newIdempotencyKey } from '#client/portal/idempotency-key.ts'
import { undoBatch } from '#client/portal/undo/calls.ts'
import { explainRefusal, offerBatchUndo } from '#client/portal/undo/offer-batch-undo.ts'
import { toRefused } from '#client/portal/undo/refusal.ts'
import { showRefused } from '#client/portal/undo/RefusedUndo.tsx'
import { api, call } from '#client/portal/api.ts'
import { showFailure } from '#client/portal/ui/toast.ts'
import { countedIn } from '#src/rules/describe-batch.ts'
import type { Batch } from './batches.ts'

const SUBJECT = 'history'

/** All entries of a batch; a filtered list has only some of them. */
async function readWhole(batch: Batch): Promise<Batch> {
  const { entries } = await call(api.cart.history.get({ query: { batch: batch.id } }))
  const [first, ...rest] = entries
  return first ? { ...batch, entries: [first, ...rest] } : batch
}

/** Takes calls back: one with a single entry at once, any other after asking. `reload` reads the list again. */
export function useUndo(reload: () => Promise<void>) {
  const [asked, setAsked] = useState<Batch | null>(null)
  const [busy, setBusy] = useState(false)

  const takeBack = useCallback(
    async (batch: Batch) => {
      const { entries, id } = batch
      setBusy(true)
      try {
        const reply = await undoBatch(id, newIdempotencyKey())
        setAsked(null)
        await reload()
        const undone = `${countedIn(entries)} undone`
        offerBatchUndo(undone, reply.batch, {
          undone,
          subject: SUBJECT,
          list: { own: async (_isOwn, write) => write, reload },
          isOwn: () => false,
        })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        setAsked(null)
        await reload()
        const { message } = error
        if (!isRefusal(error)) showFailure(message)
        else if (error.code === 'cannot_undo' && entries.length > 1)
          showRefused(toRefused(error.errors, entries))
        else await explainRefusal(error, id, SUBJECT)
      } finally {
        setBusy(false)
      }
    },
    [reload],
  )

  const ask = useCallback(
    async (batch: Batch) => {
      try {
        const whole = await readWhole(batch)
        if (whole.entries.length === 1) await takeBack(whole)
        else setAsked(whole)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        showFailure(error.message)
      }
    },
    [takeBack],
  )
  return {
    asked,
    busy,
    ask,
    confirm: () => asked && takeBack(asked),
    cancel: () => setAsked(null),
  }
}
