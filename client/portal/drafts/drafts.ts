import { counted } from '#src/rules/number-text.ts'

/** A value that somebody typed, and the saved value that it was typed over. */
export type Draft<T> = { mine: T; base: T }

/** What somebody typed into one row and has not saved, by field. */
export type RowDraft<Values> = { readonly [F in keyof Values]?: Draft<Values[F]> }

/** Unsaved rows by id. Plain JSON, so that they can be kept. */
export type Drafts<Values> = Readonly<Record<string, RowDraft<Values>>>

/** How one field of a row is edited. */
type Field<Row, T, Values> = {
  /** The saved value. If it changes under a draft, that is a conflict. */
  read: (row: Row) => T
  /** Whether a draft changes nothing; by default, if it equals the saved value. */
  isIdle?: (mine: T) => boolean
  /** The draft after this field was typed, for fields that change another one too. */
  follow?: (draft: RowDraft<Values> | undefined, row: Row) => RowDraft<Values> | undefined
}
export type Fields<Row, Values> = { readonly [F in keyof Values]: Field<Row, Values[F], Values> }

/** Somebody else changed a field under a draft. */
export type Conflict<Values, F extends keyof Values = keyof Values> = {
  id: string
  field: F
  was: Values[F]
  now: Values[F]
  mine: Values[F]
}

type Identified = { _id: string }

const fieldsOf = <Values>(draft: RowDraft<Values>) => Object.keys(draft) as (keyof Values)[]

/** Whether a draft of this field changes nothing, because the saved value is the same. Fields that this version no longer has change nothing. */
function isIdle<Row, Values, F extends keyof Values>(
  fields: Fields<Row, Values>,
  row: Row,
  field: F,
  typed: Draft<Values[F]> | undefined,
): boolean {
  const edited: Field<Row, Values[F], Values> | undefined = fields[field]
  if (!edited || !typed) return true
  return edited.isIdle ? edited.isIdle(typed.mine) : typed.mine === edited.read(row)
}

/** The draft of a row without one field; `undefined` when nothing is left. */
export function dropField<Values>(
  draft: RowDraft<Values> | undefined,
  field: keyof Values,
): RowDraft<Values> | undefined {
  if (!draft?.[field]) return draft
  const { [field]: _dropped, ...rest } = draft
  return Object.keys(rest).length > 0 ? (rest as RowDraft<Values>) : undefined
}

/** The draft of a row after somebody typed a value. The saved value from when typing began stays its base; typing that value drops the field. */
export function typeField<Row, Values, F extends keyof Values>(
  fields: Fields<Row, Values>,
  row: Row,
  draft: RowDraft<Values> | undefined,
  { field, mine }: { field: F; mine: Values[F] },
): RowDraft<Values> | undefined {
  const typed = { mine, base: draft?.[field]?.base ?? fields[field].read(row) }
  const next = isIdle(fields, row, field, typed)
    ? dropField(draft, field)
    : ({ ...draft, [field]: typed } as RowDraft<Values>)
  const { follow } = fields[field]
  return follow ? follow(next, row) : next
}

/** Applies `step` to the draft of each of these rows. Returns the same `drafts` object if nothing changes. */
export function editDrafts<Row extends Identified, Values>(
  drafts: Drafts<Values>,
  rows: Iterable<Row>,
  step: (draft: RowDraft<Values> | undefined, row: Row) => RowDraft<Values> | undefined,
): Drafts<Values> {
  const next: Record<string, RowDraft<Values>> = { ...drafts }
  let isChanged = false
  for (const row of rows) {
    const draft = step(next[row._id], row)
    if (draft === next[row._id]) continue
    isChanged = true
    if (draft) next[row._id] = draft
    else delete next[row._id]
  }
  return isChanged ? next : drafts
}

/** The fields of a row for which somebody else saved another value than the one typed over. A value that both wanted is no conflict. */
export function conflictsOf<Row extends Identified, Values>(
  fields: Fields<Row, Values>,
  row: Row,
  draft: RowDraft<Values> | undefined,
): Conflict<Values>[] {
  if (!draft) return []
  return fieldsOf(draft).flatMap((field) => {
    const typed = draft[field]
    if (!typed || isIdle(fields, row, field, typed)) return []
    const now = fields[field].read(row)
    if (now === typed.base) return []
    return { id: row._id, field, was: typed.base, now, mine: typed.mine }
  })
}

/** The draft after somebody chose their own value: it is typed over what is saved now. */
export const keepMine = <Values>(
  draft: RowDraft<Values> | undefined,
  { field, mine, now }: Conflict<Values>,
) => ({ ...draft, [field]: { mine, base: now } }) as RowDraft<Values>

/** The draft after somebody chose the saved value. */
export const takeTheirs = <Values>(
  draft: RowDraft<Values> | undefined,
  { field }: Conflict<Values>,
) => dropField(draft, field)

/** The drafts of a list's rows, and those of rows that the list has no more. */
export type KeptDrafts<Values> = { drafts: Drafts<Values>; lost: Drafts<Values> }

/**
 * The drafts after the rows have changed: without those whose value somebody else saved. Those of rows that are gone are lost, and there again
 * when the row is back. Returns the same object if nothing changes.
 */
export function followRows<Row, Values>(
  kept: KeptDrafts<Values>,
  fields: Fields<Row, Values>,
  find: (id: string) => Row | undefined,
): KeptDrafts<Values> {
  const isBack = Object.keys(kept.lost).some((id) => find(id) !== undefined)
  const all = isBack ? { ...kept.lost, ...kept.drafts } : kept.drafts
  const rows = Object.keys(all).map((_id) => ({ _id, row: find(_id) }))
  const drafts = editDrafts(all, rows, (draft, { row }) => {
    if (!draft || row === undefined) return undefined
    const idle = fieldsOf(draft).filter((field) => isIdle(fields, row, field, draft[field]))
    return idle.reduce<typeof draft | undefined>(dropField, draft)
  })
  if (drafts === kept.drafts) return kept
  const gone = Object.entries(all).filter(([id]) => find(id) === undefined)
  return { drafts, lost: { ...(!isBack && kept.lost), ...Object.fromEntries(gone) } }
}

/** The message about edited rows that the list has no more; `null` without any. */
export function lostText(lost: object): string | null {
  const count = Object.keys(lost).length
  if (count === 0) return null
  return `${counted(count, 'row')} you edited ${count === 1 ? 'is' : 'are'} gone: deleted, or of an edition that has ended. What you typed is kept in this tab, and stands there again if ${count === 1 ? 'it comes' : 'they come'} back.`
}

/** Drops the values that were saved. A value that was typed after sending stays, over the saved one. */
export const clearSaved = <Values>(drafts: Drafts<Values>, sent: Drafts<Values>): Drafts<Values> =>
  editDrafts(
    drafts,
    Object.keys(sent).map((_id) => ({ _id })),
    (before, { _id }) => {
      const saved: RowDraft<Values> = sent[_id] ?? {}
      return fieldsOf(saved).reduce<typeof before>((draft, field) => {
        const [typed, sentField] = [draft?.[field], saved[field]]
        if (!typed || !sentField) return draft
        if (typed.mine === sentField.mine) return dropField(draft, field)
        return { ...draft, [field]: { mine: typed.mine, base: sentField.mine } } as RowDraft<Values>
      }, before)
    },
  )
