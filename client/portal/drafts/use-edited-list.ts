import type { LiveQuery } from '#client/portal/data/live-query.ts'
import type { WatchedValue } from '#client/portal/lists/use-row-news.ts'
import { useLiveView } from '#client/portal/lists/use-live-view.ts'
import { showToast } from '#client/portal/ui/toast.ts'
import type { Drafts, Fields, RowDraft } from './drafts.ts'
import { useDrafts } from './use-drafts.ts'
import { useSaving } from './use-saving.ts'

type Identified = { _id: string }
export type Named = Identified & { itemName: string }

type EditsOptions<Row extends Identified, Change extends Identified, Values> = {
  /** The name under which this tab keeps the drafts. */
  draftsName: string
  fields: Fields<Row, Values>
  /** The name under which this tab keeps a save until it is answered; `null` if writing it twice changes nothing more. */
  saveName: string | null
  /** Whether the draft of a row cannot be saved. */
  isWrong?: (draft: RowDraft<NoInfer<Values>>) => boolean
  toChanges: (drafts: Drafts<NoInfer<Values>>) => Change[]
  save: (changes: Change[], key: string) => Promise<{ batch?: string | undefined }>
}

type ListedRows<Row> = {
  /** All rows, shown or not; `null` until they are read. */
  rows: readonly Row[] | null
  /** Rows that were deleted and still keep their places. */
  gone: ReadonlySet<string>
  reveal: (id: string) => void
}

/** The edits of rows that are saved as a whole, in one call that changes all edited rows or none. */
export function useEdits<Row extends Identified, Change extends Identified, Values>(
  { rows, gone, reveal }: ListedRows<Row>,
  options: EditsOptions<Row, Change, Values>,
) {
  const { draftsName, fields, saveName, toChanges, save } = options
  const saving = useSaving<Change, Values>({
    name: saveName,
    save,
    subject: draftsName,
    onSaved: (sent) => edits.clearSaved(sent),
    onRefused({ errors }) {
      const [first] = errors.keys()
      if (first !== undefined) reveal(first)
    },
  })
  const { pending, refused } = saving
  const locked = new Set(pending?.changes.map(({ _id }) => _id))
  const edits = useDrafts<Row, Values>({ name: draftsName, fields, rows, locked })
  const { drafts, conflicts } = edits
  const unsaved = Object.keys(drafts).length

  /** What is wrong with a row, until it is edited again. */
  const errorOf = ({ _id }: Row): string | undefined =>
    refused && refused.drafts[_id] === drafts[_id] ? refused.errors.get(_id) : undefined

  return {
    edits,
    /** How many rows have unsaved edits. */
    unsaved,
    /** Nobody can edit a row that was deleted or whose save is not answered yet. */
    isLocked: ({ _id }: Row): boolean => gone.has(_id) || locked.has(_id),
    isUnsaved: ({ _id }: Row): boolean => _id in drafts,
    /** The edits of a row, as its cells show them. */
    dependenciesOf: (row: Row): unknown[] => [
      drafts[row._id],
      locked.has(row._id),
      conflicts
        .filter(({ id }) => id === row._id)
        .map(({ field, now }) => `${String(field)} ${now}`)
        .join(),
      errorOf(row),
    ],
    errorOf,
    busy: saving.busy,
    refusal: refused?.message ?? null,
    unanswered: pending !== null && !saving.busy,
    save(): void {
      const [conflict] = conflicts
      const wrong = Object.entries(drafts).find(([, draft]) => options.isWrong?.(draft))
      if (pending) saving.save(pending.changes, pending.drafts)
      else if (unsaved === 0) showToast('No changes to save.')
      else if (conflict) reveal(conflict.id)
      else if (wrong) reveal(wrong[0])
      else saving.save(toChanges(drafts), drafts)
    },
    /** Drops the drafts, but what was sent can no longer be discarded; answers how to bring them back. */
    discard(): () => void {
      edits.replace(pending?.drafts ?? {})
      return () => edits.replace(drafts)
    },
  }
}

type EditedListOptions<Row extends Named, Change extends Identified, Values> = EditsOptions<
  Row,
  Change,
  Values
> & {
  list: LiveQuery<Row[]>
  watched: readonly WatchedValue<Row>[]
}

const nameOf = ({ itemName }: Named) => itemName

export type EditedList<Row extends Named, Values = never> = ReturnType<
  typeof useEditedList<Row, Identified, Values>
>

/** A live list that is edited in place and saved as a whole. */
export function useEditedList<Row extends Named, Change extends Identified, Values>({
  list,
  watched,
  ...options
}: EditedListOptions<Row, Change, Values>) {
  const view = useLiveView<Row>({ query: list, watched, noun: 'item', nameOf })
  const { phase, rows, places, news, reveal } = view
  const shown = { rows: phase === 'ready' ? rows : null, gone: places.gone, reveal }
  const edits = useEdits<Row, Change, Values>(shown, options)
  return {
    ...view,
    ...edits,
    /** What the cells of a row depend on, besides the row itself. */
    dependenciesOf: (row: Row): unknown[] => [news.wordsOf(row._id), ...edits.dependenciesOf(row)],
  }
}
