import { useCallback, useState } from 'react'
import type { HistoryEntry } from '#src/contract/history.ts'
import { daysBefore, whenText } from '#src/rules/day-text.ts'
import { nameOf, type Reader } from '#src/rules/describe.ts'
import { clubsOf, countedIn } from '#src/rules/describe-batch.ts'
import { isolated } from '#src/rules/isolated.ts'
import { counted, grouped } from '#src/rules/number-text.ts'
import { attempt } from '#client/portal/data/attempt.ts'
import { ConfirmDialog } from '#client/portal/ui/ConfirmDialog.tsx'
import { useBusy } from '#client/portal/ui/use-busy.ts'
import { readBatch } from './calls.ts'
import { takeBack } from './offer-batch-undo.ts'

/** The edition that a call ended; `null` if it ended none. */
function endedIn(entries: readonly HistoryEntry[]): string | null {
  const ending = entries.find(({ kind, line }) => kind === 'edition_ended' && !line)
  const change = ending?.changes?.find(({ field }) => field === 'edition')
  return change ? String(change.before) : null
}

type ConsequencesProps = { entries: readonly HistoryEntry[]; reader: Reader }

function Consequences({ entries, reader }: ConsequencesProps) {
  const { now } = reader
  const [first] = entries
  if (!first) return null
  const at = new Date(first.at)
  const who = nameOf(first.by, reader) ?? 'nobody'
  const by = who === 'You' ? 'you' : who
  const when = `${daysBefore(at, now) === 0 ? 'today ' : ''}${whenText(at, now)}`
  const clubs = clubsOf(entries.filter(({ club }) => club))
  // Nothing of a custom item comes from the shelf.
  const moved = entries.reduce(
    (sum, { line, item, units = 0 }) => sum + (line && item ? units : 0),
    0,
  )
  const isOne = Math.abs(moved) === 1
  const pieces = counted(Math.abs(moved), 'piece')
  return (
    <>
      <p>
        Made by {by} {when}
        {clubs > 0 && `, for ${counted(clubs, 'club')}`}.
        {moved > 0 && ` ${pieces} ${isOne ? 'goes' : 'go'} back to the shelf.`}
        {moved < 0 && ` ${pieces} ${isOne ? 'leaves' : 'leave'} the shelf again.`}
        {entries.some(({ kind }) => kind === 'line_decided' || kind === 'item_noted') &&
          ' Status and remarks become what they were.'}
      </p>
      <p>
        {endedIn(entries) === null
          ? `All ${grouped(entries.length)} are undone together. If some cannot be, you are asked about the others.`
          : 'The edition that began with it goes. Ordering stays closed.'}
      </p>
    </>
  )
}

/** Takes calls back: one with a single entry at once, any other after asking in `dialog`. A list may show only some of the entries. */
export function useUndo(reader: Reader) {
  const [asked, setAsked] = useState<{ batch: string; entries: readonly HistoryEntry[] } | null>(
    null,
  )
  const [busy, run] = useBusy()

  const take = useCallback((batch: string, entries: readonly HistoryEntry[]) => {
    const ended = endedIn(entries)
    return takeBack(batch, {
      undone:
        ended === null
          ? `${countedIn(entries)} undone`
          : `${isolated(ended)} is the current edition again. Ordering is closed.`,
      subject: batch,
      isOwn: (row) => row.batch === batch || row.undoes === batch,
      ...((ended !== null || entries[0]?.kind === 'line_deleted') && {
        release: () => undefined,
      }),
      onAnswer: () => setAsked(null),
    })
  }, [])

  const ask = useCallback(
    (batch: string) =>
      run(() =>
        attempt(async () => {
          const entries = await readBatch(batch)
          if (entries.length > 1 || endedIn(entries) !== null) setAsked({ batch, entries })
          else await take(batch, entries)
        }),
      ),
    [run, take],
  )
  const ended = asked && endedIn(asked.entries)
  const what = ended ? `Undo the end of ${ended}` : asked ? `Undo ${countedIn(asked.entries)}` : ''
  const dialog = (
    <ConfirmDialog
      open={asked !== null}
      title={`${what}?`}
      confirmLabel={what}
      cancelLabel="Keep them"
      busy={busy}
      onConfirm={() => asked && void run(() => take(asked.batch, asked.entries))}
      onCancel={() => setAsked(null)}
    >
      {asked && <Consequences entries={asked.entries} reader={reader} />}
    </ConfirmDialog>
  )
  return { ask, busy, dialog }
}
