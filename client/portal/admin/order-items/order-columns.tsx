import { LINE_STATUS_OPTIONS } from '#client/portal/admin/status-options.ts'
import { nameColumn, remarksColumn, statusColumn } from '#client/portal/drafts/edited-columns.tsx'
import { FieldConflict } from '#client/portal/drafts/FieldConflict.tsx'
import { toHeldMark } from '#client/portal/holding/HeldMark.tsx'
import { linkColumn } from '#client/portal/admin/link-column.tsx'
import type { EditedList } from '#client/portal/drafts/use-edited-list.ts'
import type { Saving } from '#client/portal/editing/use-saving.ts'
import { GivenBar } from '#client/portal/ui/GivenBar.tsx'
import { IconButton } from '#client/shared/IconButton.tsx'
import { Quantity } from '#client/portal/ui/Quantity.tsx'
import { Stepper } from '#client/portal/ui/Stepper.tsx'
import type { Column } from '#client/portal/ui/Table.tsx'
import { limits } from '#src/contract/limits.ts'
import type { OrderLine } from '#src/contract/records.ts'
import { readChange } from '#src/rules/quantity.ts'
import styles from './OrderItemsPage.module.css'

type Table = EditedList<OrderLine>

/** The units to add to those already given. */
function AddQuantity({
  table,
  saving,
  row,
}: {
  table: Table
  saving: Saving<OrderLine>
  row: OrderLine
}) {
  const missing = row.ordered_quantity - row.allotted_quantity
  const setChange = (change: number) => {
    if (!table.isLocked(row)) table.edits.edit(row, 'add', String(change))
  }
  return (
    <>
      <div className={styles.Add}>
        <Stepper
          label={`Add quantity of ${row.itemName}`}
          size="small"
          min={-limits.allotmentChange}
          max={limits.allotmentChange}
          value={readChange(table.edits.drafts[row._id]?.add?.mine ?? '') ?? 0}
          error={saving.errorOf(row)}
          onChange={setChange}
          beside={
            missing > 0 && (
              <button
                type="button"
                className={styles.Missing}
                aria-label={`Add the missing ${missing} of ${row.itemName}`}
                onClick={() => setChange(missing)}
              >
                +{missing}
              </button>
            )
          }
        />
      </div>
      <FieldConflict
        label={`Given quantity of ${row.itemName}`}
        conflict={table.conflictOf(row, 'add')}
        toWords={(given) => `${given} given`}
        onKeep={table.edits.keep}
        onTake={table.edits.take}
      />
    </>
  )
}

export const orderColumns = (
  table: Table,
  saving: Saving<OrderLine>,
  onOpen: (line: OrderLine) => void,
  onDelete: (line: OrderLine) => void,
): Column<OrderLine>[] => [
  nameColumn('Item', table, onOpen, toHeldMark),
  {
    key: 'required',
    head: 'Items Required',
    kind: 'number',
    stacked: 'third',
    cell: (row) => <Quantity value={row.ordered_quantity} />,
  },
  {
    key: 'given',
    head: 'Given Quantity',
    kind: 'number',
    width: 'bar',
    stacked: 'third',
    cell: (row) => <GivenBar given={row.allotted_quantity} required={row.ordered_quantity} />,
  },
  {
    key: 'add',
    head: 'Add Quantity',
    width: 'stepper',
    screenOnly: true,
    cell: (row) => <AddQuantity table={table} saving={saving} row={row} />,
  },
  statusColumn(table, 'status', () => LINE_STATUS_OPTIONS),
  remarksColumn(table, 'remarks'),
  linkColumn('No Link'),
  {
    key: 'manage',
    head: 'Manage',
    kind: 'middle',
    width: 'narrow',
    stacked: 'corner',
    screenOnly: true,
    cell: (row) =>
      !table.isLocked(row) && (
        <IconButton
          icon="close"
          size="small"
          danger
          label={`Delete ${row.itemName}`}
          onClick={() => onDelete(row)}
        />
      ),
  },
]
