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

/** The drafts without one line, or without one field of it. */
export function dropDraft(drafts: Drafts, lineId: string, field?: DraftField): Drafts {
  const draft = drafts[lineId]
  if (!draft) return drafts
  const { [lineId]: _dropped, ...others } = drafts
  if (!field) return others
  const { [field]: _field, ...rest } = draft
  return Object.keys(rest).length === 0 ? others : { ...others, [lineId]: rest }
}

/** The drafts with one value typed. Typing the saved value drops the draft of the field. */
export function setDraft<F extends DraftField>(
  drafts: Drafts,
  line: BoardLine,
  field: F,
  mine: ValueOf<F>,
): Drafts {
  const base = savedOf(line)[field]
  if (mine === base) return dropDraft(drafts, line._id, field)
  return { ...drafts, [line._id]: { ...drafts[line._id], [field]: { mine, base } } }
}

/** The fields for which somebody else saved another value than the one typed over. A value that both wanted is no conflict. */
export const conflictsOf = (line: BoardLine, draft: Draft | undefined): DraftField[] =>
  draft
    ? FIELDS.filter((field) => {
        const typed = draft[field]
        const saved = savedOf(line)[field]
        return typed !== undefined && typed.base !== saved && typed.mine !== saved
      })
    : []

/** The drafts after somebody chose the own values of a line in conflict: they are typed over what is saved now. */
export function keepMine(drafts: Drafts, line: BoardLine): Drafts {
  const draft = drafts[line._id]
  if (!draft) return drafts
  const { given, status, remarks } = draft
  const saved = savedOf(line)
  const kept: Draft = {
    ...(given && { given: { mine: given.mine, base: saved.given } }),
    ...(status && { status: { mine: status.mine, base: saved.status } }),
    ...(remarks && { remarks: { mine: remarks.mine, base: saved.remarks } }),
  }
  return { ...drafts, [line._id]: kept }
}

/** The drafts after somebody chose the saved values of a line in conflict; what is not in conflict stays. */
export const takeTheirs = (drafts: Drafts, line: BoardLine): Drafts =>
  conflictsOf(line, drafts[line._id]).reduce(
    (left, field) => dropDraft(left, line._id, field),
    drafts,
  )
