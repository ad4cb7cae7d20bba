import { useState } from 'react'
import { Redirect, useSearchParams } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { type ClubCart, clubList, orderAddress, orderList } from './lists.ts'
import { ListBody } from '#client/portal/lists/ListBody.tsx'
import { isRecord } from '#client/shared/storage.ts'
import { api, call } from '#client/portal/data/api.ts'
import { useLiveList } from '#client/portal/data/live-query.ts'
import {
  isWrongLine,
  ORDER_LINE_FIELDS,
  saveLines,
  toLineChanges,
  watchedLine,
} from '#client/portal/drafts/line-changes.ts'
import { DeleteDialog } from './DeleteDialog.tsx'
import { useLineHistory } from '#client/portal/history/use-line-history.tsx'
import { EditedTable } from '#client/portal/drafts/EditedTable.tsx'
import { Button } from '#client/portal/ui/Button.tsx'
import { Numbers } from '#client/portal/ui/Numbers.tsx'
import { EmptyState } from '#client/portal/ui/EmptyState.tsx'
import type { OrderLine } from '#src/contract/records.ts'
import { orderColumns } from './order-columns.tsx'
import { counted, grouped } from '#src/rules/number-text.ts'
import { countOrder } from '#src/rules/order-counts.ts'
import { LateLineDialog } from './LateLineDialog.tsx'
import { openLateLine } from './late-line.ts'
import { HeldBar } from '#client/portal/ordering/HeldBar.tsx'
import { LinkButton } from '#client/portal/app/LinkButton.tsx'
import { AdminScreen } from '#client/portal/app/AdminScreen.tsx'
import { useEditedList } from '#client/portal/drafts/use-edited-list.ts'
import { toOrderSheet } from './sheets.ts'

const BACK = { href: '/orders', label: 'Back to Orders' }

/** The order of the club that the address names. A navigation state with its `user_id` leads to that address. */
export default function OrderItemsPage() {
  const [params] = useSearchParams()
  const state = useHistoryState<unknown>()
  const userId = params.get('club')
  if (userId !== null) return <ClubOrder key={userId} userId={userId} />
  const isNamed = isRecord(state) && typeof state.user_id === 'string'
  return <Redirect to={isNamed ? orderAddress(String(state.user_id)) : '/orders'} replace />
}

function ClubOrder({ userId }: { userId: string }) {
  const clubs = useLiveList(clubList)
  const [club, setClub] = useState<ClubCart | null>(null)
  const found = clubs.rows.find(({ user_id }) => user_id === userId)
  // The page stays when its order is deleted meanwhile, and says so.
  if (found && found !== club) setClub(found)
  if (club) return <OrderItems club={club} />
  if (clubs.phase === 'ready' && !found) return <Redirect to="/orders" replace />
  return (
    <AdminScreen back={BACK}>
      <ListBody list={clubs} noun="items" />
    </AdminScreen>
  )
}

function OrderItems({ club }: { club: ClubCart }) {
  const { user_id, cart_id, clubName, email } = club
  const table = useEditedList({
    list: orderList(user_id),
    draftsName: `order-items:${user_id}`,
    fields: ORDER_LINE_FIELDS,
    watched: watchedLine('required', 'given'),
    saveName: `order-items-save:${user_id}`,
    isWrong: isWrongLine,
    toChanges: toLineChanges,
    save: saveLines,
  })
  const history = useLineHistory(table)
  const [toDelete, setToDelete] = useState<OrderLine | null>(null)

  function dialogFor({ _id, itemName, ordered_quantity, allotted_quantity }: OrderLine) {
    const line = api.cart['remove-item']({ cartId: cart_id })({ itemName: _id })
    return (
      <DeleteDialog
        title="Confirm Delete"
        confirmLabel="Yes, Delete"
        what={itemName}
        id={_id}
        list={table}
        remove={(query) => call(line.delete({}, { query }), { message: '' })}
        onClose={() => setToDelete(null)}
      >
        <p>Are you sure you want to delete this item?</p>
        <p>
          <b>{itemName}</b>, {ordered_quantity} asked, {allotted_quantity} given.
        </p>
      </DeleteDialog>
    )
  }

  const { asked, given } = countOrder(table.rows)
  return (
    <AdminScreen
      title={clubName}
      named
      note={
        table.phase === 'ready' ? (
          <>
            {email} · {counted(table.rows.length, 'item')},{' '}
            <Numbers in={`${grouped(given)} of ${grouped(asked)} given`} />
          </>
        ) : (
          `${email} · its items are loading`
        )
      }
      toSheet={table.phase === 'ready' ? () => toOrderSheet(clubName, table.rows) : null}
      back={BACK}
      action={
        <Button
          right="orders.late"
          size="small"
          icon="plus"
          aria-haspopup="dialog"
          onClick={() => openLateLine({ userId: user_id, clubName, itemId: null, asked: 1 })}
        >
          Add to Order
        </Button>
      }
    >
      <HeldBar />
      <EditedTable
        label={`Items of ${clubName}`}
        table={table}
        columns={orderColumns(table, history.open, setToDelete)}
        stackBelow={75}
        empty={
          <EmptyState
            title="This club has no items"
            action={
              <LinkButton href="/orders" variant="primary">
                Back to Orders
              </LinkButton>
            }
          >
            They were deleted, or the club has not ordered anything yet.
          </EmptyState>
        }
      />
      {history.drawer}
      <LateLineDialog />
      {toDelete && dialogFor(toDelete)}
    </AdminScreen>
  )
}
