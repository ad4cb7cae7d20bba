import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useSearchParams } from 'wouter'
import type { BoardItem } from '#src/contract/board.ts'
import { Icon } from '#client/shared/Icon.tsx'
import { grouped } from '#src/rules/number-text.ts'
import { AdminNav } from '#client/portal/app/AdminNav.tsx'
import { HeldBar } from '#client/portal/ordering/HeldBar.tsx'
import { LateLine } from '#client/portal/orders/LateLine.tsx'
import { Remarks } from '#client/portal/orders/Remarks.tsx'
import { useLive } from '#client/portal/data/live-query.ts'
import { useMedia } from '#client/portal/ui/use-media.ts'
import { useConnection } from '#client/portal/data/live.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { EmptyState } from '#client/portal/ui/EmptyState.tsx'
import { ErrorPanel } from '#client/portal/ui/ErrorPanel.tsx'
import { Spoken } from '#client/portal/ui/Spoken.tsx'
import { RefusedUndo } from '#client/portal/undo/RefusedUndo.tsx'
import { boardData } from './board-data.ts'
import { BoardGrid } from './BoardGrid.tsx'
import { BoardMenu } from './BoardMenu.tsx'
import { SharePanel } from './SharePanel.tsx'
import { BoardSaveBar } from './BoardSaveBar.tsx'
import { CellPanel } from './CellPanel.tsx'
import { positionOf, takeBoard, useBoard } from './board-store.ts'
import { focusCell } from './focus-cell.ts'
import { LoadingBoard } from './LoadingBoard.tsx'
import { type Filters, NO_FILTERS, toQuery } from './model/filters.ts'
import { rowOf } from './model/index-board.ts'
import { PrintedBoard } from './PrintedBoard.tsx'
import { goTo, goToPosition } from './selection.ts'
import { ShareOut, type Sharing } from './ShareOut.tsx'
import { BoardTitle, BoardToolbar, type FilterProps } from './BoardToolbar.tsx'
import { type Refusal, useBoardSaving } from './use-board-saving.ts'
import { useFilters } from './use-filters.ts'
import styles from './BoardPage.module.css'

const PHONE = '(width < 40rem)'

/** A small screen shows lists instead of the grid. Their code is a chunk of its own, so that neither waits for the other's. */
const loadPhoneBoard = () => import('./PhoneBoard.tsx')
const PhoneBoard = lazy(loadPhoneBoard)
// It loads while the board is read.
if (matchMedia(PHONE).matches) void loadPhoneBoard()

/** The words of a filter that leaves nothing: which filters are on, and how much they leave out. */
function NothingFound({ filters, onChange }: FilterProps) {
  const index = useBoard((board) => board.index)
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
        <div className={styles.Choices}>
          {query && <Button onClick={() => onChange({ query: '' })}>Clear search</Button>}
          <Button onClick={() => onChange(NO_FILTERS)}>Show all</Button>
        </div>
      }
    >
      {head} {grouped(index.items.length)} items and {grouped(index.clubs.length)} clubs are left
      out.
    </EmptyState>
  )
}

function Refused({ refusal }: { refusal: Refusal }) {
  const alert = useRef<HTMLDivElement>(null)
  const showFirst = useEffectEvent(() => {
    const [first] = refusal.rows
    if (first) goToDraft(first.itemId)
    // On a small screen the button is far below it.
    alert.current?.scrollIntoView({ block: 'nearest' })
  })
  useEffect(() => showFirst(), [])
  return (
    <div ref={alert} className={styles.Refused} role="alert">
      <h2>{refusal.title}</h2>
      {refusal.rows.map(({ itemId, name, words }) => (
        <button key={itemId} type="button" onClick={() => goToDraft(itemId)}>
          {name}: {words}
        </button>
      ))}
    </div>
  )
}

/** Goes to the first cell of an item that was typed over. */
function goToDraft(itemId: string): void {
  const { index, drafts } = useBoard.getState()
  const typed = [...rowOf(index, itemId)].find(([, { _id }]) => drafts[_id])
  if (typed) goTo({ itemId, clubId: typed[0] })
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
  const { confirmedAt } = useLive(boardData.query)
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

function Failed({ onRetry }: { onRetry: () => void }) {
  const unsaved = useBoard(({ drafts }) => Object.keys(drafts).length)
  return (
    <ErrorPanel title="Failed to fetch the board" onRetry={onRetry}>
      {unsaved > 0 &&
        `Your ${grouped(unsaved)} ${unsaved === 1 ? 'change is' : 'changes are'} kept on this device.`}
    </ErrorPanel>
  )
}

/** What a key did, for screen readers. */
const Announcement = () => <Spoken {...useBoard(({ announcement }) => announcement)} />

type BodyProps = FilterProps & {
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
  const { phase, reload } = useLive(boardData.query)
  const isEmpty = useBoard((board) => board.view.items.length === 0)
  const isRead = useBoard((board) => board.board !== null)
  const isNobodyThere = useBoard((board) => board.board?.clubs.length === 0)
  const hasDrafts = useBoard(({ drafts }) => Object.keys(drafts).length > 0)
  const isChosen = useBoard(({ active }) => active !== null)
  const isPhone = useMedia(PHONE)
  const saving = useBoardSaving()
  useEffect(() => boardData.follow(takeBoard), [])

  if (phase === 'failed') return <Failed onRetry={reload} />
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
        <Boards
          filters={filters}
          onChange={onChange}
          sharing={sharing}
          onShare={onShare}
          shownItem={shownItem}
        />
      )}
      <div className={styles.Foot} data-chosen={isChosen || undefined}>
        {!isPhone && !isEmpty && <CellPanel />}
        <BoardSaveBar saving={saving} />
      </div>
    </>
  )
}

/** The board: a grid, or on a small screen a list of items and one item. */
function Boards({ filters, onChange, sharing, onShare, shownItem }: BodyProps) {
  const isPhone = useMedia(PHONE)
  const [, navigate] = useLocation()
  const toItem = (itemId: string) => addressOf(filters, itemId)
  // The panel makes the grid lower: the active cell comes back into view.
  useEffect(() => {
    const { active } = useBoard.getState()
    if (sharing && active) goTo(active)
  }, [sharing])
  const panel = sharing && (
    <SharePanel
      key={sharing.title}
      {...sharing}
      isPhone={isPhone}
      onClose={() => onShare(null)}
      onShowLoss={(cell) => (isPhone ? navigate(toItem(cell.itemId)) : focusCell(cell))}
    />
  )
  if (isPhone)
    return (
      <Suspense fallback={<LoadingBoard />}>
        <PhoneBoard
          item={shownItem}
          sharing={
            panel ?? <ShareOut filters={filters} onChange={onChange} onShare={onShare} isPhone />
          }
          isSharing={panel !== null}
          toList={addressOf(filters)}
          toItem={toItem}
        />
      </Suspense>
    )
  function handleShare(itemId: string) {
    const { view, active } = useBoard.getState()
    const row = view.rowAt.get(itemId)
    const item = row === undefined ? undefined : view.items[row]
    if (row === undefined || !item) return
    // The row that the panel speaks of is the active one.
    if (active?.itemId !== itemId)
      goToPosition({ row, column: positionOf(view, active)?.column ?? 0 })
    onShare({ items: [item], title: item.itemName })
  }
  return (
    <div className={styles.Stage}>
      <BoardGrid onShare={handleShare} />
      {panel}
    </div>
  )
}

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
  const shownItem = useBoard(({ index }) => index.itemById.get(itemId ?? ''))
  const isPrinting = usePrinting()
  return (
    <div className={styles.Page}>
      <div className={styles.Lead}>
        {!isPhone && <BoardTitle />}
        <AdminNav />
        {!isPhone && <BoardMenu />}
      </div>
      {!shownItem && (
        <BoardToolbar
          filters={filters}
          onChange={setFilters}
          isPhone={isPhone}
          share={
            // The panel takes the place of the button that opens it.
            !sharing && (
              <ShareOut
                filters={filters}
                onChange={setFilters}
                onShare={setSharing}
                isPhone={false}
              />
            )
          }
        />
      )}
      <HeldBar />
      <Body
        filters={filters}
        onChange={setFilters}
        sharing={sharing}
        onShare={setSharing}
        shownItem={shownItem}
      />
      {isPrinting && <PrintedBoard />}
      <Announcement />
      <Remarks />
      <LateLine />
      <RefusedUndo />
    </div>
  )
}
