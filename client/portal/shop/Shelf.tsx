import { counted } from '#src/rules/number-text.ts'
import { useLiveList } from '#client/portal/data/live-query.ts'
import { usePinnedRows } from '#client/portal/lists/use-pinned-rows.ts'
import { createSearch } from '#src/rules/search.ts'
import { Banner } from '#client/portal/ui/Banner.tsx'
import { Button } from '#client/portal/ui/Button.tsx'
import { EmptyState } from '#client/portal/ui/EmptyState.tsx'
import { ErrorPanel } from '#client/portal/ui/ErrorPanel.tsx'
import { Skeleton } from '#client/portal/ui/Skeleton.tsx'
import type { CatalogueItem } from '#src/contract/records.ts'
import { ItemCard } from './ItemCard.tsx'
import { catalogue } from './lists.ts'
import styles from './Shelf.module.css'

export type ShelfView = 'grid' | 'list'

type ShelfProps = {
  isLoading: boolean
  view: ShelfView
  query: string
  onClearSearch: () => void
  onAddCustom: (name: string) => void
}

const idOf = ({ _id }: CatalogueItem) => _id

export function Shelf({ isLoading, view, query, onClearSearch, onAddCustom }: ShelfProps) {
  const { phase, rows, reload } = useLiveList(catalogue)
  const places = usePinnedRows(rows, idOf)
  const isFound = createSearch(query)
  const found = places.rows.filter(({ itemName }) => isFound(itemName))

  if (isLoading) return <Skeleton label="Loading items" rows={8} wholeScreen />
  if (phase === 'failed')
    return (
      <ErrorPanel title="Failed to fetch items" onRetry={reload}>
        Your cart is kept.
      </ErrorPanel>
    )
  return (
    <section aria-labelledby="shelf-heading" data-print="no">
      <h2 id="shelf-heading" className="sr">
        Items
      </h2>
      <output className="sr">{query && `${counted(found.length, 'item')} found`}</output>
      {rows.length === 0 && (
        <EmptyState
          title="No items yet"
          action={<Button onClick={() => onAddCustom('')}>Add Custom Item</Button>}
        >
          The department has put nothing on the shelf. You can order items of your own.
        </EmptyState>
      )}
      {rows.length > 0 && found.length === 0 && (
        <EmptyState
          title={`No items match “${query.trim()}”`}
          action={
            <div className="choices">
              <Button onClick={onClearSearch}>Clear search</Button>
              <Button icon="plus" onClick={() => onAddCustom(query.trim())}>
                Add it as a custom item
              </Button>
            </div>
          }
        >
          Look for a shorter part of the name, or add it as an item of your own.
        </EmptyState>
      )}
      {found.length > 0 && (
        <ul className={styles.Shelf} data-view={view} {...places.hoverProps}>
          {found.map((item) => (
            <ItemCard key={item._id} item={item} gone={places.gone.has(item._id)} />
          ))}
        </ul>
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
          {places.waiting > 0 && `${counted(places.waiting, 'item')} came into the list.`}
        </Banner>
      </div>
    </section>
  )
}
