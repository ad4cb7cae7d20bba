import { AdminScreen } from '#client/portal/app/AdminScreen.tsx'
import { EditedTable } from '#client/portal/drafts/EditedTable.tsx'
import { useLineHistory } from '#client/portal/history/use-line-history.tsx'
import { EmptyState } from '#client/portal/ui/EmptyState.tsx'
import {
  quantityColumn,
  remarksColumn,
  statusColumn,
} from '#client/portal/drafts/edited-columns.tsx'
import { HeldMark } from '#client/portal/ordering/HeldMark.tsx'
import { RowName } from '#client/portal/ui/RowName.tsx'
import type { Column } from '#client/portal/ui/Table.tsx'
import { cx } from '#client/shared/cx.ts'
import type { CustomLine } from '#src/contract/records.ts'
import { linkColumn } from './link-column.tsx'
import { toCustomSheet } from './sheets.ts'
import { LINE_STATUS_OPTIONS } from './status-options.ts'
import { type BuyingRow, DIFFERS, useBuying } from './use-buying.ts'
import styles from './CustomItemsPage.module.css'

const STATUSES = [...LINE_STATUS_OPTIONS, { value: DIFFERS, label: DIFFERS } as const]
const LINK = linkColumn('No link')

function WhoAsks({ club, clubs, lines: [{ cordName, contact }] }: BuyingRow) {
  if (club === null) return <b>{clubs} clubs</b>
  return (
    <>
      <b>{club}</b>
      <div className={cx('hint', styles.Person)}>
        {cordName}, <span className="num">{contact}</span>
      </div>
    </>
  )
}

const buyingColumns = (
  table: ReturnType<typeof useBuying>,
  onOpen: (line: CustomLine) => void,
): Column<BuyingRow>[] => [
  {
    head: 'Item Name',
    width: 'wide',
    cell: (row) => (
      <div className={row.kind === 'line' ? styles.Line : undefined}>
        <RowName
          name={row.name}
          unsaved={table.isUnsaved(row)}
          news={table.newsOf(row)}
          gone={table.isGone(row)}
          onOpen={() => (row.kind === 'group' ? table.turn(row) : onOpen(row.lines[0]))}
          {...(row.kind === 'group' && { isOpen: table.isOpen(row) })}
        />
        {row.kind !== 'group' && <HeldMark line={row.lines[0]} />}
      </div>
    ),
  },
  { head: 'Who asks', width: 'medium', cell: WhoAsks },
  quantityColumn('Ordered Quantity', 'ordered_quantity', 'Ordered'),
  quantityColumn('Allotted Quantity', 'allotted_quantity', 'Allotted'),
  statusColumn(table, 'orders.answer', table.statusOf, (current) =>
    current === DIFFERS ? STATUSES : LINE_STATUS_OPTIONS,
  ),
  remarksColumn(table, 'orders.answer', table.remarksOf, table.hintOf),
  { ...LINK, cell: (row) => row.kind !== 'line' && LINK.cell(row.lines[0]) },
]

export default function CustomItemsPage() {
  const table = useBuying()
  const history = useLineHistory(table)
  return (
    <AdminScreen toSheet={table.phase === 'ready' ? () => toCustomSheet(table.rows) : null}>
      <EditedTable
        label="External demand"
        searchLabel="Search items or clubs"
        table={table}
        columns={buyingColumns(table, history.open)}
        unsavedText={table.unsavedText()}
        stackBelow={75}
        empty={
          <EmptyState title="Nobody asks for an item of their own">
            What clubs want and the department does not stock stands here, with who asks.
          </EmptyState>
        }
      />
      {history.drawer}
    </AdminScreen>
  )
}
