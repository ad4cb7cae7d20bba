import { useMemo, useState } from 'react'
import { Link, Redirect } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { createOrderList } from '#client/portal/admin/lists.ts'
import { api, call } from '#client/portal/api.ts'
import { type ClubOrder, toClubOrder } from '#client/portal/admin/club-order.ts'
import {
  ALLOTTED_FIELDS,
  toLineChanges,
  withLineChange,
} from '#client/portal/editing/line-changes.ts'
import { usePendingSave } from '#client/portal/editing/use-pending-save.ts'
import { DeleteDialog } from '#client/portal/admin/DeleteDialog.tsx'
import { DownloadButton } from '#client/portal/admin/DownloadButton.tsx'
import { EditedTable } from '#client/portal/editing/EditedTable.tsx'
import { LivePill } from '#client/portal/live/LivePill.tsx'
import { useEditedList } from '#client/portal/editing/use-edited-list.ts'
import { useSaving } from '#client/portal/editing/use-saving.ts'
import { LinkButton } from '#client/portal/ui/Button.tsx'
import { EmptyState } from '#client/portal/ui/EmptyState.tsx'
import { Screen } from '#client/portal/ui/Screen.tsx'
import type { LineChange, OrderLine } from '#src/contract/records.ts'
import { lineStatusLabel } from '#src/contract/statuses.ts'
import { orderColumns } from './order-columns.tsx'
import { toOrderSheet } from '#client/portal/admin/sheets.ts'

const WATCHED = [
  { word: 'required', read: (row: OrderLine) => row.ordered_quantity },
  { word: 'given', read: (row: OrderLine) => row.allotted_quantity },
  { word: 'status', read: (row: OrderLine) => lineStatusLabel(row.status) },
  { word: 'remarks', read: (row: OrderLine) => row.remarks },
]

const NOUNS = ['item', 'items'] as const

/** The items of one club; which one, it is told by navigation state. */
export function OrderItemsPage() {
  const order = toClubOrder(useHistoryState<unknown>())
  if (!order) return <Redirect to="/orders" replace />
  return <OrderItems key={order.cart_id} order={order} />
}

function OrderItems({ order }: { order: ClubOrder }) {
  const { user_id, cart_id, clubName, email } = order
  const list = useMemo(() => createOrderList(user_id), [user_id])
  const saves = usePendingSave<LineChange>(`order-items-save:${user_id}`)
  const table = useEditedList({
    list: list.use(),
    draftsName: `order-items:${user_id}`,
    fields: ALLOTTED_FIELDS,
    watched: WATCHED,
    nouns: NOUNS,
    locked: saves.locked,
  })
  const saving = useSaving({
    table,
    list,
    saves,
    toChanges: toLineChanges,
    write: (items, key) =>
      call(
        api.cart['update-multiple-cart-items'].put(
          { items },
          { headers: { 'idempotency-key': key } },
        ),
      ),
    withChange: withLineChange,
  })
  const [doomed, setDoomed] = useState<OrderLine | null>(null)

  const remove = ({ _id }: OrderLine) =>
    list.own(
      (row) => row._id === _id,
      call(api.cart['remove-item']({ cartId: cart_id })({ itemName: _id }).delete()),
    )

  const required = table.rows.reduce((sum, row) => sum + row.ordered_quantity, 0)
  const given = table.rows.reduce((sum, row) => sum + row.allotted_quantity, 0)
  return (
    <Screen
      title={clubName}
      named
      note={
        table.phase === 'ready' && (
          <>
            {email} · {table.rows.length} {table.rows.length === 1 ? 'item' : 'items'},{' '}
            <b className="num">{given}</b> of <b className="num">{required}</b> given
          </>
        )
      }
      actions={
        <>
          <LivePill />
          <DownloadButton toSheet={() => toOrderSheet(clubName, table.rows)} />
          <Link href="/orders" asChild>
            <LinkButton size="small" icon="left">
              Back to Orders
            </LinkButton>
          </Link>
        </>
      }
    >
      <EditedTable
        label={`Items of ${clubName}`}
        table={table}
        saving={saving}
        columns={orderColumns(table, saving, setDoomed)}
        stackBelow={75}
        onRetry={() => void list.reload()}
        empty={
          <EmptyState
            title="This club has no items"
            action={
              <Link href="/orders" asChild>
                <LinkButton variant="primary">Back to Orders</LinkButton>
              </Link>
            }
          >
            They were deleted, or the club has not ordered anything yet.
          </EmptyState>
        }
      />
      <DeleteDialog
        target={doomed}
        title="Confirm Delete"
        confirmLabel="Yes, Delete"
        remove={remove}
        onRemoved={({ _id }) => table.take(_id, list)}
        onClose={() => setDoomed(null)}
      >
        <p>Are you sure you want to delete this item?</p>
        {doomed && (
          <p>
            <b>{doomed.itemName}</b>, {doomed.ordered_quantity} asked, {doomed.allotted_quantity}{' '}
            given.
          </p>
        )}
      </DeleteDialog>
    </Screen>
  )
}
