import { useEffect, useRef, useState } from 'react'
import { usePinnedRows } from '#client/portal/live/use-pinned-rows.ts'
import { useRowNews } from '#client/portal/live/use-row-news.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { Dialog, DialogActions } from '#client/shared/Dialog.tsx'
import { EmptyState } from '#client/portal/ui/EmptyState.tsx'
import { ErrorPanel } from '#client/portal/ui/ErrorPanel.tsx'
import { Skeleton, useSteadyLoading } from '#client/portal/ui/Skeleton.tsx'
import { StatusBadge } from '#client/portal/ui/StatusBadge.tsx'
import { type Column, Table } from '#client/portal/ui/Table.tsx'
import type { OrderLine } from '#src/contract/records.ts'
import { orders } from './lists.ts'
import { grouped } from '#src/rules/number-text.ts'
import styles from './OrdersSection.module.css'

const idOf = ({ _id }: OrderLine) => _id
const NOUNS = ['order line', 'order lines'] as const
const NOTHING: never[] = []

const toDeleted = (count: number) => `${count} ${count === 1 ? NOUNS[0] : NOUNS[1]} deleted`

/** The club's placed orders with their statuses, kept up to date. */
export function OrdersSection() {
  const section = useRef<HTMLElement>(null)
  // The section appears above a list that may be scrolled far down.
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section ref={section} className={styles.Orders} aria-labelledby="orders-heading">
      <h2 id="orders-heading" className="heading">
        Your Orders
      </h2>
      <OrderLines />
    </section>
  )
}

type CellOptions = {
  isNews: (line: OrderLine) => boolean
  isGone: (line: OrderLine) => boolean
  onRead: (line: OrderLine) => void
}

const columnsOf = ({ isNews, isGone, onRead }: CellOptions): Column<OrderLine>[] => [
  {
    key: 'item',
    head: 'Item',
    width: 'wide',
    cell: (line) => (
      <>
        <span className={styles.Name} data-gone={isGone(line) || undefined}>
          {line.itemName}
        </span>
        {isNews(line) && <span className={styles.News}>updated just now</span>}
      </>
    ),
  },
  {
    key: 'quantity',
    head: 'Quantity',
    kind: 'number',
    stacked: 'third',
    cell: ({ ordered_quantity }) => grouped(ordered_quantity),
  },
  {
    key: 'status',
    head: 'Status',
    stacked: 'half',
    cell: (line) => <StatusBadge status={isGone(line) ? 'Deleted' : line.status} />,
  },
  {
    key: 'remarks',
    head: 'Remarks',
    stacked: 'corner',
    cell: (line) => (
      <Button size="small" icon="note" onClick={() => onRead(line)}>
        Remarks<span className="sr"> on {line.itemName}</span>
      </Button>
    ),
  },
]

function OrderLines() {
  const { phase, rows, updated } = orders.use()
  const places = usePinnedRows(rows, idOf, { keepsGone: true })
  const isNews = ({ _id }: OrderLine) => updated.has(_id)
  const isGone = ({ _id }: OrderLine) => places.gone.has(_id)
  const { spoken } = useRowNews({ rows, updated, watched: NOTHING, nouns: NOUNS })
  const [read, setRead] = useState<OrderLine | null>(null)
  const isLoading = useSteadyLoading(phase === 'loading')

  if (isLoading) return <Skeleton label="Loading your orders" rows={3} />
  if (phase === 'failed')
    return (
      <ErrorPanel
        level={3}
        title="Failed to fetch your orders"
        onRetry={() => void orders.reload()}
      >
        What you have ordered is kept by the department.
      </ErrorPanel>
    )
  return (
    <>
      <output className="sr">
        <span key={spoken.turn}>{spoken.text}</span>
      </output>
      <output className="sr">{places.gone.size > 0 && toDeleted(places.gone.size)}</output>
      {places.rows.length === 0 ? (
        <EmptyState level={3} title="No orders yet">
          Fill your cart and confirm it: what you ordered stands here, with its status.
        </EmptyState>
      ) : (
        <div {...places.hoverProps}>
          <Table
            label="Lines of your orders"
            columns={columnsOf({ isNews, isGone, onRead: setRead })}
            rows={places.rows}
            idOf={idOf}
            toneOf={(line) => (isGone(line) ? 'gone' : isNews(line) ? 'live' : undefined)}
          />
        </div>
      )}
      {places.waiting > 0 && (
        <Button size="small" icon="live" onClick={places.release}>
          {places.waiting} new – Show
        </Button>
      )}
      <Dialog open={read !== null} onClose={() => setRead(null)} title="Remarks">
        <p>{places.rows.find(({ _id }) => _id === read?._id)?.remarks || 'N/A'}</p>
        <DialogActions>
          <Button onClick={() => setRead(null)}>Close</Button>
        </DialogActions>
      </Dialog>
    </>
  )
}
