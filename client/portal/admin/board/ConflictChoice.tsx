import type { BoardLine } from '#src/contract/board.ts'
import { lineStatusLabel } from '#src/contract/statuses.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { grouped } from '#src/rules/number-text.ts'
import { keepOwn, takeSaved } from './hand.ts'
import { conflictsOf, type Draft } from './model/drafts.ts'

/** What was typed, what somebody else saved meanwhile, and what it was before, in the words of the field. */
function valuesOf(line: BoardLine, draft: Draft) {
  const [field] = conflictsOf(line, draft)
  if (field === 'given' && draft.given)
    return [draft.given.mine, line.allotted_quantity, draft.given.base].map(grouped)
  if (field === 'status' && draft.status)
    return [draft.status.mine, line.status, draft.status.base].map(lineStatusLabel)
  const { mine = '', base = '' } = draft.remarks ?? {}
  return [mine, line.remarks, base].map((text) => `“${text}”`)
}

type ChoiceProps = {
  line: BoardLine
  draft: Draft
  /** Below the cell, for the pointer: keys and screen readers find the same in the strip. */
  isForPointer?: boolean
}

/** The choice between one's own value and the one that somebody else saved meanwhile. */
export function ConflictChoice({ line, draft, isForPointer = false }: ChoiceProps) {
  const tabIndex = isForPointer ? -1 : undefined
  const [mine, saved, before] = valuesOf(line, draft)
  return (
    <>
      <span>
        <b>You typed {mine}.</b> It is {saved} now, it was {before}.
      </span>
      <Button size="small" tabIndex={tabIndex} onClick={() => keepOwn(line)}>
        Keep {mine}
      </Button>
      <Button size="small" tabIndex={tabIndex} onClick={() => takeSaved(line)}>
        Take {saved}
      </Button>
    </>
  )
}
