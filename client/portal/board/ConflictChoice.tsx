import type { BoardLine } from '#src/contract/board.ts'
import { type LineStatus, lineStatusLabel } from '#src/contract/statuses.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { grouped } from '#src/rules/number-text.ts'
import { keepDraft, takeSaved } from './cell-edits.ts'
import { conflictsOf, type LineDraft } from './model/line-drafts.ts'

/** What was typed, what somebody else saved meanwhile, and what it was before, in the words of the field. */
function valuesOf(line: BoardLine, draft: LineDraft): string[] {
  const [conflict] = conflictsOf(line, draft)
  if (!conflict) return []
  const { field, mine, now, was } = conflict
  return [mine, now, was].map((value) => {
    if (typeof value === 'number') return grouped(value)
    return field === 'status' ? lineStatusLabel(value as LineStatus) : `“${value}”`
  })
}

/** The choice between one's own value and the one that somebody else saved meanwhile. */
export function ConflictChoice({ line, draft }: { line: BoardLine; draft: LineDraft }) {
  const [mine, saved, before] = valuesOf(line, draft)
  return (
    <>
      <span>
        <b>You typed {mine}.</b> It is {saved} now, it was {before}.
      </span>
      <Button size="small" onClick={() => keepDraft(line)}>
        Keep {mine}
      </Button>
      <Button size="small" onClick={() => takeSaved(line)}>
        Take {saved}
      </Button>
    </>
  )
}
