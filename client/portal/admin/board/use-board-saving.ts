import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { LineChange } from '#src/contract/records.ts'
import { grouped } from '#src/rules/number-text.ts'
import { ApiError, isRefusal } from '#client/portal/api.ts'
import { LINE_SAVE } from '#client/portal/editing/line-changes.ts'
import { toRowErrors } from '#client/portal/editing/row-errors.ts'
import { newIdempotencyKey } from '#client/portal/idempotency-key.ts'
import { useConnection } from '#client/portal/live/live.ts'
import { showToast } from '#client/portal/ui/toast.ts'
import { offerBatchUndo } from '#client/portal/undo/offer-batch-undo.ts'
import { boardData } from './board-data.ts'
import { asOwn, settleDrafts, useDesk } from './desk.ts'
import { goTo } from './hand.ts'
import type { Drafts } from './model/drafts.ts'
import { placedAt } from './model/index-board.ts'
import { toSave, withoutSaved, withSavedLines } from './model/saving.ts'

type Sent = { key: string; changes: LineChange[]; drafts: Drafts }

const counted = (n: number, one: string) => `${grouped(n)} ${one}${n === 1 ? '' : 's'}`

export type Refusal = {
  title: string
  rows: { itemId: string; name: string; words: string }[]
}

/** Says for each refused item how many are left, and how many the drafts want beyond that. */
function explain(error: ApiError, { changes }: Sent): Refusal {
  const { index, drafts } = useDesk.getState()
  const errors = toRowErrors(error.errors, changes)
  const items = new Map<string, { name: string; words: string }>()
  for (const [id, msg] of errors) {
    const placed = placedAt(index, id)
    if (!placed) continue
    const { item } = placed
    const typed = changes
      .filter((change) => placedAt(index, change._id)?.item._id === item._id)
      .reduce((sum, change) => sum + (change.allotted_quantity ?? 0), 0)
    const isStock = error.code === 'insufficient_stock' && typed > item.itemQuantity
    const words = isStock
      ? `${grouped(item.itemQuantity)} on the shelf, ${grouped(typed - item.itemQuantity)} too many`
      : msg
    items.set(item._id, { name: item.itemName, words })
  }
  const rows = [...items].map(([itemId, item]) => ({ itemId, ...item }))
  useDesk.setState({
    refused: new Map(rows.map(({ itemId, words }) => [itemId, { words, drafts }])),
  })
  const lacking = rows.length === 1 ? '1 item lacks' : `${grouped(rows.length)} items lack`
  const title =
    error.code === 'insufficient_stock' && rows.length > 0
      ? `Nothing was saved: ${lacking} stock`
      : `Nothing was saved. ${error.message}`
  return { title, rows }
}

/** Saves the drafts of the board: one call for all, one batch, one Undo. Refused or not answered, all drafts stay. */
export function useBoardSaving() {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  // A save that was not answered is sent again as it was, so that it is written once.
  const unanswered = useRef<Sent | null>(null)

  async function send(save: Sent) {
    setBusy(true)
    setRefusal(null)
    unanswered.current = save
    const ids = save.changes.map(({ _id }) => _id)
    const { index } = useDesk.getState()
    const { value: before } = boardData.store.getState()
    const items = new Set(ids.map((id) => placedAt(index, id)?.item._id)).size
    try {
      const saved = await asOwn(ids, LINE_SAVE.write(save.changes, save.key))
      unanswered.current = null
      const { value } = boardData.store.getState()
      if (value && before)
        boardData.store.setState({ value: withSavedLines(value, saved.items, before) })
      settleDrafts(withoutSaved(useDesk.getState().drafts, save.drafts))
      offerBatchUndo(
        `Saved ${counted(ids.length, 'change')} in ${counted(items, 'item')}`,
        saved.batch,
        {
          undone: `${counted(ids.length, 'decision')} undone`,
          subject: 'board',
          isOwn: ({ _id }) => ids.includes(_id),
        },
      )
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const { message } = error
      if (isRefusal(error)) unanswered.current = null
      await boardData.reload()
      setRefusal(
        isRefusal(error)
          ? explain(error, save)
          : { title: `${message} Your edits are kept.`, rows: [] },
      )
    } finally {
      setBusy(false)
    }
  }

  const sendAgain = useEffectEvent(() => {
    if (unanswered.current && !busy) void send(unanswered.current)
  })
  useEffect(
    () =>
      useConnection.subscribe(({ status }) => {
        if (status === 'live') sendAgain()
      }),
    [],
  )

  return {
    busy,
    refusal,
    discard(): void {
      unanswered.current = null
      setRefusal(null)
      settleDrafts({})
    },
    save(): void {
      if (busy) return
      if (unanswered.current) return void send(unanswered.current)
      const { index, drafts, gone } = useDesk.getState()
      if (!index) return
      const { changes, waiting, drafts: sent } = toSave(index, drafts, gone)
      const [conflict] = waiting
      if (changes.length > 0) return void send({ key: newIdempotencyKey(), changes, drafts: sent })
      const placed = conflict === undefined ? undefined : placedAt(index, conflict)
      if (placed) goTo({ itemId: placed.item._id, clubId: placed.club.user_id })
      else showToast('No changes to save.')
    },
  }
}

export type BoardSaving = ReturnType<typeof useBoardSaving>
