import { LINE_STATUS_OPTIONS } from './status-options.ts'
import {
  nameColumn,
  quantityColumn,
  remarksColumn,
  statusColumn,
} from '#client/portal/drafts/edited-columns.tsx'
import { FieldConflict } from '#client/portal/drafts/FieldConflict.tsx'
import { HeldMark } from '#client/portal/ordering/HeldMark.tsx'
import { linkColumn } from './link-column.tsx'
import type { EditedList } from '#client/portal/drafts/use-edited-list.ts'
import type { OrderLineValues } from '#client/portal/drafts/line-changes.ts'
import { GivenBar } from '#client/portal/ui/GivenBar.tsx'
import { deleteColumn } from './delete-column.tsx'
import { Stepper } from '#client/portal/ui/Stepper.tsx'
import { type Column, numberColumn } from '#client/portal/ui/Table.tsx'
import { limits } from '#src/contract/limits.ts'
import type { OrderLine } from '#src/contract/records.ts'
import { readChange } from '#src/rules/quantity.ts'
import styles from './OrderItemsPage.module.css'

type Table = EditedList<OrderLine, OrderLineValues>

function AddQuantity({ table, row }: { table: Table; row: OrderLine }) {
  const field = table.edits.field(row, 'add')
  const typed = table.edits.drafts[row._id]?.add?.mine ?? '0'
  const change = readChange(typed)
  const missing = row.ordered_quantity - row.allotted_quantity
  const type = (text: string) => {
    if (!table.isLocked(row)) field.edit(text)
  }
  return (
    <>
      <div className={styles.Add}>
        <Stepper
          label={`Add quantity of ${row.itemName}`}
          size="small"
          min={-limits.allotmentChange}
          max={limits.allotmentChange}
          value={change ?? 0}
          wrong={change === null ? typed : undefined}
          error={table.errorOf(row)}
          onChange={(units) => type(String(units))}
          onWrong={type}
          beside={
            missing > 0 && (
              <button
                type="button"
                className={styles.Missing}
                aria-label={`Add the missing ${missing} of ${row.itemName}`}
                onClick={() => type(String(missing))}
              >
                +{missing}
              </button>
            )
          }
        />
      </div>
      <FieldConflict
        label={`Given quantity of ${row.itemName}`}
        field={field}
        toWords={(given) => `${given} given`}
      />
    </>
  )
}

export const orderColumns = (
  table: Table,
  onOpen: (line: OrderLine) => void,
  onDelete: (line: OrderLine) => void,
): Column<OrderLine>[] => [
  nameColumn('Item', table, onOpen, (line) => <HeldMark line={line} />),
  quantityColumn('Items Required', 'ordered_quantity'),
  numberColumn('Given Quantity', (row) => <GivenBar {...row} />, { width: 'bar' }),
  {
    head: 'Add Quantity',
    width: 'stepper',
    screenOnly: true,
    right: 'orders.give',
    cell: (row) => <AddQuantity table={table} row={row} />,
  },
  statusColumn(
    table,
    'orders.answer',
    (row) => table.edits.field(row, 'status'),
    () => LINE_STATUS_OPTIONS,
  ),
  remarksColumn(table, 'orders.answer', (row) => table.edits.field(row, 'remarks')),
  linkColumn('No Link'),
  deleteColumn(
    (row) => !table.isLocked(row),
    (row) => `Delete ${row.itemName}`,
    onDelete,
  ),
]
