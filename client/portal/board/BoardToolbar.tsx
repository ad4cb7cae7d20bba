import { useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { cx } from '#client/shared/cx.ts'
import { IconButton } from '#client/shared/IconButton.tsx'
import { PAGES } from '#client/shared/pages.ts'
import { EditionTape } from '#client/portal/ordering/EditionTape.tsx'
import { Button } from '#client/portal/ui/Button.tsx'
import { SearchBox } from '#client/portal/ui/SearchBox.tsx'
import { countLeft, isNarrowed, isShort, NO_FILTERS, shortItems } from './model/filters.ts'
import { totalsOf } from './model/totals.ts'
import { BoardMenu } from './BoardMenu.tsx'
import { Count } from './BoardParts.tsx'
import { setFilters, useBoard, useDeferredBoard } from './board-store.ts'
import { useIsPhone } from './use-is-phone.ts'
import segments from '#client/portal/ui/SegmentedToggle.module.css'
import styles from './BoardPage.module.css'

/** The one leaves items, the other lines, so the unit stands beside the number. */
const FILTERS = [
  ['isShortOnly', 'Short only', 'item'],
  ['isUndecidedOnly', 'Undecided only', 'line'],
] as const

/** The heading: beside the way to the other screens, or on a phone below it. */
export const BoardTitle = () => (
  <h1 className={cx('heading', styles.Title)}>{PAGES['/board'].title}</h1>
)

/** What is shown, what is short, and the way to share it out. */
export function BoardToolbar() {
  const { isRead, index, drafts } = useDeferredBoard()
  const isPhone = useIsPhone()
  const filters = useBoard((board) => board.filters)
  const isSharing = useBoard((board) => board.sharing !== null)
  const left = useMemo(() => countLeft(index, filters, drafts), [index, filters, drafts])
  const units = useMemo(() => totalsOf(index, index.items).short, [index])

  const [isFiltering, setFiltering] = useState(isNarrowed(filters))
  const box = useRef<HTMLDivElement>(null)
  function handleFilter() {
    // The keyboard of a phone opens only within the press.
    flushSync(() => setFiltering(!isFiltering))
    if (isFiltering) setFilters(NO_FILTERS)
    else box.current?.querySelector('input')?.focus()
  }
  const filter = (
    <fieldset className={segments.SegmentedToggle} data-words="small">
      <legend className="sr">Show</legend>
      {FILTERS.map(([name, label, noun]) => (
        <button
          key={name}
          type="button"
          aria-pressed={filters[name]}
          onClick={() => setFilters({ [name]: !filters[name] })}
        >
          <span>
            {label}{' '}
            <span className={styles.Count}>{isRead && <Count of={left[name]} noun={noun} />}</span>
          </span>
        </button>
      ))}
    </fieldset>
  )
  const search = (
    <SearchBox
      label="Search items or clubs"
      value={filters.query}
      onChange={(text) => setFilters({ query: text })}
    />
  )
  if (isPhone)
    return (
      <header className={`line ${styles.Top}`} data-print="no">
        <BoardTitle />
        <EditionTape />
        <BoardMenu hasKeys={false}>
          <IconButton
            icon="search"
            label="Search and filter"
            aria-expanded={isFiltering}
            onClick={handleFilter}
          />
        </BoardMenu>
        {isFiltering && (
          <div ref={box} className={styles.Filters}>
            {search}
            {filter}
          </div>
        )}
      </header>
    )
  return (
    <header className={`line ${styles.Top}`} data-print="no">
      <EditionTape />
      {search}
      {filter}
      <section
        className={`line ${styles.ShortStrip}`}
        aria-label="What is short"
        data-short={units > 0 || undefined}
      >
        <p>
          {units > 0 ? (
            <>
              <Count of={units} noun="piece" /> short
            </>
          ) : (
            isRead && 'Nothing is short'
          )}
        </p>
        {/* The panel takes the place of the button that opens it. */}
        {!isSharing && <ShareOut />}
      </section>
    </header>
  )
}

/** Opens sharing for all that is short, or for the rows that a filter shows. */
export function ShareOut() {
  const { index, drafts } = useDeferredBoard()
  const isPhone = useIsPhone()
  const isFiltered = useBoard(({ filters }) => isNarrowed(filters))
  const short = shortItems(index)
  // Where the shelves are empty, everything was shared already.
  const isWaiting = short.some(({ itemQuantity }) => itemQuantity > 0)
  // The list of a small screen has what is short in a part of its own.
  const isAllShown = isFiltered && !isPhone
  const title = isAllShown ? 'what is shown' : 'what is short'
  function handlePress() {
    const { view, index: now } = useBoard.getState()
    const items = isAllShown ? view.items : view.items.filter((item) => isShort(now, item))
    // The filter shows the items that are shared out; on a small screen they stand first.
    if (!isFiltered && !isPhone) setFilters({ isShortOnly: true })
    const itemIds = items.map(({ _id }) => _id)
    useBoard.setState({ sharing: { itemIds, title, isOfShown: isAllShown } })
  }
  if (short.length === 0 && !isAllShown) return null
  return (
    <Button
      right="orders.give"
      size="small"
      icon="share"
      // It is what the board is opened for, until there is something to save.
      variant={isWaiting && Object.keys(drafts).length === 0 ? 'primary' : 'quiet'}
      onClick={handlePress}
    >
      Share out {isAllShown ? title : <span className="sr">{title}</span>}
    </Button>
  )
}
