import { useId, useState } from 'react'
import { api, call } from '#client/portal/data/api.ts'
import { attempt } from '#client/portal/data/attempt.ts'
import { useLive, useLiveList } from '#client/portal/data/live-query.ts'
import { editionList, ordersOf } from '#client/portal/editions/lists.ts'
import { useReader } from '#client/portal/history/use-reader.ts'
import { ListBody } from '#client/portal/lists/ListBody.tsx'
import { Button } from '#client/portal/ui/Button.tsx'
import { StatusBadge } from '#client/portal/ui/StatusBadge.tsx'
import { type Column, numberColumn, Table } from '#client/portal/ui/Table.tsx'
import { useBusy } from '#client/portal/ui/use-busy.ts'
import { Icon } from '#client/shared/Icon.tsx'
import type { EditionLine, ListedEdition } from '#src/contract/editions.ts'
import { endedStatus } from '#src/rules/club-status.ts'
import { sinceText } from '#src/rules/day-text.ts'
import { counted, grouped } from '#src/rules/number-text.ts'
import { changeCart } from './cart-store.ts'
import { catalogue } from './lists.ts'
import { type LeftOut, orderAgain } from './order-again.ts'
import rowName from '#client/portal/ui/RowName.module.css'
import styles from './OrderLines.module.css'

/** The earlier editions in which this club ordered, newest first. */
export const useEarlier = (): ListedEdition[] =>
  (useLive(editionList).value ?? []).filter((edition) => edition.ended_at !== null)

type EarlierOrdersProps = { editions: readonly ListedEdition[]; onViewCart: () => void }

/** What the club ordered before, and the way to order the newest of it again. */
export function EarlierOrders({ editions, onViewCart }: EarlierOrdersProps) {
  if (editions.length === 0) return null
  return (
    <section className={styles.Earlier} aria-labelledby="earlier-heading">
      <h3 id="earlier-heading" className={styles.DeletedHeading}>
        Earlier orders
      </h3>
      <ul className="ruled">
        {editions.map((edition, place) => (
          <EarlierOrder
            key={edition._id}
            edition={edition}
            isNewest={place === 0}
            onViewCart={onViewCart}
          />
        ))}
      </ul>
    </section>
  )
}

type EarlierOrderProps = { edition: ListedEdition; isNewest: boolean; onViewCart: () => void }
type Again = { taken: number; all: number; leftOut: LeftOut[] }

function EarlierOrder({ edition, isNewest, onViewCart }: EarlierOrderProps) {
  const { _id: id, name, ended_at } = edition
  const { now } = useReader()
  const items = useLiveList(catalogue)
  const [isOpen, setOpen] = useState(false)
  const [again, setAgain] = useState<Again | null>(null)
  const [busy, run] = useBusy()
  const linesId = useId()

  async function addAgain() {
    const { clubs } = await call(api.cart.editions({ editionId: id }).get(), { clubs: [] })
    const ordered = clubs.flatMap((club) => club.lines)
    changeCart((cart) => {
      const { cart: next, leftOut } = orderAgain(cart, ordered, items.rows)
      setAgain({ taken: ordered.length - leftOut.length, all: ordered.length, leftOut })
      return next
    })
  }
  return (
    <li>
      <div className={`line ${styles.Head}`}>
        <button
          type="button"
          className={`link fold ${rowName.Opener}`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? linesId : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="chevron" size="small" />
          <span>
            <b>
              <bdi>{name}</bdi>
            </b>{' '}
            {counted(edition.lines, 'line')}, ended {sinceText(new Date(ended_at ?? ''), now)}
          </span>
        </button>
        {isNewest && (
          <Button
            size="small"
            icon="sync"
            busy={busy}
            disabled={items.phase !== 'ready'}
            onClick={() => void run(() => attempt(addAgain))}
          >
            <span>
              Order again<span className="sr"> what was ordered for {name}</span>
            </span>
          </Button>
        )}
      </div>
      <div className={again ? `stack ${styles.Again}` : undefined}>
        <output>
          {again && (
            <>
              <b>
                {grouped(again.taken)} of {counted(again.all, 'item')}{' '}
                {again.taken === 1 ? 'is' : 'are'} in your cart.
              </b>{' '}
              Nothing is ordered yet.
            </>
          )}
        </output>
        {again && (
          <>
            {again.leftOut.length > 0 && <h4>Left out</h4>}
            <ul>
              {again.leftOut.map(({ name: item, quantity, reason }) => (
                <li key={item}>
                  <b>
                    <bdi>{item}</bdi>, {grouped(quantity)}
                  </b>{' '}
                  <span>{reason}</span>
                </li>
              ))}
            </ul>
            <div className="choices">
              <Button size="small" onClick={onViewCart}>
                View Cart
              </Button>
              <Button size="small" onClick={() => setAgain(null)}>
                Close
              </Button>
            </div>
          </>
        )}
      </div>
      {isOpen && (
        <div id={linesId} className={styles.Story}>
          <EarlierLines edition={edition} />
        </div>
      )}
    </li>
  )
}

const COLUMNS: Column<EditionLine>[] = [
  {
    head: 'Item',
    width: 'wide',
    cell: (line) => (
      <>
        <bdi>{line.itemName}</bdi>
        {line.remarks && <q>{line.remarks}</q>}
      </>
    ),
  },
  numberColumn('Asked', (line) => grouped(line.ordered_quantity)),
  numberColumn('Handed over', (line) => grouped(line.delivered_quantity)),
  {
    head: 'Status',
    width: 'medium',
    cell: (line) => <StatusBadge {...endedStatus(line)} />,
  },
]

function EarlierLines({ edition: { _id, name } }: { edition: ListedEdition }) {
  const orders = useLive(ordersOf(_id))
  return (
    <ListBody level={3} list={orders} noun={name}>
      <Table
        label={`Lines of ${name}`}
        columns={COLUMNS}
        rows={orders.value?.clubs.flatMap((club) => club.lines) ?? []}
        idOf={(line) => line._id}
      />
    </ListBody>
  )
}
