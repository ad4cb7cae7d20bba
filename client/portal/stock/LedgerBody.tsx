import { useMemo } from 'react'
import { Link } from 'wouter'
import { useLive, useLiveList } from '#client/portal/data/live-query.ts'
import { demandList, editionList } from '#client/portal/editions/lists.ts'
import { entriesOf } from '#client/portal/history/entries.ts'
import { withLabels } from '#client/portal/history/with-labels.ts'
import { useReader } from '#client/portal/history/use-reader.ts'
import { Words } from '#client/portal/history/Words.tsx'
import { ListBody } from '#client/portal/lists/ListBody.tsx'
import { Icon } from '#client/shared/Icon.tsx'
import { type Column, numberColumn, Table } from '#client/portal/ui/Table.tsx'
import type { Demand } from '#src/contract/editions.ts'
import { shortWhenText } from '#src/rules/day-text.ts'
import { nameOf, type Reader } from '#src/rules/describe.ts'
import {
  describeCourse,
  describeInLedger,
  type LedgerRow,
  toLedger,
} from '#src/rules/describe-ledger.ts'
import { counted, grouped } from '#src/rules/number-text.ts'
import { ShelfCourse } from './ShelfCourse.tsx'
import styles from './ItemLedger.module.css'
import type { LedgerItem } from './use-item-ledger.tsx'

export default function LedgerBody({ item }: { item: LedgerItem }) {
  const list = useLiveList(entriesOf({ item: item._id }, ['inventory', 'carts']))
  const { rows: entries, updated } = list
  const reader = useReader()
  const ledger = useMemo(() => toLedger(withLabels(entries)), [entries])
  return (
    <ListBody level={3} list={list} noun="the history">
      <p className={styles.Sum}>
        <Number value={ledger.onShelf} /> on the shelf, <Number value={ledger.withClubs} /> with{' '}
        {counted(ledger.clubs, 'club')}, <Number value={ledger.onShelf + ledger.withClubs} /> in all
      </p>
      <p className="sr">{describeCourse(item.itemName, ledger, reader.now)}</p>
      {ledger.rows.length > 0 && <ShelfCourse rows={ledger.rows} now={reader.now} />}
      <Table
        label={`Changes of ${item.itemName}`}
        columns={columnsOf(reader)}
        rows={ledger.rows}
        idOf={({ entry }) => entry._id}
        toneOf={({ entry }) => (updated.has(entry._id) && !entry.undone ? 'live' : undefined)}
      />
      <p className={styles.Sum}>
        <Number value={ledger.cameIn} /> came in, <Number value={ledger.wentOut} /> went out,{' '}
        <Number value={ledger.cameBack} /> came back
      </p>
      <ItemDemand itemId={item._id} />
    </ListBody>
  )
}

const Number = ({ value }: { value: number }) => <b className="num">{grouped(value)}</b>

const signed = (value: number) => `${value < 0 ? '−' : '+'}${grouped(Math.abs(value))}`

const columnsOf = (reader: Reader): Column<LedgerRow>[] => [
  {
    head: 'When',
    width: 'bar',
    cell: ({ entry }) => (
      <Link href={`/history?batch=${entry.batch}`} className={`marked ${styles.When}`}>
        <time className="num" dateTime={entry.at}>
          {shortWhenText(new Date(entry.at), reader.now)}
        </time>
      </Link>
    ),
  },
  {
    head: 'What happened',
    width: 'wide',
    stacked: 'bare',
    cell: ({ entry }) => (
      <span>
        <Words parts={describeInLedger(entry)} />
      </span>
    ),
  },
  { head: 'By', stacked: 'half', cell: ({ entry }) => nameOf(entry.by, reader) },
  numberColumn(
    'Change',
    ({ change }) => <b className={change > 0 ? styles.Gain : undefined}>{signed(change)}</b>,
    { stacked: 'half' },
  ),
  {
    head: 'On the shelf',
    kind: 'number',
    width: 'words',
    cell: ({ entry, was, is }) => (
      <span className={styles.Turn}>
        {entry.kind !== 'item_added' && (
          <>
            <span>{grouped(was)}</span>
            <span className="sr"> to </span>
            <Icon name="right" size="small" />
          </>
        )}
        <b data-none={is === 0 || undefined}>{grouped(is)}</b>
      </span>
    ),
  },
]

type DemandRow = Demand & { name: string }

const number = (head: string, valueOf: (row: DemandRow) => number) =>
  numberColumn<DemandRow>(head, (row) => grouped(valueOf(row)), { stacked: 'half' })

const DEMAND: Column<DemandRow>[] = [
  { head: 'Edition', width: 'wide', cell: ({ name }) => <bdi>{name}</bdi> },
  number('Clubs', ({ clubs }) => clubs),
  number('Asked', ({ asked }) => asked),
  number('Given', ({ given }) => given),
  number('Handed over', ({ handed_over }) => handed_over),
]

/** How much of an item was asked for in each edition, newest first. */
function ItemDemand({ itemId }: { itemId: string }) {
  const { value: editions } = useLive(editionList)
  const { value: demand } = useLive(demandList)
  const rows = (editions ?? []).flatMap(({ _id, name }) =>
    (demand ?? [])
      .filter((row) => row.edition === _id && row.item_id === itemId)
      .map((row) => ({ ...row, name })),
  )
  if (rows.length === 0) return null
  return (
    <section className={styles.Demand}>
      <h3 className="heading">Demand by edition</h3>
      <Table
        label="Demand by edition"
        columns={DEMAND}
        rows={rows}
        idOf={({ edition }) => edition}
      />
    </section>
  )
}
