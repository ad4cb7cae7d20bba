import { type FormEvent, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { limits } from '#src/contract/limits.ts'
import { LINE_STATUSES } from '#src/contract/statuses.ts'
import { grouped } from '#src/rules/number-text.ts'
import { suggestsRemarks } from '#client/portal/admin/Remarks.tsx'
import { InlineSelect } from '#client/portal/editing/InlineSelect.tsx'
import { LINE_STATUS_OPTIONS } from '#client/portal/editing/status-options.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { Field } from '#client/portal/ui/Field.tsx'
import { StatusBadge } from '#client/portal/ui/StatusBadge.tsx'
import { Dialog, DialogActions } from '#client/shared/Dialog.tsx'
import { Icon } from '#client/shared/Icon.tsx'
import { setDrafts, useDesk } from './desk.ts'
import { linesOf, selectedBlock } from './hand.ts'
import { applyBulk, type BulkChange, planBulk, stayText } from './model/bulk.ts'
import type { BoardIndex } from './model/index-board.ts'
import styles from './StatusDialog.late.module.css'

/** A preview of more rows is not read. */
const SHOWN = 100
const STAYS = 'stays'

/** The one club or the one item of a block, else how many lines it has. */
function titleOf(index: BoardIndex | null): string {
  const block = selectedBlock()
  const { items, columns } = useDesk.getState().view
  if (!block || !index) return ''
  if (block.left === block.right) return columns[block.left]?.name ?? ''
  if (block.top === block.bottom) return items[block.top]?.itemName ?? ''
  const lines = linesOf(block).length
  return `${grouped(lines)} ${lines === 1 ? 'line' : 'lines'}`
}

function Preview({ changes, index }: { changes: readonly BulkChange[]; index: BoardIndex | null }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the list scrolls, also by keyboard
    <section className={styles.Preview} tabIndex={0} aria-label="What changes">
      <table>
        <thead>
          <tr>
            <th scope="col">Club</th>
            <th scope="col">Item</th>
            <th scope="col" data-number>
              Given
            </th>
            <th scope="col">Was</th>
            <th scope="col">Becomes</th>
          </tr>
        </thead>
        <tbody>
          {changes.slice(0, SHOWN).map(({ line, given, was, becomes }) => {
            const placed = index?.placed.get(line._id)
            return (
              <tr key={line._id}>
                <th scope="row">{placed?.club.clubName}</th>
                <td>{placed?.item.itemName}</td>
                <td data-number className="num">
                  {grouped(given)}
                  <small>/{grouped(line.ordered_quantity)}</small>
                </td>
                <td>
                  <StatusBadge status={was} />
                </td>
                <td>
                  <StatusBadge status={becomes} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {changes.length > SHOWN && <p>and {grouped(changes.length - SHOWN)} more</p>}
    </section>
  )
}

type Props = {
  /** The field that has the focus first. */
  first: 'status' | 'remark'
  onClose: () => void
}

/** Sets a status or a remark on the lines of the block, and shows before what changes. Nothing is saved by it. */
export default function StatusDialog({ first, onClose }: Props) {
  const { drafts, index } = useDesk(
    useShallow(({ drafts: typed, index: now, at, anchor }) => ({
      drafts: typed,
      index: now,
      at,
      anchor,
    })),
  )
  const [status, setStatus] = useState<string>(first === 'status' ? 'Ready' : STAYS)
  const [isGivenOnly, setGivenOnly] = useState(true)
  const [remarks, setRemarks] = useState('')
  const block = selectedBlock()
  const bulk = {
    status: LINE_STATUSES.find((one) => one === status) ?? null,
    remarks: remarks.trim(),
    isGivenOnly,
  }
  const plan = planBulk(block ? linesOf(block) : [], drafts, bulk)
  const { changes } = plan
  const isAsked = bulk.status !== null || bulk.remarks !== ''
  const why = isAsked ? stayText(plan.stay) : 'Choose a status or write a remark.'

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (changes.length === 0) return
    setDrafts(applyBulk(drafts, plan, bulk))
    onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Set a ${first}: ${titleOf(index)}`}
      place="wide"
      className={styles.Dialog}
    >
      <form className={styles.Form} onSubmit={handleSubmit}>
        <div className={styles.Field}>
          <span aria-hidden="true">Status</span>
          <InlineSelect
            label="Status"
            value={status}
            options={[{ value: STAYS, label: 'stays as it is' }, ...LINE_STATUS_OPTIONS.slice(1)]}
            onChange={setStatus}
          />
        </div>
        <div className={styles.Field}>
          <span aria-hidden="true">On</span>
          <InlineSelect
            label="On"
            value={isGivenOnly ? 'given' : 'all'}
            options={[
              { value: 'given', label: 'everything given' },
              { value: 'all', label: 'every selected line' },
            ]}
            onChange={(value) => setGivenOnly(value === 'given')}
          />
        </div>
        <Field
          label={
            <>
              Remark <small>(left empty, remarks stay)</small>
            </>
          }
          value={remarks}
          maxLength={limits.remarksLength}
          autoComplete="off"
          data-autofocus={first === 'remark' ? '' : undefined}
          onChange={(event) => setRemarks(event.target.value)}
          {...suggestsRemarks}
        />
        {changes.length > 0 && <Preview changes={changes} index={index} />}
        <output className={styles.Why}>
          {why && (
            <>
              {isAsked && <Icon name="lock" size="small" />}
              {why}
            </>
          )}
        </output>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={changes.length === 0}>
            Set {grouped(changes.length)} {changes.length === 1 ? 'line' : 'lines'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
