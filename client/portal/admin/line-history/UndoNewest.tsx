import { useState } from 'react'
import { readBatch } from '#client/portal/undo/calls.ts'
import { takeBack } from '#client/portal/undo/offer-batch-undo.ts'
import type { LiveList } from '#client/portal/live/list.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { ConfirmDialog } from '#client/portal/ui/ConfirmDialog.tsx'
import type { HistoryEntry } from '#src/contract/history.ts'
import { clockText, daysBefore, shortDayText } from '#src/rules/day-text.ts'
import { nameOf, type Reader, sentenceText } from '#src/rules/describe.ts'
import { clubsOf, describeInStory, nounOf } from '#src/rules/describe-batch.ts'
import { grouped } from '#src/rules/number-text.ts'

type UndoNewestProps = { entry: HistoryEntry; reader: Reader; list: LiveList<HistoryEntry> }

/** Takes the newest change of a line back. It belongs to a call; when that changed other lines too, all are taken back, and it asks first. */
export function UndoNewest({ entry, reader, list }: UndoNewestProps) {
  const { batch, kind } = entry
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState<HistoryEntry[] | null>(null)

  async function takeAllBack(count: number) {
    setBusy(true)
    await takeBack(batch, {
      undone: `${count} ${nounOf([entry])[count === 1 ? 0 : 1]} undone`,
      subject: batch,
      list,
      isOwn: (row) => row.batch === batch || row.undoes === batch,
      ...(kind === 'line_deleted' && { release: () => undefined }),
    })
    setBusy(false)
    setAsked(null)
  }

  async function handleUndo() {
    setBusy(true)
    const entries = await readBatch(batch)
    setBusy(false)
    if (entries.length > 1) setAsked(entries)
    else await takeAllBack(1)
  }

  return (
    <>
      <Button size="small" icon="undo" busy={busy} onClick={() => void handleUndo()}>
        Undo<span className="sr">: {sentenceText(describeInStory(entry, reader))}</span>
      </Button>
      <AskedUndo
        entries={asked}
        reader={reader}
        busy={busy}
        onConfirm={() => void takeAllBack(asked?.length ?? 0)}
        onCancel={() => setAsked(null)}
      />
    </>
  )
}

type AskedUndoProps = {
  entries: readonly HistoryEntry[] | null
  reader: Reader
  busy: boolean
  onConfirm: () => void
  onCancel: () => void
}

function AskedUndo({ entries, reader, busy, onConfirm, onCancel }: AskedUndoProps) {
  const all = entries ?? []
  const count = all.length
  const [, many] = nounOf(all)
  return (
    <ConfirmDialog
      open={entries !== null}
      title={`Undo ${count} ${many}?`}
      confirmLabel={`Undo ${count} ${many}`}
      cancelLabel="Keep them"
      busy={busy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {all[0] && <Consequence first={all[0]} entries={all} reader={reader} />}
      <p>All {count} are taken back, or none.</p>
    </ConfirmDialog>
  )
}

type ConsequenceProps = {
  first: HistoryEntry
  entries: readonly HistoryEntry[]
  reader: Reader
}

/** Who made a call and when, and what taking it back does. */
function Consequence({ first, entries, reader }: ConsequenceProps) {
  const name = nameOf(first.by, reader)
  const at = new Date(first.at)
  const today =
    daysBefore(at, reader.now) === 0 ? 'today at' : `on ${shortDayText(at, reader.now)} at`
  const clubs = clubsOf(entries)
  const units = entries.reduce((sum, entry) => sum + (entry.units ?? 0), 0)
  return (
    <p>
      Made by {name === 'You' ? 'you' : name} {today} {clockText(at)}, for {clubs}{' '}
      {clubs === 1 ? 'club' : 'clubs'}.{' '}
      {units !== 0 && (
        <>
          <b className="num">{grouped(Math.abs(units))}</b>{' '}
          {Math.abs(units) === 1 ? 'piece' : 'pieces'}{' '}
          {units > 0 ? 'go back to the shelf' : 'leave the shelf again'}.{' '}
        </>
      )}
      Status and remarks become what they were.
    </p>
  )
}
