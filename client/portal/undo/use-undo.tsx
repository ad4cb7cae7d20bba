import { useCallback, useState } from 'react'
import type { HistoryEntry } from '#src/contract/history.ts'
import type { Reader } from '#src/rules/describe.ts'
import { countedIn } from '#src/rules/describe-batch.ts'
import { ApiError } from '#client/portal/data/api.ts'
import { showFailure } from '#client/portal/ui/toast.ts'
import { readBatch } from './calls.ts'
import { takeBack } from './offer-batch-undo.ts'
import { UndoDialog } from './UndoDialog.tsx'

/** Takes calls back: one with a single entry at once, any other after asking in `dialog`. A list may show only some of the entries. */
export function useUndo(reader: Reader) {
  const [asked, setAsked] = useState<readonly HistoryEntry[] | null>(null)
  const [busy, setBusy] = useState(false)

  const take = useCallback(async (batch: string, entries: readonly HistoryEntry[]) => {
    setBusy(true)
    await takeBack(batch, {
      undone: `${countedIn(entries)} undone`,
      subject: batch,
      isOwn: (row) => row.batch === batch || row.undoes === batch,
      ...(entries[0]?.kind === 'line_deleted' && { release: () => undefined }),
      onAnswer() {
        setBusy(false)
        setAsked(null)
      },
    })
  }, [])

  const ask = useCallback(
    async (batch: string) => {
      setBusy(true)
      try {
        const entries = await readBatch(batch)
        if (entries.length > 1) setAsked(entries)
        else await take(batch, entries)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        showFailure(error.message)
      } finally {
        setBusy(false)
      }
    },
    [take],
  )
  const [first] = asked ?? []
  const dialog = (
    <UndoDialog
      entries={asked}
      reader={reader}
      busy={busy}
      onConfirm={() => asked && first && void take(first.batch, asked)}
      onCancel={() => setAsked(null)}
    />
  )
  return { ask, busy, dialog }
}
