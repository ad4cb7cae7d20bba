import { useState } from 'react'
import { limits } from '#src/contract/limits.ts'
import type { LineStatus } from '#src/contract/statuses.ts'
import { counted, grouped } from '#src/rules/number-text.ts'
import { suggestsRemarks } from '#client/portal/orders/Remarks.tsx'
import { InlineSelect } from '#client/portal/ui/InlineSelect.tsx'
import { LINE_STATUS_OPTIONS } from '#client/portal/orders/status-options.ts'
import { ConfirmDialog } from '#client/portal/ui/ConfirmDialog.tsx'
import { Field } from '#client/portal/ui/Field.tsx'
import { StatusBadge } from '#client/portal/ui/StatusBadge.tsx'
import { type Column, numberColumn, Table } from '#client/portal/ui/Table.tsx'
import { Icon } from '#client/shared/Icon.tsx'
import { setDrafts, useBoard } from './board-store.ts'
import { selectedBlock, selectedLines } from './selection.ts'
import { applyBulk, type BulkChange, planBulk, stayText } from './model/bulk.ts'
import { type BoardIndex } from './model/index-board.ts'
import type { Block } from './model/moves.ts'
import styles from './StatusDialog.module.css'

/** A preview of more rows is not read. */
const SHOWN = 100
const STAYS = { value: 'stays', label: 'stays as it is' } as const

/** The one club or the one item of a block, and the column that need not say it. */
function onlyOne({ left, right, top, bottom }: Block): { head: string; name: string } | null {
  const { items, columns } = useBoard.getState().view
  const club = columns[left]?.name
  const item = items[top]?.itemName
  if (left === right && club !== undefined) return { head: 'Club', name: club }
  return top === bottom && item !== undefined ? { head: 'Item', name: item } : null
}

const statusColumn = (head: string, field: 'was' | 'becomes'): Column<BulkChange> => ({
  head,
  width: 'medium',
  stacked: 'third',
  cell: (change) => <StatusBadge status={change[field]} />,
})

const columnsOf = (index: BoardIndex): Column<BulkChange>[] => [
  { head: 'Club', cell: ({ line }) => index.placed.get(line._id)?.club.clubName },
  { head: 'Item', cell: ({ line }) => index.placed.get(line._id)?.item.itemName },
  numberColumn('Given', ({ line, given }) => `${grouped(given)}/${grouped(line.ordered_quantity)}`),
  statusColumn('Was', 'was'),
  statusColumn('Becomes', 'becomes'),
]

type Props = {
  /** The field that has the focus first. */
  first: 'status' | 'remark'
  onClose: () => void
}

/** Sets a status or a remark on the lines of the block, and shows before what changes. Nothing is saved by it. */
export function StatusDialog({ first, onClose }: Props) {
  const { drafts, index } = useBoard()
  const [status, setStatus] = useState<LineStatus | typeof STAYS.value>(
    first === 'status' ? 'Ready' : STAYS.value,
  )
  const [isGivenOnly, setGivenOnly] = useState(true)
  const [remarks, setRemarks] = useState('')
  const block = selectedBlock()
  const lines = selectedLines()
  const only = block && onlyOne(block)
  const title = only?.name ?? counted(lines.length, 'line')
  const bulk = {
    status: status === STAYS.value ? null : status,
    remarks: remarks.trim(),
    isGivenOnly,
  }
  const plan = planBulk(lines, drafts, bulk)
  const { changes } = plan
  const isAsked = bulk.status !== null || bulk.remarks !== ''
  const why = isAsked ? stayText(plan.stay) : 'Choose a status or write a remark.'

  function handleSubmit() {
    setDrafts(applyBulk(drafts, plan, bulk))
    onClose()
  }

  return (
    <ConfirmDialog
      title={`Set a ${first}: ${title}`}
      confirmLabel={`Set ${counted(changes.length, 'line')}`}
      disabled={changes.length === 0}
      place="wide"
      onSubmit={handleSubmit}
      onCancel={onClose}
    >
      <div className={`fields ${styles.Form}`}>
        <InlineSelect
          label="Status"
          showsLabel
          value={status}
          options={[STAYS, ...LINE_STATUS_OPTIONS.slice(1)]}
          onChange={setStatus}
        />
        <InlineSelect
          label="For"
          showsLabel
          value={isGivenOnly ? 'given' : 'all'}
          options={[
            { value: 'given', label: 'everything given' },
            { value: 'all', label: 'every selected line' },
          ]}
          onChange={(value) => setGivenOnly(value === 'given')}
        />
        <Field
          label={
            <>
              Remark <small>(leave empty to keep the remarks)</small>
            </>
          }
          value={remarks}
          maxLength={limits.remarksLength}
          autoComplete="off"
          data-autofocus={first === 'remark' ? '' : undefined}
          onChange={(event) => setRemarks(event.target.value)}
          {...suggestsRemarks}
        />
        {changes.length > 0 && (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the list scrolls, also by keyboard
          <section className={styles.Preview} tabIndex={0} aria-label="What changes">
            <Table
              label="What changes"
              // The title names the one club or item of the block.
              columns={columnsOf(index).filter(({ head }) => head !== only?.head)}
              rows={changes.slice(0, SHOWN)}
              idOf={({ line }) => line._id}
            />
            {changes.length > SHOWN && <p>and {grouped(changes.length - SHOWN)} more</p>}
          </section>
        )}
        <output className={`marked hint ${styles.Why}`}>
          {why && (
            <>
              {isAsked && <Icon name="lock" size="small" />}
              {why}
            </>
          )}
        </output>
      </div>
    </ConfirmDialog>
  )
}
