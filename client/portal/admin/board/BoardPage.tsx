import { useDeferredValue, useEffect, useId, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useSearchParams } from 'wouter'
import type { Board, BoardItem } from '#src/contract/board.ts'
import { PAGES } from '#client/shared/pages.ts'
import { Icon } from '#client/shared/Icon.tsx'
import { IconButton } from '#client/shared/IconButton.tsx'
import { grouped } from '#src/rules/number-text.ts'
import { AdminNav } from '#client/portal/admin/AdminNav.tsx'
import { HeldBar } from '#client/portal/holding/HeldBar.tsx'
import { LateLine } from '#client/portal/late-line/LateLine.tsx'
import { Remarks } from '#client/portal/admin/Remarks.tsx'
import { DownloadButton } from '#client/portal/admin/DownloadButton.tsx'
import { useMedia } from '#client/portal/ui/use-media.ts'
import { LivePill } from '#client/portal/live/LivePill.tsx'
import { useConnection } from '#client/portal/live/live.ts'
import { Button, LinkButton } from '#client/portal/ui/Button.tsx'
import { EmptyState } from '#client/portal/ui/EmptyState.tsx'
import { ErrorPanel } from '#client/portal/ui/ErrorPanel.tsx'
import { SearchBox } from '#client/portal/ui/SearchBox.tsx'
import { Spoken } from '#client/portal/ui/Spoken.tsx'
import { RefusedUndo } from '#client/portal/undo/RefusedUndo.tsx'
import { boardData } from './board-data.ts'
import { BoardGrid } from './BoardGrid.tsx'
import { toBoardSheet } from './board-sheet.ts'
import { ItemList } from './ItemList.tsx'
import { ItemView } from './ItemView.tsx'
import { Paper } from './Paper.tsx'
import { SharePanel } from './SharePanel.tsx'
import { BoardSaveBar } from './BoardSaveBar.tsx'
import { Deck } from './Deck.tsx'
import { positionOf, takeBoard, useDesk } from './desk.ts'
import { goToCell } from './hand.ts'
import { LoadingBoard } from './LoadingBoard.tsx'
import { countUndecided, type Filters, NO_FILTERS, shortItems, toQuery } from './model/filters.ts'
import { EMPTY_INDEX } from './model/index-board.ts'
import { type Refusal, useBoardSaving } from './use-board-saving.ts'
import { useFilters } from './use-filters.ts'
import styles from './Board.late.module.css'

/** What is shared out: one item, or several, each for itself. */
/** How much a filter leaves. The one counts items, the other lines, so the unit stands beside the number. */
const Count = ({ of: count, unit }: { of: number; unit: string }) => (
  <span className={styles.Count}>
    <b className="num">{grouped(count)}</b> {count === 1 ? unit : `${unit}s`}
  </span>
)

type Sharing = { items: readonly BoardItem[]; title: string }

type TopProps = {
  filters: Filters
  onChange: (change: Partial<Filters>) => void
}

type SharingTopProps = TopProps & { isPhone: boolean; onShare: (sharing: Sharing) => void }

/** What is shown, and what can be done with it. On a phone the ways to act are behind "More", so that the items begin above the middle. */
function Top({ filters, onChange, isPhone, onShare }: SharingTopProps) {
  const index = useDeferredValue(useDesk((desk) => desk.index))
  const short = useMemo(() => (index ? shortItems(index).length : 0), [index])
  const drafts = useDeferredValue(useDesk((desk) => desk.drafts))
  const undecided = useMemo(() => (index ? countUndecided(index, drafts) : 0), [index, drafts])
  const { query, isShortOnly, isUndecidedOnly } = filters
  const isNarrowed = query.trim() !== '' || isShortOnly || isUndecidedOnly
  const moreId = useId()
  const actions = (
    <>
      <Button
        size={isPhone ? 'normal' : 'small'}
        icon="share"
        popoverTarget={isPhone ? moreId : undefined}
        onClick={() => {
          const { view, index: now } = useDesk.getState()
          if (!now) return
          onShare(
            isNarrowed
              ? { items: view.items, title: 'what is shown' }
              : { items: shortItems(now), title: 'what is short' },
          )
        }}
      >
        {isNarrowed ? 'Share out what is shown' : 'Share out what is short'}
      </Button>
      <div className={styles.Push}>
        {!isPhone && <LivePill />}
        <DownloadButton
          toSheet={() => {
            const { view, index: now, drafts } = useDesk.getState()
            return toBoardSheet(view, now ?? EMPTY_INDEX, drafts)
          }}
        />
        <Link href="/inventoryadp" asChild>
          <LinkButton size="small" icon="left">
            Back to Home
          </LinkButton>
        </Link>
      </div>
    </>
  )
  return (
    <header className={styles.Top} data-print="no">
      <h1 className={isPhone ? 'sr' : undefined}>{PAGES['/board'].title}</h1>
      <SearchBox
        label="Search items or clubs"
        value={query}
        onChange={(text) => onChange({ query: text })}
      />
      <fieldset className={styles.Filter}>
        <legend className="sr">Show</legend>
        <button
          type="button"
          aria-pressed={isShortOnly}
          onClick={() => onChange({ isShortOnly: !isShortOnly })}
        >
          Short only <Count of={short} unit="item" />
        </button>
        <button
          type="button"
          aria-pressed={isUndecidedOnly}
          onClick={() => onChange({ isUndecidedOnly: !isUndecidedOnly })}
        >
          Undecided only <Count of={undecided} unit="line" />
        </button>
      </fieldset>
      {isPhone ? (
        <div className={styles.Push}>
          <LivePill />
          <IconButton icon="more" label="More" popoverTarget={moreId} />
          <section id={moreId} popover="auto" aria-label="More" className={styles.Sheet}>
            {actions}
          </section>
        </div>
      ) : (
        actions
      )}
    </header>
  )
}

/** The words of a filter that leaves nothing: which filters are on, and how much they leave out. */
function NothingFound({ filters, onChange }: TopProps) {
  const index = useDesk((desk) => desk.index)
  const { query, isShortOnly, isUndecidedOnly } = filters
  const kinds = [...(isShortOnly ? ['short'] : []), ...(isUndecidedOnly ? ['undecided'] : [])]
  const on = [
    ...(isShortOnly ? ['Short only'] : []),
    ...(isUndecidedOnly ? ['Undecided only'] : []),
    ...(query ? ['the search'] : []),
  ]
  const what = kinds.length > 0 ? `Nothing ${kinds.join(' and ')}` : 'Nothing'
  const names = on.length > 1 ? `${on.slice(0, -1).join(', ')} and ${on.at(-1)}` : on.join('')
  const numbers = ['No', 'One', 'Two', 'Three']
  const head = `${numbers[on.length]} ${on.length === 1 ? 'filter is' : 'filters are'} on: ${names}.`
  return (
    <EmptyState
      title={query ? `${what} matches “${query}”` : `${what} is on the board`}
      action={
        <div className={styles.Push}>
          {query && <Button onClick={() => onChange({ query: '' })}>Clear search</Button>}
          <Button onClick={() => onChange(NO_FILTERS)}>Show all</Button>
        </div>
      }
    >
      {head} {grouped(index?.items.length ?? 0)} items and {grouped(index?.clubs.length ?? 0)} clubs
      are left out.
    </EmptyState>
  )
}

function Refused({ refusal }: { refusal: Refusal }) {
  const goToItem = (itemId: string) => {
    const row = useDesk.getState().view.rowAt.get(itemId)
    if (row !== undefined) goToCell({ row, column: 0 })
  }
  return (
    <div className={styles.Refused} role="alert">
      <h2>{refusal.title}</h2>
      {refusal.rows.map(({ itemId, name, words }) => (
        <button key={itemId} type="button" onClick={() => goToItem(itemId)}>
          {name}: {words}
        </button>
      ))}
    </div>
  )
}

const time = new Intl.DateTimeFormat('en-IN', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const clock = new Intl.DateTimeFormat('en-IN', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

function Offline() {
  const confirmedAt = boardData.store((data) => data.confirmedAt)
  const { status, since } = useConnection()
  if (status !== 'offline' || confirmedAt === null) return null
  return (
    <output className={styles.Offline}>
      <Icon name="offline" />
      <span>
        Offline since {time.format(since)}. Numbers are as of {clock.format(confirmedAt)}; what you
        type is kept on this device.
      </span>
    </output>
  )
}

function Failed() {
  const unsaved = useDesk((desk) => Object.keys(desk.drafts).length)
  return (
    <ErrorPanel title="Failed to fetch the board" onRetry={() => void boardData.reload()}>
      {unsaved > 0 &&
        `Your ${grouped(unsaved)} ${unsaved === 1 ? 'change is' : 'changes are'} kept on this device.`}
    </ErrorPanel>
  )
}

/** What a key did, for screen readers. */
const Told = () => <Spoken {...useDesk(({ spoken }) => spoken)} />

/** Shows each board that is read or told until it is ended. No component is rendered for the board as a whole. */
function followBoard(): () => void {
  const take = (board: Board | null) => board && takeBoard(board)
  take(boardData.store.getState().value)
  const stop = boardData.store.subscribe(({ value }, before) => {
    if (value !== before.value) take(value)
  })
  const end = boardData.activate()
  return () => {
    stop()
    end()
  }
}

type BodyProps = TopProps & {
  sharing: Sharing | null
  onShare: (sharing: Sharing | null) => void
  /** The item of the address, on a small screen. */
  shownItem: BoardItem | undefined
}

const addressOf = (filters: Filters, itemId?: string): string => {
  const query = new URLSearchParams(toQuery(filters))
  if (itemId !== undefined) query.set('item', itemId)
  return query.size > 0 ? `/board?${query}` : '/board'
}

function Body({ filters, onChange, sharing, onShare, shownItem }: BodyProps) {
  const phase = boardData.store((data) => data.phase)
  const isEmpty = useDesk((desk) => desk.view.items.length === 0)
  const isRead = useDesk((desk) => desk.board !== null)
  const isNobodyThere = useDesk((desk) => desk.board?.clubs.length === 0)
  const hasDrafts = useDesk((desk) => Object.keys(desk.drafts).length > 0)
  const saving = useBoardSaving()
  useEffect(followBoard, [])

  if (phase === 'failed') return <Failed />
  if (phase === 'loading' || !isRead) return <LoadingBoard />
  if (isNobodyThere && !hasDrafts)
    return (
      <EmptyState title="Nobody has ordered yet">
        With the first order a club stands above and its items at the side.
      </EmptyState>
    )
  return (
    <>
      <Offline />
      {saving.refusal && <Refused refusal={saving.refusal} />}
      {isEmpty ? (
        <NothingFound filters={filters} onChange={onChange} />
      ) : (
        <Room filters={filters} sharing={sharing} onShare={onShare} shownItem={shownItem} />
      )}
      <BoardSaveBar saving={saving} />
    </>
  )
}

/** The board: a grid, or on a small screen a list of items and one item. */
function Room({ filters, sharing, onShare, shownItem }: Omit<BodyProps, 'onChange'>) {
  const isPhone = useMedia(PHONE)
  const toItem = (itemId: string) => addressOf(filters, itemId)
  if (shownItem) return <ItemView item={shownItem} back={addressOf(filters)} toItem={toItem} />
  const panel = sharing && (
    <SharePanel key={sharing.title} {...sharing} onClose={() => onShare(null)} />
  )
  if (isPhone)
    return (
      <>
        {panel}
        <ItemList toItem={toItem} />
      </>
    )
  return (
    <>
      <div className={styles.Stage} data-sharing={sharing ? '' : undefined}>
        <BoardGrid
          onShare={(itemId) => {
            const { view, at } = useDesk.getState()
            const row = view.rowAt.get(itemId)
            const item = row === undefined ? undefined : view.items[row]
            if (row === undefined || !item) return
            // The row that the panel speaks of is the marked one.
            if (at?.itemId !== itemId) goToCell({ row, column: positionOf(view, at)?.column ?? 0 })
            onShare({ items: [item], title: item.itemName })
          }}
        />
        {panel}
      </div>
      <Deck />
    </>
  )
}

const PHONE = '(width < 40rem)'

/** True while the page is printed. */
function usePrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    const begin = () => flushSync(() => setIsPrinting(true))
    const end = () => setIsPrinting(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}

/** Who gets what: items down, clubs across, decided in the cells. */
export default function BoardPage() {
  const [filters, setFilters] = useFilters()
  const [sharing, setSharing] = useState<Sharing | null>(null)
  const [params] = useSearchParams()
  const isPhone = useMedia(PHONE)
  const itemId = isPhone ? params.get('item') : null
  const shownItem = useDesk(({ index }) => index?.items.find(({ _id }) => _id === itemId))
  const isPrinting = usePrinting()
  return (
    <div className={styles.Page}>
      <AdminNav />
      {!shownItem && (
        <Top filters={filters} onChange={setFilters} isPhone={isPhone} onShare={setSharing} />
      )}
      <HeldBar />
      <Body
        filters={filters}
        onChange={setFilters}
        sharing={sharing}
        onShare={setSharing}
        shownItem={shownItem}
      />
      {isPrinting && <Paper />}
      <Told />
      <Remarks />
      <LateLine />
      <RefusedUndo />
    </div>
  )
}
