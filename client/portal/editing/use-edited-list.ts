import { type Conflict, type DraftFields, shownValue } from './merge-drafts.ts'
import { useDrafts } from './use-drafts.ts'
import { idOf, type LiveViewOptions, useLiveView } from './use-live-view.ts'

export type Named = { _id: string; itemName: string }

type EditedListOptions<Row> = Omit<LiveViewOptions<Row>, 'nameOf'> & {
  /** The name under which this tab keeps the unsaved edits. */
  draftsName: string
  fields: DraftFields<Row>
  /** Rows whose save is not answered yet. */
  locked: ReadonlySet<string>
}

const nameOf = ({ itemName }: Named) => itemName

export type EditedList<Row extends Named> = ReturnType<typeof useEditedList<Row>>

/** A live view together with its unsaved edits. */
export function useEditedList<Row extends Named>(options: EditedListOptions<Row>) {
  const { draftsName, fields, locked, ...shown } = options
  const view = useLiveView<Row>({ ...shown, nameOf })
  const edits = useDrafts<Row>({
    name: draftsName,
    fields,
    idOf,
    rows: view.phase === 'ready' ? view.rows : null,
    locked,
  })
  return {
    ...view,
    edits,
    /** How many rows have unsaved edits. */
    unsaved: Object.keys(edits.drafts).length,
    /** Nobody can edit a row that was deleted or whose save is not answered yet. */
    isLocked: ({ _id }: Row): boolean => view.places.gone.has(_id) || locked.has(_id),
    /** The value that a field shows: the unsaved edit, or else the saved value. */
    valueOf: (row: Row, field: string): string =>
      shownValue(edits.drafts, row._id, field, fields[field]?.read(row) ?? ''),
    /** What the cells of a row depend on, besides the row itself. */
    dependenciesOf: ({ _id }: Row): unknown[] => [
      edits.drafts[_id],
      view.news.wordsOf(_id),
      locked.has(_id),
      edits.conflicts
        .filter(({ id }) => id === _id)
        .map(({ field, now }) => `${field} ${now}`)
        .join(),
    ],
    conflictOf: (row: Row, field: string): Conflict | undefined =>
      edits.conflicts.find((conflict) => conflict.id === row._id && conflict.field === field),
  }
}
