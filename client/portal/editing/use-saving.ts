import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, isRefusal } from '#client/portal/api.ts'
import type { LiveList } from '#client/portal/live/list.ts'
import { useConnection } from '#client/portal/live/live.ts'
import type { Drafts } from './merge-drafts.ts'
import { toRowErrors } from './row-errors.ts'
import type { PendingSave, PendingSaves } from './use-pending-save.ts'
import { offerBatchUndo } from '#client/portal/undo/offer-batch-undo.ts'
import { grouped } from '#src/rules/number-text.ts'
import { showToast } from '#client/portal/ui/toast.ts'
import type { EditedList, Named } from './use-edited-list.ts'

/** The saved rows, and the batch of the save in the history. */
type Saved<Row> = { items: Row[]; batch?: string | undefined }

/** How the edits of a table are saved. */
export type SaveCall<Row, Change> = {
  /** The body of the call: one entry for each edited row. */
  toChanges: (drafts: Drafts) => Change[]
  /** Sends the call. The same key and changes may be sent again when no answer came. */
  write: (changes: Change[], key: string) => Promise<Saved<Row>>
}

type SavingOptions<Row extends Named, Change extends { _id: string }> = {
  table: EditedList<Row>
  list: LiveList<Row>
  saves: PendingSaves<Change>
  saveCall: SaveCall<Row, Change>
}

const counted = (count: number, noun: string) =>
  `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`

type Refused = { message: string; errors: ReadonlyMap<string, string>; drafts: Drafts }

/** Saves the edits of a table in one call that changes all edited rows or none. Edits stay when the save is refused or not answered. */
export function useSaving<Row extends Named, Change extends { _id: string }>(
  options: SavingOptions<Row, Change>,
) {
  const { table, list, saves, saveCall } = options
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Refused | null>(null)
  const isSending = useRef(false)

  async function send(save: PendingSave<Change>) {
    if (isSending.current) return
    isSending.current = true
    setBusy(true)
    setRefused(null)
    const ids = new Set(save.changes.map(({ _id }) => _id))
    try {
      list.hold()
      const isOwn = ({ _id }: Row) => ids.has(_id)
      const saved = await list.own(isOwn, saveCall.write(save.changes, save.key))
      saves.end()
      table.edits.clearSaved(save.drafts)
      void list.reload()
      const { revOf, topics } = list.options
      offerBatchUndo(`Saved ${counted(ids.size, 'change')}`, saved.batch, {
        undone: `${counted(ids.size, 'decision')} undone`,
        subject: revOf ?? topics.join(),
        list,
        isOwn,
      })
    } catch (error) {
      void list.reload()
      if (!(error instanceof ApiError)) throw error
      if (isRefusal(error) || !saves.isKept) saves.end()
      const errors = toRowErrors(error.errors, save.changes)
      const { message: reason } = error
      const message = isRefusal(error)
        ? `Nothing was saved. ${reason}`
        : `${reason} Your edits are kept.`
      setRefused({ message, errors, drafts: save.drafts })
      const [first] = errors.keys()
      if (first) table.reveal(first)
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }

  const sendAgain = useEffectEvent(() => {
    if (saves.isKept && saves.pending) void send(saves.pending)
  })
  // Sends an unanswered save again as soon as the server can be reached.
  useEffect(() => {
    const check = () => {
      if (useConnection.getState().status === 'live') sendAgain()
    }
    const timer = setTimeout(check)
    const stop = useConnection.subscribe(check)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [])

  /** What is wrong with a row, until it is edited again. */
  const errorOf = ({ _id }: Row): string | undefined =>
    refused && refused.drafts[_id] === table.edits.drafts[_id] ? refused.errors.get(_id) : undefined

  return {
    busy,
    errorOf,
    refusal: refused?.message ?? null,
    faults: table.rows.filter((row) => errorOf(row) !== undefined).length,
    unanswered: saves.pending !== null && !busy,
    /** Edits that were sent: they can no longer be discarded. */
    sent: saves.pending?.drafts ?? {},
    save(): void {
      if (saves.pending) return void send(saves.pending)
      if (table.unsaved === 0) return void showToast('No changes to save.')
      const [conflict] = table.edits.conflicts
      if (conflict) return table.reveal(conflict.id)
      const { drafts } = table.edits
      void send(saves.begin(saveCall.toChanges(drafts), drafts))
    },
  }
}

export type Saving<Row extends Named> = ReturnType<typeof useSaving<Row, { _id: string }>>
