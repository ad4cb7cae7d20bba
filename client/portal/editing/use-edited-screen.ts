import { type LiveQuery, useLiveList } from '#client/portal/data/live-query.ts'
import type { WatchedValue } from './describe-change.ts'
import type { DraftFields } from './merge-drafts.ts'
import { type Named, useEditedList } from './use-edited-list.ts'
import { usePendingSave } from './use-pending-save.ts'
import { type SaveCall, useSaving } from './use-saving.ts'

type EditedScreenOptions<Row extends Named, Change extends { _id: string }> = {
  list: LiveQuery<Row[]>
  /** Under which this tab keeps the unsaved edits. */
  draftsName: string
  fields: DraftFields<Row>
  watched: readonly WatchedValue<Row>[]
  /** Under which this tab keeps a save until it is answered; `null`: it may be sent twice, so it need not be kept. */
  saveName: string | null
  saveCall: SaveCall<Row, Change>
}

const NOUNS = ['item', 'items'] as const

/** A live list that is edited in place and saved as a whole. */
export function useEditedScreen<Row extends Named, Change extends { _id: string }>(
  options: EditedScreenOptions<Row, Change>,
) {
  const { list, draftsName, fields, watched, saveName, saveCall } = options
  const saves = usePendingSave<Change>(saveName)
  const table = useEditedList({
    list: useLiveList(list),
    draftsName,
    fields,
    watched,
    nouns: NOUNS,
    locked: saves.locked,
  })
  const saving = useSaving({ table, name: draftsName, saves, saveCall })
  return { table, saving }
}
