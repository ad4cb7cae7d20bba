import { IconButton } from '#client/shared/IconButton.tsx'
import type { Column } from '#client/portal/ui/Table.tsx'

/** A button that asks before it deletes the row. */
export const deleteColumn = <Row,>(
  mayDelete: (row: Row) => boolean,
  labelOf: (row: Row) => string,
  onDelete: (row: Row) => void,
): Column<Row> => ({
  key: 'manage',
  head: 'Manage',
  kind: 'middle',
  width: 'narrow',
  stacked: 'corner',
  screenOnly: true,
  right: 'orders.remove',
  cell: (row) =>
    mayDelete(row) && (
      <IconButton
        icon="close"
        size="small"
        danger
        label={labelOf(row)}
        onClick={() => onDelete(row)}
      />
    ),
})
