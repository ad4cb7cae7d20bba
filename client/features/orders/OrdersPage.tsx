import { useState } from 'react'
import { Link } from 'wouter'
import { type ClubCart, clubList } from '#client/lib/admin-lists.ts'
import { PAGES } from '#client/lib/pages.ts'
import { PAGE_SIZE } from '#client/lib/use-list-view.ts'
import { Freshness } from '#client/shell/Freshness.tsx'
import { LivePill } from '#client/shell/LivePill.tsx'
import { idOf, useLiveView } from '#client/shell/use-live-view.ts'
import { LinkButton } from '#client/ui/Button.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ListBody } from '#client/ui/ListBody.tsx'
import { NewRows } from '#client/ui/NewRows.tsx'
import { Pager } from '#client/ui/Pager.tsx'
import { Screen, Toolbar } from '#client/ui/Screen.tsx'
import { SearchBox } from '#client/ui/SearchBox.tsx'
import { Spoken } from '#client/ui/Spoken.tsx'
import { Table } from '#client/ui/Table.tsx'
import { showToast } from '#client/ui/toast.ts'
import { clubColumns } from './club-columns.tsx'
import { DeleteCartDialog } from './DeleteCartDialog.tsx'
import { useArrivals } from './use-arrivals.ts'

const WATCHED = [
  { word: 'club', read: (row: ClubCart) => row.clubName },
  { word: 'coordinator', read: (row: ClubCart) => row.cordName },
  { word: 'contact', read: (row: ClubCart) => row.contact },
]

const NOUNS = ['order', 'orders'] as const
const nameOf = ({ clubName, email }: ClubCart) => `${clubName} ${email}`

export function OrdersPage() {
  const table = useLiveView({ list: clubList.use(), nameOf, watched: WATCHED, nouns: NOUNS })
  const { view, places } = table
  const arrivals = useArrivals(table.phase === 'ready' ? table.rows : null)
  const [doomed, setDoomed] = useState<ClubCart | null>(null)

  function handleShow() {
    places.release()
    const [first] = arrivals.ids
    arrivals.markSeen()
    if (first) table.reveal(first)
  }
  function handleDeleted(cart: ClubCart) {
    table.take(cart._id, clubList)
    showToast(`Cart of ${cart.clubName} deleted`)
  }

  return (
    <Screen
      title={PAGES['/orders'].title}
      actions={
        <>
          <LivePill />
          <Link href="/inventoryadp" asChild>
            <LinkButton size="small" icon="left">
              Back to Home
            </LinkButton>
          </Link>
        </>
      }
    >
      <Toolbar>
        <SearchBox label="Search clubs" value={view.query} onChange={view.setQuery} />
        <NewRows count={arrivals.ids.length} nouns={NOUNS} onShow={handleShow} />
      </Toolbar>
      <Freshness confirmedAt={table.confirmedAt} />
      <ListBody
        phase={table.phase}
        noun="orders"
        total={places.rows.length}
        found={table.found}
        query={view.query}
        onClearSearch={() => view.setQuery('')}
        onRetry={() => void clubList.reload()}
        empty={
          <EmptyState title="No orders yet">
            A club appears here as soon as it has placed an order.
          </EmptyState>
        }
      >
        <div {...places.hand}>
          <Table
            label="Orders by club"
            columns={clubColumns(table, setDoomed)}
            rows={table.shown}
            idOf={idOf}
            toneOf={table.toneOf}
            underToolbar
          />
          <Pager
            noun="orders"
            page={table.page}
            pageSize={PAGE_SIZE}
            total={table.found}
            onPage={view.setPage}
          />
        </div>
      </ListBody>
      <DeleteCartDialog cart={doomed} onDeleted={handleDeleted} onClose={() => setDoomed(null)} />
      <Spoken {...table.news.spoken} />
    </Screen>
  )
}
