import { Button } from '#client/portal/ui/Button.tsx'
import type { Column } from '#client/portal/ui/Table.tsx'

/** A button that asks before it deletes the row. */
export const deleteColumn = <Row,>(
  mayDelete: (row: Row) => boolean,
  labelOf: (row: Row) => string,
  onDelete: (row: Row) => void,
): Column<Row> => ({
  head: 'Manage',
  kind: 'middle',
  width: 'bar',
  stacked: 'corner',
  screenOnly: true,
  right: 'orders.remove',
  cell: (row) =>
    mayDelete(row) && (
      <Button size="small" icon="close" aria-label={labelOf(row)} onClick={() => onDelete(row)}>
        Delete
      </Button>
    ),
})
