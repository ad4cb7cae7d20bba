import { type ReactNode, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { grouped } from '#src/rules/number-text.ts'
import { IconButton } from '#client/shared/IconButton.tsx'
import { PAGES } from '#client/shared/pages.ts'
import { SearchBox } from '#client/portal/ui/SearchBox.tsx'
import {
  countUndecided,
  type Filters,
  isNarrowed,
  NO_FILTERS,
  shortItems,
} from './model/filters.ts'
import { savedTotals } from './model/totals.ts'
import { BoardMenu } from './BoardMenu.tsx'
import { useDeferredBoard } from './board-store.ts'
import styles from './BoardPage.module.css'

export type FilterProps = {
  filters: Filters
  onChange: (change: Partial<Filters>) => void
}

type ToolbarProps = FilterProps & {
  isPhone: boolean
  /** The button beside the number of missing pieces; nothing while the panel is open. */
  share: ReactNode
}

/** How much a filter leaves. The one counts items, the other lines, so the unit stands beside the number. */
const Count = ({ of: count, unit }: { of: number; unit: string }) => (
  <span className={styles.Count}>
    <b className="num">{grouped(count)}</b> <span>{count === 1 ? unit : `${unit}s`}</span>
  </span>
)

/** The heading: beside the way to the other screens, or on a phone below it. */
export const BoardTitle = () => <h1 className={styles.Title}>{PAGES['/board'].title}</h1>

/** What is shown, what is short, and the way to share it out. */
export function BoardToolbar({ filters, onChange, isPhone, share }: ToolbarProps) {
  const { isRead, index, drafts } = useDeferredBoard()
  const short = useMemo(() => shortItems(index), [index])
  const undecided = useMemo(() => countUndecided(index, drafts), [index, drafts])
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
    if (isFiltering) onChange(NO_FILTERS)
    else box.current?.querySelector('input')?.focus()
  }
  const filter = (
    <fieldset className={styles.Filter}>
      <legend className="sr">Show</legend>
      <button
        type="button"
        aria-pressed={isShortOnly}
        onClick={() => onChange({ isShortOnly: !isShortOnly })}
      >
        Short only {isRead && <Count of={short.length} unit="item" />}
      </button>
      <button
        type="button"
        aria-pressed={isUndecidedOnly}
        onClick={() => onChange({ isUndecidedOnly: !isUndecidedOnly })}
      >
        Undecided only {isRead && <Count of={undecided} unit="line" />}
      </button>
    </fieldset>
  )
  const search = (
    <SearchBox
      label="Search items or clubs"
      value={query}
      onChange={(text) => onChange({ query: text })}
    />
  )
  if (isPhone)
    return (
      <header className={styles.Top} data-print="no">
        <BoardTitle />
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
        {share}
      </section>
    </header>
  )
}
