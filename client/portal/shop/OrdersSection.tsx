import { useEffect, useRef, useState } from 'react'
import { useEdition, useOrdering, useOrderingState } from '#client/portal/ordering/ordering.ts'
import { cx } from '#client/shared/cx.ts'
import { Icon } from '#client/shared/Icon.tsx'
import { Unit } from '#client/portal/ui/Unit.tsx'
import { Story } from '#client/portal/history/Story.tsx'
import { entryList, readClubHistory } from '#client/portal/history/entries.ts'
import { useReader } from '#client/portal/history/use-reader.ts'
import { useLiveList } from '#client/portal/data/live-query.ts'
import { ListBody } from '#client/portal/lists/ListBody.tsx'
import { usePinnedRows } from '#client/portal/lists/use-pinned-rows.ts'
import { useRowNews } from '#client/portal/lists/use-row-news.ts'
import { Banner } from '#client/portal/ui/Banner.tsx'
import { Button } from '#client/portal/ui/Button.tsx'
import { Dialog, DialogActions } from '#client/shared/Dialog.tsx'
import { NothingOrdered } from '#client/portal/ordering/NothingOrdered.tsx'
import { GivenBar } from '#client/portal/ui/GivenBar.tsx'
import { ErrorPanel } from '#client/portal/ui/ErrorPanel.tsx'
import { Skeleton, useSteadyLoading } from '#client/portal/ui/Skeleton.tsx'
import { Numbers } from '#client/portal/ui/Numbers.tsx'
import { Notice } from '#client/portal/ui/Notice.tsx'
import { StatusBadge } from '#client/portal/ui/StatusBadge.tsx'
import { Spoken } from '#client/portal/ui/Spoken.tsx'
import { type Column, rowElementId, Table } from '#client/portal/ui/Table.tsx'
import { useSession } from '#client/shared/session.ts'
import type { HistoryEntry } from '#src/contract/history.ts'
import type { OrderLine } from '#src/contract/records.ts'
import { clubStatusText, givenText, handedText, readsGiven } from '#src/rules/club-status.ts'
import { counted, grouped } from '#src/rules/number-text.ts'
import { IconButton } from '#client/shared/IconButton.tsx'
import { techSupport } from '#client/content/links.ts'
import { AskedNumber, CorrectionQuestion } from './CorrectLine.tsx'
import { useCorrections } from './use-corrections.ts'
import { DeletedLines, isWithdrawn } from './DeletedLines.tsx'
import { EarlierOrders, useEarlier } from './EarlierOrders.tsx'
import { orders } from './lists.ts'
import { useAnnouncement } from './use-announcement.ts'
import rowName from '#client/portal/ui/RowName.module.css'
import styles from './OrderLines.module.css'

const storyId = (lineId: string) => `story-${lineId}`
const idOf = ({ _id }: OrderLine) => _id
const NOUN = 'order line'
const NOTHING: never[] = []
const NO_REMARK = 'N/A'

/** What happened in one edition. */
const historyOf = (edition: string) =>
  entryList(`club ${edition}`, ['orders'], (query) =>
    readClubHistory(useSession.getState()?.user.id ?? '', {
      ...query,
      ...(edition && { edition }),
    }),
  )

type CellOptions = {
  isNews: (line: OrderLine) => boolean
  isGone: (line: OrderLine) => boolean
  past: readonly HistoryEntry[]
  isOpen: (line: OrderLine) => boolean
  onToggle: (line: OrderLine) => void
  onRead: (line: OrderLine) => void
  announcement: ReturnType<typeof useAnnouncement>
  /** Left out while ordering is closed. */
  corrections: ReturnType<typeof useCorrections> | null
}

const columnsOf = (options: CellOptions): Column<OrderLine>[] => {
  const { isNews, isGone, past, isOpen, onToggle, onRead, announcement, corrections } = options
  return [
    {
      head: 'Item',
      width: 'wide',
      cell: (line) => (
        <>
          <button
            type="button"
            className={cx('link fold', rowName.Opener, isGone(line) && rowName.Gone)}
            aria-expanded={isOpen(line)}
            aria-controls={isOpen(line) ? storyId(line._id) : undefined}
            onClick={() => onToggle(line)}
          >
            <Icon name="chevron" size="small" />
            {line.itemName}
          </button>
          <Unit of={line.unit} />
          {(isNews(line) || corrections?.doneTo(line)) && (
            <output className={cx(rowName.Word, styles.News)}>
              {corrections?.doneTo(line) ?? announcement?.get(line._id) ?? 'updated just now'}
            </output>
          )}
        </>
      ),
    },
    {
      head: 'Quantity',
      ...(corrections ? { width: 'stepper' as const } : { kind: 'number' as const }),
      cell: (line) =>
        corrections ? (
          <AskedNumber line={line} corrections={corrections} isGone={isGone(line)} />
        ) : (
          grouped(line.ordered_quantity)
        ),
    },
    {
      head: 'Given',
      kind: 'number',
      width: 'bar',
      cell: (line) => (
        <>
          <GivenBar {...line} />
          {line.allotted_quantity > 0 && !readsGiven(line) && (
            <span className={styles.GivenWords}>{givenText(line)}</span>
          )}
        </>
      ),
    },
    {
      head: 'Status',
      width: 'medium',
      cell: (line) =>
        isGone(line) ? (
          <StatusBadge
            status="Deleted"
            label={isWithdrawn(past, line._id) ? 'Withdrawn' : undefined}
          />
        ) : (
          <>
            <StatusBadge
              status={readsGiven(line) ? 'Available' : line.status}
              label={clubStatusText(line)}
            />
            {handedText(line) && <span className={styles.Handed}>{handedText(line)}</span>}
          </>
        ),
    },
    {
      head: 'Remarks',
      width: 'medium',
      cell: (line) =>
        line.remarks === '' ? (
          <span className={styles.NoRemark}>{NO_REMARK}</span>
        ) : (
          <button type="button" className={styles.Remark} onClick={() => onRead(line)}>
            <span className="sr">Remarks on {line.itemName}: </span>
            <span>{line.remarks}</span>
          </button>
        ),
    },
    ...(corrections
      ? [
          {
            head: 'Withdraw',
            kind: 'middle' as const,
            width: 'narrow' as const,
            screenOnly: true,
            cell: (line: OrderLine) =>
              !isGone(line) &&
              // The server refuses to withdraw what was handed over.
              line.delivered_quantity === 0 && (
                <IconButton
                  icon="close"
                  size="small"
                  label={`Withdraw ${line.itemName}`}
                  onClick={() => corrections.want(line, null)}
                />
              ),
          },
        ]
      : []),
  ]
}

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
  const { phase, rows, updated, reload } = useLiveList(orders)
  const past = useLiveList(historyOf(useEdition()?._id ?? ''))
  const earlier = useEarlier()
  const reader = useReader()
  const isHeld = useOrderingState().value?.decisionsHeld ?? false
  const isOpenForOrders = useOrdering()?.ordering.isOpen ?? false
  const corrections = useCorrections()
  const announcement = useAnnouncement(past)
  const message = past.rows.find((entry) => entry.message)?.message
  const places = usePinnedRows(rows, idOf, { keepsGone: true })
  const isNews = ({ _id }: OrderLine) => updated.has(_id)
  const isGone = ({ _id }: OrderLine) => places.gone.has(_id)
  /** A deleted line is listed once: while it stands in the table, nothing grows below. */
  const isNotShown = ({ line }: HistoryEntry) => !line || !places.gone.has(line._id)
  const { spoken } = useRowNews({ rows, updated, watched: NOTHING, noun: NOUN })
  const [read, setRead] = useState<OrderLine | null>(null)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const isOpen = ({ _id }: OrderLine) => opened.has(_id)
  const toggle = ({ _id }: OrderLine) => setOpened(opened.symmetricDifference(new Set([_id])))
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
      <ErrorPanel level={3} title="Failed to fetch your orders" onRetry={reload}>
        What you have ordered is kept by the department.
      </ErrorPanel>
    )
  return (
    <>
      <Spoken {...spoken} />
      <output className="sr">
        {places.gone.size > 0 && `${counted(places.gone.size, NOUN)} taken out`}
      </output>
      <div className={styles.Announced}>
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
      </div>
      {message && !announcement && (
        <Notice tone="info" icon="horn">
          From the department: <q>{message}</q>
        </Notice>
      )}
      {isHeld && !announcement && (
        <Notice tone="info" icon="horn">
          Decisions will be announced together.
        </Notice>
      )}
      {places.rows.length > 0 && (
        <Notice tone="info" icon={isOpenForOrders ? 'edit' : 'lock'}>
          {isOpenForOrders ? (
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
            columns={columnsOf({
              isNews,
              isGone,
              past: past.rows,
              isOpen,
              onToggle: toggle,
              onRead: setRead,
              announcement,
              corrections: isOpenForOrders ? corrections : null,
            })}
            rows={places.rows}
            idOf={idOf}
            toneOf={(line) => (isGone(line) ? 'gone' : isNews(line) ? 'live' : undefined)}
            renderDetail={(line) => {
              const isAsking = isOpenForOrders && corrections.wishes[line._id] !== undefined
              if (!isAsking && !isOpen(line)) return null
              return (
                <>
                  {isAsking && <CorrectionQuestion line={line} corrections={corrections} />}
                  {isOpen(line) && (
                    <div id={storyId(line._id)} className={styles.Story}>
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
            }}
          />
        </div>
      )}
      {places.waiting > 0 && (
        <Button size="small" icon="live" onClick={places.release}>
          {places.waiting} new – Show
        </Button>
      )}
      <DeletedLines entries={past.rows.filter(isNotShown)} reader={reader} />
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
