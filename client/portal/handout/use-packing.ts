import { useState } from 'react'
import { attempt } from '#client/portal/data/attempt.ts'
import { newIdempotencyKey } from '#client/portal/data/idempotency-key.ts'
import { write } from '#client/portal/data/live-query.ts'
import { saveLines } from '#client/portal/drafts/line-changes.ts'
import { offerBatchUndo } from '#client/portal/undo/offer-batch-undo.ts'
import { counted, grouped } from '#src/rules/number-text.ts'
import { countThings, type PackLine } from './model.ts'

/** Ticks: each makes its lines Ready, or Pending again, in one save at once. */
export function usePacking() {
  /** The ticks that are not answered, by line. */
  const [sent, setSent] = useState<ReadonlyMap<string, boolean>>(new Map())

  async function tick(lines: readonly PackLine[], isReady: boolean) {
    const [first] = lines
    const ids = new Set(lines.map(({ _id }) => _id))
    if (!first || lines.some(({ _id }) => sent.has(_id))) return
    setSent((now) => new Map([...now, ...lines.map(({ _id }) => [_id, isReady] as const)]))
    const isOwn = (row: { _id: string }) => ids.has(row._id)
    const whose = lines.length === 1 ? first.clubName : counted(lines.length, 'line')
    const what = `${grouped(countThings(lines))} ${first.itemName}, ${whose}`
    await attempt(async () => {
      const status = isReady ? 'Ready' : 'Pending'
      const changes = lines.map(({ _id }) => ({ _id, status }) as const)
      const { batch } = await write(saveLines(changes, newIdempotencyKey()), isOwn)
      offerBatchUndo(`${isReady ? 'Ready' : 'Not ready'}: ${what}`, batch, {
        undone: `${isReady ? 'Not ready' : 'Ready'}: ${what}`,
        subject: 'packing',
        isOwn,
      })
    })
    setSent((now) => new Map([...now].filter(([id]) => !ids.has(id))))
  }
  return { sent, tick }
}
