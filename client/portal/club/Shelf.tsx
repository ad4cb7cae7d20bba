import { useLiveList } from '#client/portal/data/live-query.ts'
import { usePinnedRows } from '#client/portal/live/use-pinned-rows.ts'
import { useGradually } from '#client/portal/editing/use-gradually.ts'
import { matchesSearch } from '#client/portal/ui/use-list-view.ts'
import { Freshness } from '#client/portal/live/Freshness.tsx'
import { Banner } from '#client/portal/ui/Banner.tsx'
import { Button } from '#client/portal/ui/Button.tsx'
import { EmptyState } from '#client/portal/ui/EmptyState.tsx'
import { ErrorPanel } from '#client/portal/ui/ErrorPanel.tsx'
import { Skeleton, useSteadyLoading } from '#client/portal/ui/Skeleton.tsx'
import type { CatalogueItem } from '#src/contract/records.ts'
import { ItemCard } from './ItemCard.tsx'
import { catalogue } from './lists.ts'
import styles from './Shelf.module.css'
import { toItems } from './words.ts'

export type ShelfView = 'grid' | 'list'

type ShelfProps = {
  view: ShelfView
  query: string
  onClearSearch: () => void
  onAddCustom: () => void
}

/** Cards of one group; the stylesheet reckons with twelve. */
const GROUP_SIZE = 12

const inGroups = <Row,>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / GROUP_SIZE) }, (_, group) =>
    rows.slice(group * GROUP_SIZE, (group + 1) * GROUP_SIZE),
  )

const idOf = ({ _id }: CatalogueItem) => _id

/** The items that can be ordered, as a grid or a list. */
export function Shelf({ view, query, onClearSearch, onAddCustom }: ShelfProps) {
  const { phase, rows, confirmedAt, reload } = useLiveList(catalogue)
  const places = usePinnedRows(rows, idOf)
  const isLoading = useSteadyLoading(phase === 'loading')
  const found = places.rows.filter(({ itemName }) => matchesSearch(itemName, query))
  const drawn = useGradually({ wanted: found, view: query, idOf })
  const isDrawn = new Set(drawn.rows)

  if (isLoading) return <Skeleton label="Loading items" rows={8} wholeScreen />
  if (phase === 'failed')
    return (
      <ErrorPanel title="Failed to fetch items" onRetry={reload}>
        Your cart is kept.
      </ErrorPanel>
    )
  return (
    <section className={styles.Room} aria-labelledby="shelf-heading" data-print="no">
      <h2 id="shelf-heading" className="sr">
        Items
      </h2>
      <Freshness confirmedAt={confirmedAt} />
      <output className="sr">{query && `${toItems(found.length)} found`}</output>
      {rows.length === 0 && (
        <EmptyState
          title="No items yet"
          action={<Button onClick={onAddCustom}>Add Custom Item</Button>}
        >
          The department has put nothing on the shelf. You can order items of your own.
        </EmptyState>
      )}
      {rows.length > 0 && found.length === 0 && (
        <EmptyState
          title={`No items match “${query.trim()}”`}
          action={<Button onClick={onClearSearch}>Clear search</Button>}
        >
          Look for a shorter part of the name, or add your own item.
        </EmptyState>
      )}
      {places.rows.length > 0 && (
        <div
          className={styles.Shelf}
          hidden={found.length === 0}
          data-view={view}
          data-searched={found.length < places.rows.length || undefined}
          {...places.hoverProps}
        >
          {inGroups(places.rows).map((items, group) => (
            <ul
              key={group}
              className={styles.Group}
              data-whole={items.length === GROUP_SIZE || undefined}
              hidden={!items.some((item) => isDrawn.has(item))}
            >
              {items.map((item) => (
                <ItemCard
                  key={item._id}
                  item={item}
                  gone={places.gone.has(item._id)}
                  hidden={!isDrawn.has(item)}
                />
              ))}
            </ul>
          ))}
        </div>
      )}
      <div className={styles.Waiting}>
        <Banner
          tone="news"
          icon="live"
          action={
            <Button size="small" onClick={places.release}>
              Show
            </Button>
          }
        >
          {places.waiting > 0 && `${toItems(places.waiting)} came into the list.`}
        </Banner>
      </div>
    </section>
  )
}
