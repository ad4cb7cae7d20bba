import { useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { grouped } from '#src/rules/number-text.ts'
import { IconButton } from '#client/shared/IconButton.tsx'
import { PAGES } from '#client/shared/pages.ts'
import { EditionTape } from '#client/portal/ordering/EditionTape.tsx'
import { SearchBox } from '#client/portal/ui/SearchBox.tsx'
import { countLeft, isNarrowed, NO_FILTERS, shortItems } from './model/filters.ts'
import { savedTotals } from './model/totals.ts'
import { BoardMenu } from './BoardMenu.tsx'
import { setFilters, useBoard, useDeferredBoard } from './board-store.ts'
import { ShareOut } from './ShareOut.tsx'
import { useIsPhone } from './use-is-phone.ts'
import segments from '#client/portal/ui/SegmentedToggle.module.css'
import styles from './BoardPage.module.css'

/** How much a filter leaves. The one counts items, the other lines, so the unit stands beside the number. */
const Count = ({ of: count, unit }: { of: number; unit: string }) => (
  <span className={styles.Count}>
    <b className="num">{grouped(count)}</b> <span>{count === 1 ? unit : `${unit}s`}</span>
  </span>
)

/** The heading: beside the way to the other screens, or on a phone below it. */
export const BoardTitle = () => <h1 className={styles.Title}>{PAGES['/board'].title}</h1>

/** What is shown, what is short, and the way to share it out. */
export function BoardToolbar() {
  const { isRead, index, drafts } = useDeferredBoard()
  const isPhone = useIsPhone()
  const filters = useBoard((board) => board.filters)
  const isSharing = useBoard((board) => board.sharing !== null)
  const short = useMemo(() => shortItems(index), [index])
  const left = useMemo(() => countLeft(index, filters, drafts), [index, filters, drafts])
  const { query, isShortOnly, isUndecidedOnly } = filters
  const units = useMemo(
    () => short.reduce((sum, item) => sum + savedTotals(index, item).short, 0),
    [short, index],
  )

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
      <button
        type="button"
        aria-pressed={isShortOnly}
        onClick={() => setFilters({ isShortOnly: !isShortOnly })}
      >
        <span>Short only {isRead && <Count of={left.short} unit="item" />}</span>
      </button>
      <button
        type="button"
        aria-pressed={isUndecidedOnly}
        onClick={() => setFilters({ isUndecidedOnly: !isUndecidedOnly })}
      >
        <span>Undecided only {isRead && <Count of={left.undecided} unit="line" />}</span>
      </button>
    </fieldset>
  )
  const search = (
    <SearchBox
      label="Search items or clubs"
      value={query}
      onChange={(text) => setFilters({ query: text })}
    />
  )
  if (isPhone)
    return (
      <header className={styles.Top} data-print="no">
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
    <header className={styles.Top} data-print="no">
      <EditionTape />
      {search}
      {filter}
      <section
        className={styles.ShortStrip}
        aria-label="What is short"
        data-short={units > 0 || undefined}
      >
        <p>
          {units > 0 ? (
            <>
              <b className="num">{grouped(units)}</b> {units === 1 ? 'piece' : 'pieces'} short
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
