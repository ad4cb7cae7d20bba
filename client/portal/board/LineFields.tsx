import type { BoardLine } from '#src/contract/board.ts'
import { limits } from '#src/contract/limits.ts'
import { LINE_STATUSES } from '#src/contract/statuses.ts'
import { mayDo } from '#client/shared/session.ts'
import { suggestsRemarks } from '#client/portal/orders/Remarks.tsx'
import { InlineSelect } from '#client/portal/ui/InlineSelect.tsx'
import { InlineText } from '#client/portal/ui/InlineText.tsx'
import { LINE_STATUS_OPTIONS } from '#client/portal/orders/status-options.ts'
import { setDrafts, useBoard } from './board-store.ts'
import { draftedOf, setDraft } from './model/line-drafts.ts'

/** The status and the remark of a line, as they will be saved. `name` says in labels which line it is. */
export function LineFields({ line, name }: { line: BoardLine; name: string }) {
  const draft = useBoard((board) => board.drafts[line._id])
  const now = draftedOf(line, draft)
  const locked = !mayDo('orders.answer')
  return (
    <>
      <InlineSelect
        label={`Status of ${name}`}
        value={now.status}
        options={LINE_STATUS_OPTIONS}
        locked={locked}
        onChange={(value) => {
          const status = LINE_STATUSES.find((one) => one === value)
          if (status !== undefined)
            setDrafts(setDraft(useBoard.getState().drafts, line, 'status', status))
        }}
      />
      <InlineText
        label={`Remarks on ${name}`}
        placeholder="Remarks"
        value={now.remarks}
        maxLength={limits.remarksLength}
        locked={locked}
        onChange={(remarks) =>
          setDrafts(setDraft(useBoard.getState().drafts, line, 'remarks', remarks))
        }
        {...suggestsRemarks}
      />
    </>
  )
}
