import { useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { limits } from '#src/contract/limits.ts'
import { LINE_STATUSES } from '#src/contract/statuses.ts'
import { grouped } from '#src/rules/number-text.ts'
import { suggestsRemarks } from '#client/portal/admin/Remarks.tsx'
import { InlineSelect } from '#client/portal/editing/InlineSelect.tsx'
import { InlineText } from '#client/portal/editing/InlineText.tsx'
import { LINE_STATUS_OPTIONS } from '#client/portal/editing/status-options.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { Checkbox } from '#client/portal/ui/Checkbox.tsx'
import { setDrafts, useDesk } from './desk.ts'
import { linesOf, selectedBlock } from './hand.ts'
import { draftedOf, type Drafts, setDraft } from './model/drafts.ts'
import styles from './Board.late.module.css'

/** A status or a remark for all lines of the block; lines that were delivered stay as they are. */
export function BlockActions() {
  const { drafts } = useDesk(
    useShallow(({ drafts: typed, index, at, anchor }) => ({ drafts: typed, index, at, anchor })),
  )
  const [isGivenOnly, setIsGivenOnly] = useState(true)
  const [remark, setRemark] = useState('')
  const block = selectedBlock()
  const meant = (block ? linesOf(block) : []).filter(
    (line) =>
      line.status !== 'Delivered' && (!isGivenOnly || draftedOf(line, drafts[line._id]).given > 0),
  )
  const edit = (step: (typed: Drafts, line: (typeof meant)[number]) => Drafts) =>
    setDrafts(meant.reduce(step, drafts))
  return (
    <>
      <InlineSelect
        label="Status of the selected lines"
        value="none"
        options={[{ value: 'none', label: 'Status…' }, ...LINE_STATUS_OPTIONS.slice(1)]}
        onChange={(value) => {
          const status = LINE_STATUSES.find((one) => one === value)
          if (status !== undefined) edit((typed, line) => setDraft(typed, line, 'status', status))
        }}
      />
      <form
        className={styles.Pair}
        onSubmit={(event) => {
          event.preventDefault()
          edit((typed, line) => setDraft(typed, line, 'remarks', remark))
        }}
      >
        <InlineText
          label="Remark on the selected lines"
          placeholder="Remark…"
          value={remark}
          maxLength={limits.remarksLength}
          onChange={setRemark}
          {...suggestsRemarks}
        />
        <Button size="small" type="submit">
          Set
        </Button>
      </form>
      <Checkbox
        label={`Only what is given: ${grouped(meant.length)} ${meant.length === 1 ? 'line' : 'lines'}`}
        checked={isGivenOnly}
        onChange={(event) => setIsGivenOnly(event.target.checked)}
      />
    </>
  )
}
