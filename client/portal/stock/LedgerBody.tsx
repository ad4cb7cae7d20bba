import { useMemo } from 'react'
import { Link } from 'wouter'
import { useLiveList } from '#client/portal/data/live-query.ts'
import { entriesOf } from '#client/portal/history/entry-list.ts'
import { dayOf } from '#client/portal/history/moment.ts'
import { withLabels } from '#client/portal/history/with-labels.ts'
import { useReader } from '#client/portal/history/use-reader.ts'
import { Words } from '#client/portal/history/Words.tsx'
import { Icon } from '#client/shared/Icon.tsx'
import { ErrorPanel } from '#client/portal/ui/ErrorPanel.tsx'
import { Skeleton, useSteadyLoading } from '#client/portal/ui/Skeleton.tsx'
import { TABLE_ROLES } from '#client/portal/ui/Table.tsx'
import { clockText } from '#src/rules/day-text.ts'
import { nameOf, type Reader } from '#src/rules/describe.ts'
import {
  describeCourse,
  describeInLedger,
  type Ledger,
  type LedgerRow,
  toLedger,
} from '#src/rules/describe-ledger.ts'
import { counted, grouped } from '#src/rules/number-text.ts'
import { ItemDemand } from './ItemDemand.tsx'
import { ShelfCourse } from './ShelfCourse.tsx'
import styles from './ItemLedger.module.css'

import type { LedgerItem } from './use-item-ledger.tsx'

export default function LedgerBody({ item }: { item: LedgerItem }) {
  const list = useLiveList(entriesOf({ item: item._id }, ['inventory', 'carts']))
  const { phase, rows: entries, updated, reload } = list
  const reader = useReader()
  const ledger = useMemo(() => toLedger(withLabels(entries)), [entries])
  const isLoading = useSteadyLoading(phase === 'loading')
  if (isLoading) return <Skeleton label="Loading the history" rows={6} />
  if (phase === 'failed')
    return <ErrorPanel level={3} title="Failed to fetch the history" onRetry={reload} />
  return (
    <>
      <p className={styles.Sum}>
        <Number value={ledger.onShelf} /> on the shelf, <Number value={ledger.withClubs} /> with{' '}
        {counted(ledger.clubs, 'club')}, <Number value={ledger.onShelf + ledger.withClubs} /> in all
      </p>
      <p className="sr">{describeCourse(item.itemName, ledger, reader.now)}</p>
      {ledger.rows.length > 0 && <ShelfCourse rows={ledger.rows} now={reader.now} />}
      <LedgerTable ledger={ledger} reader={reader} updated={updated} itemName={item.itemName} />
      <ItemDemand itemId={item._id} />
    </>
  )
}

const Number = ({ value }: { value: number }) => <b className="num">{grouped(value)}</b>

type LedgerTableProps = {
  itemName: string
  ledger: Ledger
  reader: Reader
  updated: ReadonlyMap<string, number>
}

function LedgerTable({ itemName, ledger, reader, updated }: LedgerTableProps) {
  const { rows, cameIn, wentOut, cameBack, onShelf } = ledger
  // Stacking takes the native roles away in some browsers.
  return (
    <table {...TABLE_ROLES.table} className={styles.Ledger} aria-label={`Changes of ${itemName}`}>
      <thead {...TABLE_ROLES.rowgroup}>
        <tr {...TABLE_ROLES.row}>
          {['When', 'What happened', 'By', 'Change', 'On the shelf'].map((head) => (
            <th key={head} {...TABLE_ROLES.columnheader} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...TABLE_ROLES.rowgroup}>
        {rows.map((row, place) => (
          <LedgerLine
            key={row.entry._id}
            row={row}
            above={rows[place - 1]}
            reader={reader}
            isNew={updated.has(row.entry._id) && row.entry.undone === undefined}
          />
        ))}
      </tbody>
      <tfoot {...TABLE_ROLES.rowgroup}>
        <tr {...TABLE_ROLES.row}>
          <th {...TABLE_ROLES.rowheader} scope="row" colSpan={3} aria-colspan={3}>
            <Number value={cameIn} /> came in, <Number value={wentOut} /> went out,{' '}
            <Number value={cameBack} /> came back
          </th>
          <td {...TABLE_ROLES.cell}>
            <span className="sr">in all </span>
            {signed(onShelf)}
          </td>
          <td {...TABLE_ROLES.cell}>
            <Number value={onShelf} />
            <span className="sr"> on the shelf</span>
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

const signed = (value: number) => `${value < 0 ? '−' : '+'}${grouped(Math.abs(value))}`

type LedgerLineProps = {
  row: LedgerRow
  above: LedgerRow | undefined
  reader: Reader
  isNew: boolean
}

function LedgerLine({ row, above, reader, isNew }: LedgerLineProps) {
  const { entry, change, was, is } = row
  const day = dayOf(new Date(entry.at), reader.now)
  const isSameDay = above !== undefined && dayOf(new Date(above.entry.at), reader.now) === day
  return (
    <tr {...TABLE_ROLES.row} data-tone={isNew ? 'live' : undefined}>
      <td {...TABLE_ROLES.cell}>
        <Link href={`/history?batch=${entry.batch}`}>
          <span className={styles.Day} data-again={isSameDay || undefined}>
            {day}
          </span>{' '}
          <time className="num" dateTime={entry.at}>
            {clockText(new Date(entry.at))}
          </time>
        </Link>
      </td>
      <td {...TABLE_ROLES.cell}>
        <Words parts={describeInLedger(entry)} />
      </td>
      <td {...TABLE_ROLES.cell}>{nameOf(entry.by, reader)}</td>
      <td {...TABLE_ROLES.cell} className={styles.Change} data-gain={change > 0 || undefined}>
        {signed(change)}
      </td>
      <td {...TABLE_ROLES.cell} className={styles.Turn}>
        {entry.kind !== 'item_added' && (
          <>
            <span>{grouped(was)}</span>
            <span className="sr"> to </span>
            <Icon name="right" size="small" />
          </>
        )}
        <b data-none={is === 0 || undefined}>{grouped(is)}</b>
      </td>
    </tr>
  )
}
