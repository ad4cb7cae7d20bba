import { useState } from 'react'
import { ApiError } from '#client/portal/data/api.ts'
import { newIdempotencyKey } from '#client/portal/data/idempotency-key.ts'
import { write } from '#client/portal/data/live-query.ts'
import { saveLines } from '#client/portal/drafts/line-changes.ts'
import { showFailure } from '#client/portal/ui/toast.ts'
import { offerBatchUndo } from '#client/portal/undo/offer-batch-undo.ts'
import { grouped } from '#src/rules/number-text.ts'
import { leftOf, type PackLine } from './model.ts'

/** Ticks: each makes a line Ready, or Pending again, at once. */
export function usePacking() {
  /** The ticks that are not answered, by line. */
  const [sent, setSent] = useState<ReadonlyMap<string, boolean>>(new Map())

  async function tick(line: PackLine, isReady: boolean) {
    const { _id, itemName, clubName } = line
    if (sent.has(_id)) return
    setSent((now) => new Map(now).set(_id, isReady))
    const isOwn = (row: { _id: string }) => row._id === _id
    const what = `${grouped(leftOf(line))} ${itemName}, ${clubName}`
    try {
      const change = { _id, status: isReady ? ('Ready' as const) : ('Pending' as const) }
      const { batch } = await write(saveLines([change], newIdempotencyKey()), isOwn)
      offerBatchUndo(`${isReady ? 'Ready' : 'Not ready'}: ${what}`, batch, {
        undone: `${isReady ? 'Not ready' : 'Ready'}: ${what}`,
        subject: 'packing',
        isOwn,
      })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showFailure(error.message)
    } finally {
      setSent((now) => new Map([...now].filter(([id]) => id !== _id)))
    }
  }
  return { sent, tick }
}
