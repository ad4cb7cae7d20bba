import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { cx } from '#client/shared/cx.ts'
import { ToastPlace } from '#client/shared/ToastPlace.tsx'
import { grouped } from '#src/rules/number-text.ts'
import { AdminNav } from '#client/portal/app/AdminNav.tsx'
import { NothingOrdered } from '#client/portal/ordering/NothingOrdered.tsx'
import { Freshness } from '#client/portal/app/Freshness.tsx'
import { LineHistory } from '#client/portal/history/use-line-history.tsx'
import { LateLineDialog } from '#client/portal/orders/LateLineDialog.tsx'
import { Remarks } from '#client/portal/orders/Remarks.tsx'
import { useLive } from '#client/portal/data/live-query.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { EmptyState } from '#client/portal/ui/EmptyState.tsx'
import { ErrorPanel } from '#client/portal/ui/ErrorPanel.tsx'
import { Spoken } from '#client/portal/ui/Spoken.tsx'
import { usePrinting } from '#client/portal/ui/use-printing.ts'
import { RefusedUndo } from '#client/portal/undo/RefusedUndo.tsx'
import { boardData } from './board-data.ts'
import { BoardGrid } from './BoardGrid.tsx'
import { BoardHold } from './BoardHold.tsx'
import { BoardMenu } from './BoardMenu.tsx'
import { SharePanel } from './SharePanel.tsx'
import { BoardSaveBar } from './BoardSaveBar.tsx'
import { CellPanel } from './CellPanel.tsx'
import { type Refusal, setFilters, takeBoard, useBoard } from './board-store.ts'
import { NO_FILTERS } from './model/filters.ts'
import { rowOf, UNREAD } from './model/index-board.ts'
import { PhoneBoard } from './PhoneBoard.tsx'
import { PrintedBoard } from './PrintedBoard.tsx'
import { focusCell, goTo } from './selection.ts'
import { BoardTitle, BoardToolbar } from './BoardToolbar.tsx'
import { useBoardSaving } from './use-board-saving.ts'
import { useAddresses, useFiltersInAddress } from './use-filters.ts'
import { useIsPhone } from './use-is-phone.ts'
import summary from '#client/portal/ui/ErrorSummary.module.css'
import screen from '#client/portal/ui/Screen.module.css'
import skeleton from '#client/portal/ui/Skeleton.module.css'
import styles from './BoardPage.module.css'

/** The words of a filter that leaves nothing: which filters are on, and how much they leave out. */
function NothingFound() {
  const index = useBoard((board) => board.index)
  const { query, isShortOnly, isUndecidedOnly } = useBoard((board) => board.filters)
  const kinds = [...(isShortOnly ? ['short'] : []), ...(isUndecidedOnly ? ['undecided'] : [])]
  const on = [
    ...(isShortOnly ? ['Short only'] : []),
    ...(isUndecidedOnly ? ['Undecided only'] : []),
    ...(query ? ['the search'] : []),
  ]
  const what = kinds.length > 0 ? `Nothing ${kinds.join(' and ')}` : 'Nothing'
  const count = ['No', 'One', 'Two', 'Three'][on.length]
  return (
    <EmptyState
      title={query ? `${what} matches “${query}”` : `${what} is on the board`}
      action={
        <div className="choices">
          {query && <Button onClick={() => setFilters({ query: '' })}>Clear search</Button>}
          <Button onClick={() => setFilters(NO_FILTERS)}>Show all</Button>
        </div>
      }
    >
      {count} {on.length === 1 ? 'filter is' : 'filters are'} on:{' '}
      {new Intl.ListFormat('en-GB').format(on)}. {grouped(index.rows.size)} items and{' '}
      {grouped(index.clubs.length)} clubs are left out.
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
    <div ref={alert} className={cx(summary.ErrorSummary, styles.Refused)} role="alert">
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

/** The history of the line in a cell. */
function CellHistory() {
  const { index, historyOf } = useBoard()
  const now = index.placed.get(historyOf?.line._id ?? '')
  const placed = now ?? historyOf
  return (
    <LineHistory
      line={placed && { ...placed.line, itemName: placed.item.itemName }}
      isGone={!now}
      onClose={() => useBoard.setState({ historyOf: null })}
    />
  )
}

const Loading = () => (
  <output className={cx(skeleton.Skeleton, skeleton.WholeScreen, styles.Loading)}>
    <span className="sr">Loading the board</span>
  </output>
)

/** The board, or why there is none. `itemId`: the item of the address, on a small screen. */
function Body({ itemId }: { itemId: string | null }) {
  const { phase, confirmedAt, reload } = useLive(boardData.query)
  const isEmpty = useBoard((board) => board.view.items.length === 0)
  const isRead = useBoard(({ index }) => index !== UNREAD)
  const isNobodyThere = useBoard(({ index }) => index.clubs.length === 0)
  const refusal = useBoard((board) => board.refusal)
  const hasDrafts = useBoard(({ drafts, lost }) => Object.keys({ ...drafts, ...lost }).length > 0)
  const isChosen = useBoard(({ active }) => active !== null)
  const isPhone = useIsPhone()
  const saving = useBoardSaving()
  useEffect(() => boardData.follow(takeBoard), [])

  if (phase === 'failed') return <Failed onRetry={reload} />
  if (phase === 'loading' || !isRead) return <Loading />
  if (isNobodyThere && !hasDrafts)
    return <NothingOrdered>Clubs and items appear here with the first order.</NothingOrdered>
  return (
    <>
      <Freshness confirmedAt={confirmedAt} />
      {refusal && <Refused refusal={refusal} />}
      {isEmpty ? <NothingFound /> : <Boards itemId={itemId} />}
      <div className={`line ${styles.Foot}`} data-chosen={(isChosen && !isPhone) || undefined}>
        {!isPhone && !isEmpty && <CellPanel />}
        <BoardSaveBar saving={saving} />
      </div>
    </>
  )
}

/** A grid, or on a small screen a list of items and one item. */
function Boards({ itemId }: { itemId: string | null }) {
  const isPhone = useIsPhone()
  const [, navigate] = useLocation()
  const addressOf = useAddresses()
  const sharing = useBoard((board) => board.sharing)
  const panel = sharing && (
    <SharePanel
      key={sharing.title}
      {...sharing}
      onClose={() => useBoard.setState({ sharing: null })}
      onShowLoss={(cell) => (isPhone ? navigate(addressOf(cell.itemId)) : focusCell(cell))}
    />
  )
  if (isPhone) return <PhoneBoard itemId={itemId} panel={panel} />
  return (
    <div className={styles.Stage}>
      <BoardGrid />
      <div className={styles.Toasts}>
        <ToastPlace />
      </div>
      {panel}
    </div>
  )
}

/** Who gets what: items down, clubs across, decided in the cells. */
export default function BoardPage() {
  useFiltersInAddress()
  const [params] = useSearchParams()
  const isPhone = useIsPhone()
  const itemId = isPhone ? params.get('item') : null
  const isItemShown = useBoard(({ index }) => index.itemById.has(itemId ?? ''))
  const printedAt = usePrinting()
  return (
    <div className={cx(screen.Screen, styles.Page)}>
      <div className={styles.Lead}>
        {!isPhone && <BoardTitle />}
        <AdminNav />
        {!isPhone && <BoardMenu />}
      </div>
      {!isItemShown && <BoardToolbar />}
      <BoardHold />
      <Body itemId={itemId} />
      {printedAt && <PrintedBoard at={printedAt} />}
      <Announcement />
      <Remarks />
      <LateLineDialog />
      <CellHistory />
      <RefusedUndo />
    </div>
  )
}
