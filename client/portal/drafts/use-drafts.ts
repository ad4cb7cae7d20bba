import { useEffect, useState } from 'react'
import {
  clearSaved,
  type Conflict,
  conflictsOf,
  type Drafts,
  editDrafts,
  type Fields,
  followRows,
  type KeptDrafts,
  keepMine,
  type RowDraft,
  takeTheirs,
  typeField,
} from './drafts.ts'
import { isDrafts, readDraft, writeDraft } from './stored-draft.ts'

/** One field of a row as it is edited. */
export type EditedField<T> = {
  /** The unsaved value, or else the saved one. */
  value: T
  /** The values between which somebody must choose. */
  conflict: { was: T; now: T } | undefined
  edit: (mine: T) => void
  keepMine: () => void
  takeTheirs: () => void
}

type DraftedRows<Row, Values> = {
  /** The name under which this tab keeps the drafts. */
  name: string
  fields: Fields<Row, Values>
  /** All rows, shown or not; `null` until they are read. */
  rows: readonly Row[] | null
  /** Rows whose save is not answered: nobody has to choose there. */
  locked?: ReadonlySet<string>
}

const NONE: ReadonlySet<string> = new Set()

/** The drafts of a list, compared with its rows at each change. They survive a reload and a new sign-in. */
export function useDrafts<Row extends { _id: string }, Values>(options: DraftedRows<Row, Values>) {
  const { name, fields, rows, locked = NONE } = options
  const [state, setState] = useState<KeptDrafts<Values>>(() => ({
    drafts: readDraft(name, isDrafts<Values>) ?? {},
    lost: {},
  }))
  const { drafts, lost } = state
  const drafted = rows?.filter(({ _id }) => drafts[_id] ?? lost[_id])
  if (drafted) {
    const next = followRows(state, fields, (id) => drafted.find(({ _id }) => _id === id))
    if (next !== state) setState(next)
  }
  useEffect(() => writeDraft(name, { ...lost, ...drafts }), [name, lost, drafts])

  const conflicts: Conflict<Values>[] = (drafted ?? []).flatMap((row) =>
    locked.has(row._id) ? [] : conflictsOf(fields, row, drafts[row._id]),
  )
  type Step = (draft: RowDraft<Values> | undefined, row: Row) => typeof draft
  function change(edited: readonly Row[], step: Step) {
    setState((now) => ({ ...now, drafts: editDrafts(now.drafts, edited, step) }))
  }
  /** Types one value into a field of each of these rows. */
  function edit<F extends keyof Values>(edited: readonly Row[], field: F, mine: Values[F]) {
    change(edited, (draft, row) => typeField(fields, row, draft, { field, mine }))
  }
  return {
    drafts,
    conflicts,
    /** Drafts of rows that the list has no more, since the last save. */
    lost,
    edit,
    field<F extends keyof Values>(row: Row, field: F): EditedField<Values[F]> {
      const conflict = conflicts.find((one) => one.id === row._id && one.field === field)
      return {
        value: drafts[row._id]?.[field]?.mine ?? fields[field].read(row),
        conflict: conflict as Conflict<Values, F> | undefined,
        edit: (mine) => edit([row], field, mine),
        keepMine: () => conflict && change([row], (draft) => keepMine(draft, conflict)),
        takeTheirs: () => conflict && change([row], (draft) => takeTheirs(draft, conflict)),
      }
    },
    clearSaved: (sent: Drafts<Values>) =>
      setState((now) => ({ drafts: clearSaved(now.drafts, sent), lost: {} })),
    replace: (next: Drafts<Values>) => setState({ drafts: next, lost: {} }),
  }
}
