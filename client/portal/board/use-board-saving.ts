import type { LineChange } from '#src/contract/records.ts'
import { counted, grouped } from '#src/rules/number-text.ts'
import { clearSaved } from '#client/portal/drafts/drafts.ts'
import {
  type BoardLineValues,
  saveLines,
  toLineChanges,
} from '#client/portal/drafts/line-changes.ts'
import { type Refused, useSaving } from '#client/portal/drafts/use-saving.ts'
import { offerUndo, showToast } from '#client/portal/ui/toast.ts'
import { type Refusal, setDrafts, settleDrafts, useBoard } from './board-store.ts'
import { conflictsOf } from './model/line-drafts.ts'
import { goTo } from './selection.ts'

const { getState, setState } = useBoard

/** Says for each refused item how many are left, and how many the drafts want beyond that. */
function explain(refused: Refused<LineChange, BoardLineValues>): Refusal {
  const { error, errors, message, changes } = refused
  const { index, drafts } = getState()
  const rows = new Map<string, Refusal['rows'][number]>()
  for (const [id, msg] of errors) {
    const item = index.placed.get(id)?.item
    if (!item) continue
    const { _id: itemId, itemName: name, itemQuantity } = item
    const typed = changes
      .filter((change) => index.placed.get(change._id)?.item._id === itemId)
      .reduce((sum, change) => sum + (change.allotted_quantity ?? 0), 0)
    const isStock = error.code === 'insufficient_stock' && typed > itemQuantity
    const words = isStock
      ? `${grouped(itemQuantity)} on the shelf, ${grouped(typed - itemQuantity)} too many`
      : msg
    rows.set(itemId, { itemId, name, words })
  }
  const lacking = rows.size === 1 ? '1 item lacks' : `${grouped(rows.size)} items lack`
  const isStock = error.code === 'insufficient_stock' && rows.size > 0
  return {
    title: isStock ? `Nothing was saved: ${lacking} stock` : message,
    rows: [...rows.values()],
    drafts,
  }
}

/** "Saved 3 changes in 2 items" */
function toWords(changes: readonly LineChange[]): string {
  const { index } = getState()
  const items = new Set(changes.map(({ _id }) => index.placed.get(_id)?.item._id)).size
  return `Saved ${counted(changes.length, 'change')} in ${counted(items, 'item')}`
}

/** Saves the drafts of the board: one call for all, one batch, one Undo. Refused or not answered, all drafts stay. */
export function useBoardSaving() {
  const saving = useSaving<LineChange, BoardLineValues>({
    name: 'board-save',
    save: saveLines,
    subject: 'board',
    toWords,
    onSaved: (sent) => settleDrafts(clearSaved(getState().drafts, sent)),
    onRefused: (refused) => setState({ refusal: explain(refused) }),
  })

  return {
    busy: saving.busy,
    discard(): void {
      const { drafts } = getState()
      setState({ notTaken: new Map() })
      // A draft that was sent cannot be discarded.
      settleDrafts(saving.pending?.drafts ?? {})
      // An Undo keeps the numbers that were typed after the press.
      offerUndo(
        `${counted(Object.keys(drafts).length, 'change')} discarded`,
        () => setDrafts({ ...drafts, ...getState().drafts }),
        'board-discard',
      )
    },
    save(): void {
      if (saving.busy) return
      const { index, drafts, note } = getState()
      // A line in conflict waits until somebody chooses.
      const { waiting = [], ready = [] } = Object.groupBy(Object.entries(drafts), ([id, draft]) => {
        const line = index.placed.get(id)?.line
        return line && conflictsOf(line, draft).length > 0 ? 'waiting' : 'ready'
      })
      const sent = Object.fromEntries(ready)
      const changes = toLineChanges(sent)
      if (changes.length > 0 || saving.pending) {
        setState({ refusal: null })
        return saving.save(changes, sent, note?.text.trim())
      }
      const placed = index.placed.get(waiting[0]?.[0] ?? '')
      if (placed) goTo({ itemId: placed.item._id, clubId: placed.club.user_id })
      else showToast('No changes to save.')
    },
  }
}

export type BoardSaving = ReturnType<typeof useBoardSaving>
