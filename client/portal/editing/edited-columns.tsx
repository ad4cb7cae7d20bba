import type { ReactNode } from 'react'
import { suggestsRemarks } from '#client/portal/admin/Remarks.tsx'
import { InlineSelect } from './InlineSelect.tsx'
import { InlineText } from './InlineText.tsx'
import { RowName } from '#client/portal/ui/RowName.tsx'
import type { Column } from '#client/portal/ui/Table.tsx'
import { limits } from '#src/contract/limits.ts'
import type { StatusOption } from './status-options.ts'
import { FieldConflict } from './FieldConflict.tsx'
import type { EditedList, Named } from './use-edited-list.ts'

/** The name of the row, which opens its history, with its state: unsaved, deleted, or just changed by someone else. */
export const nameColumn = <Row extends Named>(
  head: string,
  table: EditedList<Row>,
  onOpen: (row: Row) => void,
  /** What stands below the name. */
  mark?: (row: Row) => ReactNode,
): Column<Row> => ({
  key: 'name',
  head,
  width: 'wide',
  cell: (row) => (
    <>
      <RowName
        name={row.itemName}
        unsaved={row._id in table.edits.drafts}
        news={table.news.wordsOf(row._id)}
        gone={table.places.gone.has(row._id)}
        onOpen={() => onOpen(row)}
      />
      {mark?.(row)}
    </>
  ),
})

/** A choice of status that is edited in place; `field` is its name in the row's drafts. */
export const statusColumn = <Row extends Named>(
  table: EditedList<Row>,
  field: string,
  optionsFor: (current: string) => readonly StatusOption[],
): Column<Row> => ({
  key: 'status',
  head: 'Status',
  width: 'medium',
  stacked: 'half',
  cell: (row) => {
    const label = `Status of ${row.itemName}`
    const value = table.valueOf(row, field)
    const options = optionsFor(value)
    const toWords = (status: string) =>
      options.find((option) => option.value === status)?.label ?? status
    return (
      <>
        <InlineSelect
          label={label}
          value={value}
          options={options}
          locked={table.isLocked(row)}
          onChange={(status) => table.edits.edit(row, field, status)}
        />
        <FieldConflict
          label={label}
          conflict={table.conflictOf(row, field)}
          toWords={toWords}
          onKeep={table.edits.keep}
          onTake={table.edits.take}
        />
      </>
    )
  },
})

/** Remarks that are edited in place. */
export const remarksColumn = <Row extends Named>(
  table: EditedList<Row>,
  field: string,
): Column<Row> => ({
  key: 'remarks',
  head: 'Remarks',
  width: 'medium',
  stacked: 'half',
  cell: (row) => {
    const label = `Remarks on ${row.itemName}`
    return (
      <>
        <InlineText
          label={label}
          value={table.valueOf(row, field)}
          maxLength={limits.remarksLength}
          locked={table.isLocked(row)}
          onChange={(remarks) => table.edits.edit(row, field, remarks)}
          {...suggestsRemarks}
        />
        <FieldConflict
          label={label}
          conflict={table.conflictOf(row, field)}
          onKeep={table.edits.keep}
          onTake={table.edits.take}
        />
      </>
    )
  },
})
