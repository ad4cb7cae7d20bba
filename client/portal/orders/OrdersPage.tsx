import { useMemo, useState } from 'react'
import { type ClubCart, clubList } from './lists.ts'
import { api, call } from '#client/portal/data/api.ts'
import { PAGE_SIZE } from '#client/portal/lists/use-list-view.ts'
import { idOf, useLiveView } from '#client/portal/lists/use-live-view.ts'
import { LinkButton } from '#client/portal/app/LinkButton.tsx'
import { NothingOrdered } from '#client/portal/ordering/NothingOrdered.tsx'
import { HeldBar } from '#client/portal/ordering/HeldBar.tsx'
import { AdminScreen } from '#client/portal/app/AdminScreen.tsx'
import { ListBody } from '#client/portal/lists/ListBody.tsx'
import { NewRows } from '#client/portal/lists/NewRows.tsx'
import { Pager } from '#client/portal/ui/Pager.tsx'
import { Toolbar } from '#client/portal/ui/Screen.tsx'
import { SearchBox } from '#client/portal/ui/SearchBox.tsx'
import { Spoken } from '#client/portal/ui/Spoken.tsx'
import { InlineSelect } from '#client/portal/ui/InlineSelect.tsx'
import { type Sorting, Table } from '#client/portal/ui/Table.tsx'
import { useReader } from '#client/portal/history/use-reader.ts'
import styles from './OrdersPage.module.css'
import { counted } from '#src/rules/number-text.ts'
import { clubColumns } from './club-columns.tsx'
import { DeleteDialog } from './DeleteDialog.tsx'

const WATCHED = [
  { word: 'club', read: (row: ClubCart) => row.clubName },
  { word: 'coordinator', read: (row: ClubCart) => row.cordName },
  { word: 'contact', read: (row: ClubCart) => row.contact },
  { word: 'lines', read: (row: ClubCart) => row.lines },
  { word: 'asked', read: (row: ClubCart) => row.asked },
  { word: 'given', read: (row: ClubCart) => row.given },
  { word: 'ready', read: (row: ClubCart) => row.ready },
]

/** Compares texts as people do, and numbers the largest first at the first press. */
function comparing({ key, isDescending }: Sorting) {
  const by = key as keyof ClubCart
  const sign = isDescending ? -1 : 1
  return (a: ClubCart, b: ClubCart): number => {
    const [x, y] = [a[by] ?? '', b[by] ?? '']
    return sign * (typeof x === 'number' ? x - Number(y) : x.localeCompare(String(y)))
  }
}

/** The column that is not sorted from its largest value on. */
const FROM_A = 'clubName'
/** For lists without heads. */
const SORTS = [
  { value: '', label: 'First order first' },
  { value: 'clubName', label: 'By club' },
  ...(['lines', 'undecided', 'asked', 'given', 'ready'] satisfies (keyof ClubCart)[]).map(
    (value) => ({
      value,
      label: `Most ${value}`,
    }),
  ),
  { value: 'changed_at', label: 'Last change' },
]
const nameOf = ({ clubName, email }: ClubCart) => `${clubName} ${email}`

export function OrdersPage() {
  const [sorting, setSorting] = useState<Sorting | null>(null)
  const compare = useMemo(() => sorting && comparing(sorting), [sorting])
  const { now } = useReader()
  const table = useLiveView({
    query: clubList,
    nameOf,
    watched: WATCHED,
    noun: 'order',
    compare: compare ?? undefined,
  })
  const { view, places } = table
  /** The orders that were there when the page was opened, or that somebody has looked at since. */
  const [seen, setSeen] = useState<ReadonlySet<string> | null>(null)
  const ids = table.phase === 'ready' ? table.rows.map(idOf) : null
  if (ids && !seen) setSeen(new Set(ids))
  const newIds = seen ? (ids ?? []).filter((id) => !seen.has(id)) : []
  const [toDelete, setToDelete] = useState<ClubCart | null>(null)

  function sort(next: Sorting | null) {
    setSorting(next)
    places.release()
  }
  const sortBy = (key: string) => sort(key === '' ? null : { key, isDescending: key !== FROM_A })
  /** A second press on a head turns the order around, and a third one goes back to the first order. */
  function handleSort(key: string) {
    if (sorting?.key !== key) return sortBy(key)
    const isTurned = sorting.isDescending !== (key !== FROM_A)
    sort(isTurned ? null : { key, isDescending: !sorting.isDescending })
  }
  function handleShow() {
    places.release()
    setSeen(new Set(ids))
    const [first] = newIds
    if (first) table.reveal(first)
  }
  function dialogFor({ _id, cart_id, clubName, email, lines, asked, given }: ClubCart) {
    const cart = api.cart['remove-cart']({ cart_id })
    return (
      <DeleteDialog
        title="Delete cart"
        confirmLabel="Delete cart"
        what={`Cart of ${clubName}`}
        id={_id}
        list={table}
        remove={(query) => call(cart.delete({}, { query }), { message: '' })}
        onClose={() => setToDelete(null)}
      >
        <p>
          This deletes the order of <b>{clubName}</b> ({email}): {counted(lines, 'item')}, {asked}{' '}
          pieces, {given} given. What was given and not delivered goes back to the shelf.
        </p>
      </DeleteDialog>
    )
  }

  return (
    <AdminScreen>
      <HeldBar />
      <Toolbar>
        <SearchBox label="Search clubs" value={view.query} onChange={view.setQuery} />
        <div className={styles.SortBy}>
          <span aria-hidden="true">Sort by</span>
          <InlineSelect
            label="Sort by"
            value={sorting?.key ?? ''}
            options={SORTS}
            onChange={sortBy}
          />
        </div>
        <NewRows count={newIds.length} noun="order" onShow={handleShow} />
      </Toolbar>
      <ListBody
        list={table}
        noun="orders"
        total={places.rows.length}
        found={table.found}
        query={view.query}
        onClearSearch={() => view.setQuery('')}
        empty={
          <NothingOrdered action={<LinkButton href="/editions">Earlier editions</LinkButton>}>
            A club appears here as soon as it has placed an order.
          </NothingOrdered>
        }
      >
        <div {...places.hoverProps}>
          <Table
            label="Orders by club"
            columns={clubColumns(table, setToDelete, now)}
            {...(sorting && { sorting })}
            onSort={handleSort}
            stackBelow={80}
            rows={table.pageRows}
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
      {toDelete && dialogFor(table.rows.find(({ _id }) => _id === toDelete._id) ?? toDelete)}
      <Spoken {...table.news.spoken} />
    </AdminScreen>
  )
}
