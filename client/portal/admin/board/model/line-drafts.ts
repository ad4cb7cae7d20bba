import type { BoardLine } from '#src/contract/board.ts'
import * as drafts from '#client/portal/drafts/drafts.ts'
import { BOARD_LINE_FIELDS } from '#client/portal/drafts/line-changes.ts'

/** What is edited of a line on the board. */
export type LineValues = { [F in keyof typeof BOARD_LINE_FIELDS]: ReturnType<(typeof BOARD_LINE_FIELDS)[F]['read']> }

export type LineDraft = drafts.RowDraft<LineValues>
export type LineDrafts = drafts.Drafts<LineValues>

/** The values of a line as they will be when its draft is saved. */
export const draftedOf = (line: BoardLine, draft: LineDraft | undefined): LineValues => ({
  given: draft?.given?.mine ?? line.allotted_quantity,
  status: draft?.status?.mine ?? line.status,
  remarks: draft?.remarks?.mine ?? line.remarks,
})

/** The draft with one value typed. Typing the saved value drops the field. */
export const typeField = <F extends keyof LineValues>(
  draft: LineDraft | undefined,
  line: BoardLine,
  field: F,
  mine: LineValues[F],
) => drafts.typeField(BOARD_LINE_FIELDS, line, draft, { field, mine })

export const conflictsOf = (line: BoardLine, draft: LineDraft | undefined) =>
  drafts.conflictsOf(BOARD_LINE_FIELDS, line, draft)

/** The drafts with one value typed. */
export const setDraft = <F extends keyof LineValues>(
  all: LineDrafts,
  line: BoardLine,
  field: F,
  mine: LineValues[F],
): LineDrafts =>
  drafts.editDrafts(all, [line], (draft) => typeField(draft, line, field, mine))

/** The drafts with these units typed. */
export const typeUnits = (all: LineDrafts, units: ReadonlyMap<BoardLine, number>): LineDrafts =>
  drafts.editDrafts(all, units.keys(), (draft, line) =>
    typeField(draft, line, 'given', units.get(line) ?? line.allotted_quantity),
  )
