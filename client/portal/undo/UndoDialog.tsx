import { whenText, daysBefore } from '#src/rules/day-text.ts'
import { nameOf, type Reader } from '#src/rules/describe.ts'
import type { HistoryEntry } from '#src/contract/history.ts'
import { clubsOf, countedIn } from '#src/rules/describe-batch.ts'
import { grouped } from '#src/rules/number-text.ts'
import { ConfirmDialog } from '#client/portal/ui/ConfirmDialog.tsx'

type UndoDialogProps = {
  /** The whole batch that is asked about; `null` closes the dialog. */
  entries: readonly HistoryEntry[] | null
  reader: Reader
  busy: boolean
  onConfirm: () => void
  onCancel: () => void
}

type ConsequencesProps = {
  first: HistoryEntry
  entries: readonly HistoryEntry[]
  reader: Reader
}

function Consequences({ first, entries, reader }: ConsequencesProps) {
  const { now } = reader
  const at = new Date(first.at)
  const who = nameOf(first.by, reader) ?? 'nobody'
  const by = who === 'You' ? 'you' : who
  const when = `${daysBefore(at, now) === 0 ? 'today ' : ''}${whenText(at, now)}`
  const clubs = clubsOf(entries.filter(({ club }) => club))
  const moved = entries.reduce((sum, { line, units = 0 }) => sum + (line ? units : 0), 0)
  const isOne = Math.abs(moved) === 1
  const pieces = `${grouped(Math.abs(moved))} ${isOne ? 'piece' : 'pieces'}`
  return (
    <>
      <p>
        Made by {by} {when}
        {clubs > 0 && `, for ${grouped(clubs)} ${clubs === 1 ? 'club' : 'clubs'}`}.
        {moved > 0 && ` ${pieces} ${isOne ? 'goes' : 'go'} back to the shelf.`}
        {moved < 0 && ` ${pieces} ${isOne ? 'leaves' : 'leave'} the shelf again.`}
        {entries.some(({ kind }) => kind === 'line_decided' || kind === 'item_noted') &&
          ' Status and remarks become what they were.'}
      </p>
      <p>
        All {grouped(entries.length)} are taken back together. If some cannot be, you are asked
        about the others.
      </p>
    </>
  )
}

/** Asks before a call with more than one entry is taken back. */
export function UndoDialog({ entries, reader, busy, onConfirm, onCancel }: UndoDialogProps) {
  const what = entries ? `Undo ${countedIn(entries)}` : ''
  const [first] = entries ?? []
  return (
    <ConfirmDialog
      open={entries !== null}
      title={`${what}?`}
      confirmLabel={what}
      cancelLabel="Keep them"
      busy={busy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {first && entries && <Consequences first={first} entries={entries} reader={reader} />}
    </ConfirmDialog>
  )
}
