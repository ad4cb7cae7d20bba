import { useMemo } from 'react'
import type { BoardItem } from '#src/contract/board.ts'
import { grouped } from '#src/rules/number-text.ts'
import { PAGES } from '#client/shared/pages.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { SearchBox } from '#client/portal/ui/SearchBox.tsx'
import { useDesk } from './desk.ts'
import { countUndecided, type Filters, shortItems } from './model/filters.ts'
import { savedTotals } from './model/totals.ts'
import { SeldomNeeded } from './SeldomNeeded.tsx'
import { ShortItems } from './ShortItems.tsx'
import { useSums } from './use-sums.ts'
import styles from './Board.late.module.css'

/** What is shared out: one item, or several, each for itself. */
export type Sharing = { items: readonly BoardItem[]; title: string }

export type TopProps = {
  filters: Filters
  onChange: (change: Partial<Filters>) => void
}

type SharingTopProps = TopProps & {
  isPhone: boolean
  isSharing: boolean
  onShare: (sharing: Sharing) => void
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
export function Top({ filters, onChange, isPhone, isSharing, onShare }: SharingTopProps) {
  const { index, drafts } = useSums()
  const short = useMemo(
    () =>
      index
        ? shortItems(index).map((item) => ({
            id: item._id,
            name: item.itemName,
            units: savedTotals(index, item).short,
          }))
        : [],
    [index],
  )
  const undecided = useMemo(() => (index ? countUndecided(index, drafts) : 0), [index, drafts])
  const { query, isShortOnly, isUndecidedOnly } = filters
  const isNarrowed = query.trim() !== '' || isShortOnly || isUndecidedOnly
  const units = short.reduce((sum, item) => sum + item.units, 0)

  function handleShare() {
    const { view, index: now } = useDesk.getState()
    if (!now) return
    if (isNarrowed) {
      onShare({ items: view.items, title: 'what is shown' })
      return
    }
    // What is shared out is what one sees.
    onChange({ isShortOnly: true })
    onShare({ items: shortItems(now), title: 'what is short' })
  }

  return (
    <header className={styles.Top} data-print="no">
      {isPhone && (
        <>
          <BoardTitle />
          <SeldomNeeded hasKeys={false} />
        </>
      )}
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
          Short only {index && <Count of={short.length} unit="item" />}
        </button>
        <button
          type="button"
          aria-pressed={isUndecidedOnly}
          onClick={() => onChange({ isUndecidedOnly: !isUndecidedOnly })}
        >
          Undecided only {index && <Count of={undecided} unit="line" />}
        </button>
      </fieldset>
      {/* On a phone the panel for sharing takes the place of the strip that opens it. */}
      {!(isPhone && isSharing) && (
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
              index && 'Nothing is short'
            )}
          </p>
          {!isPhone && !isNarrowed && (
            <ShortItems items={short} onMore={() => onChange({ isShortOnly: true })} />
          )}
          {(units > 0 || isNarrowed) && (
            <Button size="small" icon="share" onClick={handleShare}>
              Share out {isNarrowed ? 'what is shown' : <span className="sr">what is short</span>}
            </Button>
          )}
        </section>
      )}
    </header>
  )
}
