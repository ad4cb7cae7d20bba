import { Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import { useItemLedger } from './use-item-ledger.tsx'
import { stockList } from '#client/portal/orders/lists.ts'
import { mayDo, useSession } from '#client/shared/session.ts'
import { useDrafts } from '#client/portal/drafts/use-drafts.ts'
import { late } from '#client/portal/app/late.tsx'
import { useLiveView } from '#client/portal/lists/use-live-view.ts'
import { LinkButton } from '#client/portal/app/LinkButton.tsx'
import { ListBody } from '#client/portal/lists/ListBody.tsx'
import { NewRows } from '#client/portal/lists/NewRows.tsx'
import { AdminScreen } from '#client/portal/app/AdminScreen.tsx'
import { Toolbar } from '#client/portal/ui/Screen.tsx'
import { SearchBox } from '#client/portal/ui/SearchBox.tsx'
import { Spoken } from '#client/portal/ui/Spoken.tsx'
import type { StockItem } from '#src/contract/records.ts'
import { AddItem } from './AddItem.tsx'
import { EditItemDialog } from './EditItemDialog.tsx'
import { ITEM_FIELDS } from './item-fields.ts'
import { ItemCard } from './ItemCard.tsx'
import { HeldBar } from '#client/portal/ordering/HeldBar.tsx'
import { HoldSwitch } from '#client/portal/ordering/HoldSwitch.tsx'
import { OrderingLever } from '#client/portal/ordering/OrderingLever.tsx'
import { SET_TIMES_ID } from '#client/portal/ordering/OrderingTimes.tsx'
import { OrderingTimesForm } from '#client/portal/ordering/OrderingTimesForm.tsx'
import styles from './StockPage.module.css'
import { AdminLinks } from './AdminLinks.tsx'
import { WaitingNote } from './WaitingNote.tsx'

const PasteFirst = late(() => import('./sheet/PasteFirst.tsx'))

const WATCHED = Object.values(ITEM_FIELDS)
/** Both are found by the search. */
const nameOf = ({ itemName, place }: StockItem) => `${itemName}\n${place}`

export function StockPage() {
  const user = useSession()?.user
  const stock = useLiveView({
    query: stockList,
    nameOf,
    watched: WATCHED,
    noun: 'item',
  })
  const { view, places, news } = stock
  const edits = useDrafts({
    name: 'stock',
    fields: ITEM_FIELDS,
    rows: stock.phase === 'ready' ? stock.rows : null,
  })
  // Opens the edit again that a reload or a new sign-in interrupted.
  const [editedId, setEditedId] = useState(() => Object.keys(edits.drafts)[0] ?? null)
  const edited = stock.rows.find(({ _id }) => _id === editedId) ?? null

  const [isSettingTimes, setSettingTimes] = useState(false)
  const ledger = useItemLedger()

  function closeTimes() {
    flushSync(() => setSettingTimes(false))
    document.getElementById(SET_TIMES_ID)?.focus()
  }

  /** The focus stays in the form, for the next item. */
  function handleAdded(id: string) {
    places.release()
    stock.reveal(id, { focus: false })
  }

  return (
    <AdminScreen
      note={
        <>
          Hello, <b>{user?.cordName}</b>
        </>
      }
    >
      <HeldBar />
      {mayDo('people.manage') && <WaitingNote />}
      <div className={styles.Board}>
        <div className={`stack ${styles.Switches}`}>
          {mayDo('ordering.switch') && <OrderingLever onSetTimes={() => setSettingTimes(true)} />}
          {mayDo('orders.announce') && <HoldSwitch />}
        </div>
        <AdminLinks />
      </div>
      {isSettingTimes && <OrderingTimesForm onClose={closeTimes} />}
      <Toolbar
        end={
          <LinkButton href="/stocksheet" size="small">
            Stock sheet
          </LinkButton>
        }
      >
        <SearchBox label="Search items or places" value={view.query} onChange={view.setQuery} />
        <NewRows count={places.waiting} noun="item" onShow={places.release} />
      </Toolbar>
      <h2 className="sr">Items</h2>
      <ListBody
        list={stock}
        noun="items"
        // The form for a new item counts as a row: an empty list shows it too.
        total={places.rows.length + 1}
        found={view.query.trim() === '' ? stock.found + 1 : stock.found}
        query={view.query}
        onClearSearch={() => view.setQuery('')}
      >
        {places.rows.length === 0 && (
          <Suspense>
            <PasteFirst />
          </Suspense>
        )}
        <div className={styles.Room}>
          <ul className={styles.Shelf} {...places.hoverProps}>
            <AddItem isMain={!isSettingTimes} onAdded={handleAdded} />
            {stock.matching.map((item) => (
              <ItemCard
                key={item._id}
                item={item}
                tone={stock.toneOf(item)}
                news={news.wordsOf(item._id)}
                unsaved={item._id in edits.drafts}
                onEdit={setEditedId}
                onOpenLedger={ledger.open}
              />
            ))}
          </ul>
        </div>
      </ListBody>
      {ledger.drawer}
      {edited && <EditItemDialog item={edited} edits={edits} onClose={() => setEditedId(null)} />}
      <Spoken {...news.spoken} />
    </AdminScreen>
  )
}
