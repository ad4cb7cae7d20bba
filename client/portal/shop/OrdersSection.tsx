import { useEffect, useRef, useState } from 'react'
import { techSupport } from '#client/content/links.ts'
import { ListBody } from '#client/portal/lists/ListBody.tsx'
import { idOf } from '#client/portal/lists/use-live-view.ts'
import { useRowNews } from '#client/portal/lists/use-row-news.ts'
import { Story } from '#client/portal/history/Story.tsx'
import { useReader } from '#client/portal/history/use-reader.ts'
import { NothingOrdered } from '#client/portal/ordering/NothingOrdered.tsx'
import { useOrderingState } from '#client/portal/ordering/ordering.ts'
import { Banner } from '#client/portal/ui/Banner.tsx'
import { Button } from '#client/portal/ui/Button.tsx'
import { ErrorPanel } from '#client/portal/ui/ErrorPanel.tsx'
import { Notice } from '#client/portal/ui/Notice.tsx'
import { Numbers } from '#client/portal/ui/Numbers.tsx'
import { Skeleton, useSteadyLoading } from '#client/portal/ui/Skeleton.tsx'
import { Spoken } from '#client/portal/ui/Spoken.tsx'
import { rowElementId, Table } from '#client/portal/ui/Table.tsx'
import { Dialog, DialogActions } from '#client/shared/Dialog.tsx'
import type { OrderLine } from '#src/contract/records.ts'
import { counted, grouped } from '#src/rules/number-text.ts'
import { CorrectionQuestion } from './CorrectLine.tsx'
import { DeletedLines } from './DeletedLines.tsx'
import { EarlierOrders, useEarlier } from './EarlierOrders.tsx'
import { lineColumns, NO_REMARK, storyId } from './line-columns.tsx'
import { useOrderLines } from './use-order-lines.ts'
import styles from './OrderLines.module.css'

const NOUN = 'order line'

type OrdersSectionProps = {
  /** A new object shows the line `at`, which may come into the list later. */
  show: { at: string | null }
  onViewCart: () => void
}

export default function OrdersSection(props: OrdersSectionProps) {
  const section = useRef<HTMLElement>(null)
  // The section appears above a list that may be scrolled far down, below what is ready; a line that is asked for shows itself.
  const isWhole = props.show.at === null
  useEffect(() => {
    if (isWhole) section.current?.parentElement?.scrollIntoView({ block: 'start' })
  }, [isWhole])
  return (
    <section ref={section} className={styles.Section} aria-labelledby="orders-heading">
      <h2 id="orders-heading" className="heading">
        Your Orders
      </h2>
      <Orders {...props} />
    </section>
  )
}

function Orders({ show, onViewCart }: OrdersSectionProps) {
  const table = useOrderLines()
  const { phase, rows, past, places, announcement, corrections, isGone, isNews, isOpen } = table
  const { spoken } = useRowNews({ ...table, watched: [], noun: NOUN })
  const earlier = useEarlier()
  const reader = useReader()
  const isHeld = useOrderingState().value?.decisionsHeld ?? false
  const message = past.rows.find((entry) => entry.message)?.message
  const [read, setRead] = useState<OrderLine | null>(null)
  const isLoading = useSteadyLoading(phase === 'loading')
  const canShow = !isLoading && places.rows.some(({ _id }) => _id === show.at)
  useEffect(() => {
    const row = canShow && show.at ? document.getElementById(rowElementId(show.at)) : null
    row?.scrollIntoView({ block: 'center' })
    row?.focus({ preventScroll: true })
  }, [show, canShow])

  if (isLoading) return <Skeleton label="Loading your orders" rows={3} />
  if (phase === 'failed')
    return (
      <ErrorPanel level={3} title="Failed to fetch your orders" onRetry={table.reload}>
        What you have ordered is kept by the department.
      </ErrorPanel>
    )
  return (
    <>
      <Spoken {...spoken} />
      <output className="sr">
        {places.gone.size > 0 && `${counted(places.gone.size, NOUN)} taken out`}
      </output>
      <Banner tone="news" icon="horn">
        {announcement && (
          <>
            <Numbers
              in={`Decisions were announced: ${grouped(announcement.size)} of your ${grouped(rows.length)} lines changed.`}
            />{' '}
            {message && <q>{message}</q>}
          </>
        )}
      </Banner>
      {message && !announcement && (
        <Notice tone="info" icon="horn">
          From the department: <q>{message}</q>
        </Notice>
      )}
      <Notice tone="info" icon="horn">
        {isHeld && !announcement && 'Decisions will be announced together.'}
      </Notice>
      {places.rows.length > 0 && (
        <Notice tone="info" icon={corrections ? 'edit' : 'lock'}>
          {corrections ? (
            'Until ordering closes you can change how many you ask for, or withdraw a line.'
          ) : (
            <>
              Ordering is closed. <a href={techSupport}>Ask the department for a change.</a>
            </>
          )}
        </Notice>
      )}
      {places.rows.length === 0 ? (
        <NothingOrdered level={3}>
          {earlier.length > 0
            ? 'What you order next stands here. Your earlier orders are below.'
            : 'Fill your cart below and confirm it. What you ordered then stands here.'}
        </NothingOrdered>
      ) : (
        <div className={styles.Lines} {...places.hoverProps}>
          <Table
            label="Lines of your orders"
            columns={lineColumns(table, setRead)}
            rows={places.rows}
            idOf={idOf}
            toneOf={(line) => (isGone(line) ? 'gone' : isNews(line) ? 'live' : undefined)}
            renderDetail={(line) =>
              (isOpen(line) || corrections?.wishes[line._id]) && (
                <>
                  {corrections && <CorrectionQuestion line={line} corrections={corrections} />}
                  {isOpen(line) && (
                    <div id={storyId(line)} className={styles.Story}>
                      <ListBody level={3} list={past} noun="the history">
                        <Story
                          entries={past.rows.filter((entry) => entry.line?._id === line._id)}
                          reader={reader}
                          updated={past.updated}
                        />
                      </ListBody>
                    </div>
                  )}
                </>
              )
            }
          />
        </div>
      )}
      {places.waiting > 0 && (
        <Button size="small" icon="live" onClick={places.release}>
          {places.waiting} new – Show
        </Button>
      )}
      {/* A deleted line is listed once: while it stands in the table, nothing grows below. */}
      <DeletedLines
        entries={past.rows.filter(({ line }) => !line || !places.gone.has(line._id))}
        reader={reader}
      />
      <EarlierOrders editions={earlier} onViewCart={onViewCart} />
      <Dialog open={read !== null} onClose={() => setRead(null)} title="Remarks">
        <p>{places.rows.find(({ _id }) => _id === read?._id)?.remarks || NO_REMARK}</p>
        <DialogActions>
          <Button onClick={() => setRead(null)}>Close</Button>
        </DialogActions>
      </Dialog>
    </>
  )
}
