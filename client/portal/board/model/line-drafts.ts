import type { BoardLine } from '#src/contract/board.ts'
import * as drafts from '#client/portal/drafts/drafts.ts'
import { BOARD_LINE_FIELDS, type BoardLineValues } from '#client/portal/drafts/line-changes.ts'

export type LineDraft = drafts.RowDraft<BoardLineValues>
export type LineDrafts = drafts.Drafts<BoardLineValues>

/** The values of a line as they will be when its draft is saved. */
export const draftedOf = (line: BoardLine, draft: LineDraft | undefined): BoardLineValues => ({
  given: draft?.given?.mine ?? line.allotted_quantity,
  status: draft?.status?.mine ?? line.status,
  remarks: draft?.remarks?.mine ?? line.remarks,
})

/** The draft with one value typed. Typing the saved value drops the field. */
export const typeField = <F extends keyof BoardLineValues>(
  draft: LineDraft | undefined,
  line: BoardLine,
  field: F,
  mine: BoardLineValues[F],
) => drafts.typeField(BOARD_LINE_FIELDS, line, draft, { field, mine })

export const conflictsOf = (line: BoardLine, draft: LineDraft | undefined) =>
  drafts.conflictsOf(BOARD_LINE_FIELDS, line, draft)

/** The drafts with one value typed. */
export const setDraft = <F extends keyof BoardLineValues>(
  all: LineDrafts,
  line: BoardLine,
  field: F,
  mine: BoardLineValues[F],
): LineDrafts => drafts.editDrafts(all, [line], (draft) => typeField(draft, line, field, mine))

/** The drafts with these units typed. */
export const typeUnits = (all: LineDrafts, units: ReadonlyMap<BoardLine, number>): LineDrafts =>
  drafts.editDrafts(all, units.keys(), (draft, line) =>
    typeField(draft, line, 'given', units.get(line) ?? line.allotted_quantity),
  )
