import type { ReactNode } from 'react'
import { suggestsRemarks } from '#client/portal/orders/Remarks.tsx'
import type { StatusOption } from '#client/portal/orders/status-options.ts'
import { InlineSelect } from '#client/portal/ui/InlineSelect.tsx'
import { InlineText } from '#client/portal/ui/InlineText.tsx'
import { Quantity } from '#client/portal/ui/Quantity.tsx'
import { RowName } from '#client/portal/ui/RowName.tsx'
import { type Column, numberColumn } from '#client/portal/ui/Table.tsx'
import { mayDo } from '#client/shared/session.ts'
import type { Right } from '#src/rules/permissions.ts'
import { FieldConflict } from './FieldConflict.tsx'
import type { EditedField } from './use-drafts.ts'
import type { EditedList, Named } from './use-edited-list.ts'

/** What the columns need of a list. */
type Table<Row extends Named> = Pick<EditedList<Row>, 'isUnsaved' | 'news' | 'places'>
type Lockable<Row> = { isLocked: (row: Row) => boolean }

/** The name of the row, which opens its history, with its state: unsaved, deleted, or just changed by someone else. */
export const nameColumn = <Row extends Named>(
  head: string,
  table: Table<Row>,
  onOpen: (row: Row) => void,
  /** What stands below the name. */
  mark?: (row: Row) => ReactNode,
): Column<Row> => ({
  head,
  width: 'wide',
  cell: (row) => (
    <>
      <RowName
        name={row.itemName}
        unsaved={table.isUnsaved(row)}
        news={table.news.wordsOf(row._id)}
        gone={table.places.gone.has(row._id)}
        onOpen={() => onOpen(row)}
      />
      {mark?.(row)}
    </>
  ),
})

/** Units of a line of an order, of several, or of an item. */
export const quantityColumn = <Units extends string>(head: string, units: Units, label = head) =>
  numberColumn<Record<Units, number>>(head, (row) => <Quantity value={row[units]} />, { label })

/** A choice of status that is edited in place. */
export const statusColumn = <Row extends Named, Status extends string>(
  table: Lockable<Row>,
  right: Right,
  fieldOf: (row: Row) => EditedField<Status>,
  optionsFor: (current: Status) => readonly StatusOption<Status>[],
): Column<Row> => ({
  head: 'Status',
  width: 'medium',
  stacked: 'half',
  cell: (row) => {
    const label = `Status of ${row.itemName}`
    const field = fieldOf(row)
    const options = optionsFor(field.value)
    return (
      <>
        <InlineSelect
          label={label}
          value={field.value}
          options={options}
          locked={!mayDo(right) || table.isLocked(row)}
          onChange={field.edit}
        />
        <FieldConflict
          label={label}
          field={field}
          toWords={(status) => options.find(({ value }) => value === status)?.label ?? status}
        />
      </>
    )
  },
})

/** Remarks that are edited in place. */
export const remarksColumn = <Row extends Named>(
  table: Lockable<Row>,
  right: Right,
  fieldOf: (row: Row) => EditedField<string>,
  hintOf: (row: Row) => string = () => '',
): Column<Row> => ({
  head: 'Remarks',
  width: 'medium',
  stacked: 'half',
  cell: (row) => {
    const label = `Remarks on ${row.itemName}`
    const field = fieldOf(row)
    return (
      <>
        <InlineText
          label={label}
          value={field.value}
          locked={!mayDo(right) || table.isLocked(row)}
          onChange={field.edit}
          placeholder={hintOf(row)}
          {...suggestsRemarks}
        />
        <FieldConflict label={label} field={field} />
      </>
    )
  },
})
