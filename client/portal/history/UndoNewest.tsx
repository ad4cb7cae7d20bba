import { useState } from 'react'
import { readBatch } from '#client/portal/undo/calls.ts'
import { takeBack } from '#client/portal/undo/offer-batch-undo.ts'
import { UndoDialog } from '#client/portal/undo/UndoDialog.tsx'
import { Button } from '#client/portal/ui/Button.tsx'
import type { HistoryEntry } from '#src/contract/history.ts'
import { type Reader, sentenceText } from '#src/rules/describe.ts'
import { countedIn, describeInStory } from '#src/rules/describe-batch.ts'

type UndoNewestProps = { entry: HistoryEntry; reader: Reader }

/** Takes the newest change of a line back. It belongs to a call; when that changed other lines too, all are taken back, and it asks first. */
export function UndoNewest({ entry, reader }: UndoNewestProps) {
  const { batch, kind } = entry
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState<HistoryEntry[] | null>(null)

  async function takeAllBack(entries: readonly HistoryEntry[]) {
    setBusy(true)
    await takeBack(batch, {
      undone: `${countedIn(entries)} undone`,
      subject: batch,
      isOwn: (row) => row.batch === batch || row.undoes === batch,
      ...(kind === 'line_deleted' && { release: () => undefined }),
      onAnswer() {
        setBusy(false)
        setAsked(null)
      },
    })
  }

  async function handleUndo() {
    setBusy(true)
    const entries = await readBatch(batch)
    setBusy(false)
    if (entries.length > 1) setAsked(entries)
    else await takeAllBack([entry])
  }

  return (
    <>
      <Button size="small" icon="undo" busy={busy} onClick={() => void handleUndo()}>
        Undo<span className="sr">: {sentenceText(describeInStory(entry, reader))}</span>
      </Button>
      <UndoDialog
        entries={asked}
        reader={reader}
        busy={busy}
        onConfirm={() => asked && void takeAllBack(asked)}
        onCancel={() => setAsked(null)}
      />
    </>
  )
}
