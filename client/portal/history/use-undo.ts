import { useCallback, useState } from 'react'
import { api, ApiError, call } from '#client/portal/data/api.ts'
import { takeBack } from '#client/portal/undo/offer-batch-undo.ts'
import { showFailure } from '#client/portal/ui/toast.ts'
import { countedIn } from '#src/rules/describe-batch.ts'
import type { Batch } from './batches.ts'

/** All entries of a batch; a filtered list has only some of them. */
async function readWhole(batch: Batch): Promise<Batch> {
  const { entries } = await call(api.cart.history.get({ query: { batch: batch.id } }))
  const [first, ...rest] = entries
  return first ? { ...batch, entries: [first, ...rest] } : batch
}

/** Takes calls back: one with a single entry at once, any other after asking. */
export function useUndo() {
  const [asked, setAsked] = useState<Batch | null>(null)
  const [busy, setBusy] = useState(false)

  const take = useCallback(async ({ entries, id }: Batch) => {
    setBusy(true)
    await takeBack(id, {
      undone: `${countedIn(entries)} undone`,
      subject: 'history',
      isOwn: () => false,
      onAnswer() {
        setBusy(false)
        setAsked(null)
      },
    })
  }, [])

  const ask = useCallback(
    async (batch: Batch) => {
      try {
        const whole = await readWhole(batch)
        if (whole.entries.length === 1) await take(whole)
        else setAsked(whole)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        showFailure(error.message)
      }
    },
    [take],
  )
  return {
    asked,
    busy,
    ask,
    confirm: () => asked && take(asked),
    cancel: () => setAsked(null),
  }
}
