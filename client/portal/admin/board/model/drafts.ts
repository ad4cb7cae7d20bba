import type { BoardLine } from '#src/contract/board.ts'
import type { LineStatus } from '#src/contract/statuses.ts'

/** A value that somebody typed, and the saved one that it was typed over. */
type Typed<T> = { mine: T; base: T }

/** What a person wants of one line and has not saved. */
export type Draft = {
  given?: Typed<number>
  status?: Typed<LineStatus>
  remarks?: Typed<string>
}
/** By line id. */
export type Drafts = Readonly<Record<string, Draft>>

export type DraftField = keyof Draft
type ValueOf<F extends DraftField> = NonNullable<Draft[F]>['mine']

const FIELDS: readonly DraftField[] = ['given', 'status', 'remarks']

type Values = { [F in DraftField]: ValueOf<F> }
const savedOf = (line: BoardLine): Values => ({
  given: line.allotted_quantity,
  status: line.status,
  remarks: line.remarks,
})

/** The values of a line as they will be when its draft is saved. */
export const draftedOf = (line: BoardLine, draft: Draft | undefined): Values => ({
  given: draft?.given?.mine ?? line.allotted_quantity,
  status: draft?.status?.mine ?? line.status,
  remarks: draft?.remarks?.mine ?? line.remarks,
})

/** One line's draft after a step; `undefined` when nothing of it is typed any more. */
export type DraftStep = (draft: Draft | undefined, line: BoardLine) => Draft | undefined

/** The drafts after a step for each of these lines, in time linear in their number; the same object when nothing changes. */
export function editDrafts(drafts: Drafts, lines: Iterable<BoardLine>, step: DraftStep): Drafts {
  const next: Record<string, Draft> = { ...drafts }
  let isChanged = false
  for (const line of lines) {
    const before = next[line._id]
    const draft = step(before, line)
    if (draft === before) continue
    isChanged = true
    if (draft) next[line._id] = draft
    else delete next[line._id]
  }
  return isChanged ? next : drafts
}

/** The draft without one field. */
export function dropField(draft: Draft | undefined, field: DraftField): Draft | undefined {
  if (!draft?.[field]) return draft
  const { [field]: _field, ...rest } = draft
  return Object.keys(rest).length === 0 ? undefined : rest
}

/** The draft with one value typed. Typing the saved value drops the field. */
export function typeField<F extends DraftField>(
  draft: Draft | undefined,
  line: BoardLine,
  field: F,
  mine: ValueOf<F>,
): Draft | undefined {
  const base = savedOf(line)[field]
  return mine === base ? dropField(draft, field) : { ...draft, [field]: { mine, base } }
}

/** The drafts with these units typed, in time linear in their number. */
export const typeUnits = (drafts: Drafts, units: ReadonlyMap<BoardLine, number>): Drafts =>
  editDrafts(drafts, units.keys(), (draft, line) =>
    typeField(draft, line, 'given', units.get(line) ?? line.allotted_quantity),
  )

/** The drafts with one value typed. */
export const setDraft = <F extends DraftField>(
  drafts: Drafts,
  line: BoardLine,
  field: F,
  mine: ValueOf<F>,
): Drafts => editDrafts(drafts, [line], (draft) => typeField(draft, line, field, mine))

/** The fields for which somebody else saved another value than the one typed over. A value that both wanted is no conflict. */
export const conflictsOf = (line: BoardLine, draft: Draft | undefined): DraftField[] =>
  draft
    ? FIELDS.filter((field) => {
        const typed = draft[field]
        const saved = savedOf(line)[field]
        return typed !== undefined && typed.base !== saved && typed.mine !== saved
      })
    : []

/** The draft after somebody chose the own values of a line in conflict: they are typed over what is saved now. */
export const keepMine: DraftStep = (draft, line) => {
  if (!draft) return draft
  const { given, status, remarks } = draft
  const saved = savedOf(line)
  return {
    ...(given && { given: { mine: given.mine, base: saved.given } }),
    ...(status && { status: { mine: status.mine, base: saved.status } }),
    ...(remarks && { remarks: { mine: remarks.mine, base: saved.remarks } }),
  }
}

/** The draft after somebody chose the saved values of a line in conflict; what is not in conflict stays. */
export const takeTheirs: DraftStep = (draft, line) =>
  conflictsOf(line, draft).reduce(dropField, draft)
