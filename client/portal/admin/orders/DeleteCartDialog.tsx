import { useEffect, useState } from 'react'
import { type ClubCart, clubList } from '#client/portal/admin/lists.ts'
import { api, call } from '#client/portal/api.ts'
import { DeleteDialog } from '#client/portal/admin/DeleteDialog.tsx'
import type { OrderLine } from '#src/contract/records.ts'

type DeleteCartDialogProps = {
  /** The cart to delete; `null` closes the dialog. */
  cart: ClubCart | null
  onDeleted: (cart: ClubCart, reply: { batch?: string }) => void
  onClose: () => void
}

const sum = (lines: readonly OrderLine[], read: (line: OrderLine) => number) =>
  lines.reduce((total, line) => total + read(line), 0)

const countIn = (lines: readonly OrderLine[]) =>
  `${lines.length} ${lines.length === 1 ? 'item' : 'items'}, ` +
  `${sum(lines, (line) => line.ordered_quantity)} pieces, ` +
  `${sum(lines, (line) => line.allotted_quantity)} given`

/** The present lines of the cart; `null` until they are read. */
function useLines(userId: string | undefined): OrderLine[] | null {
  const [lines, setLines] = useState<OrderLine[] | null>(null)
  useEffect(() => {
    if (userId === undefined) return
    let wanted = true
    call(api.cart['cart-items-user']({ userId }).get()).then(
      (read) => wanted && setLines(read),
      // The dialog works without the numbers.
      () => undefined,
    )
    return () => {
      wanted = false
      setLines(null)
    }
  }, [userId])
  return lines
}

const remove = (cart: ClubCart, query: { reason?: string }) =>
  clubList.own(
    ({ _id }) => _id === cart._id,
    call(api.cart['remove-cart']({ cart_id: cart.cart_id }).delete({}, { query })),
  )

export function DeleteCartDialog({ cart, onDeleted, onClose }: DeleteCartDialogProps) {
  const lines = useLines(cart?.user_id)
  return (
    <DeleteDialog
      target={cart}
      title="Delete cart"
      confirmLabel="Delete cart"
      remove={remove}
      onRemoved={onDeleted}
      onClose={onClose}
    >
      {cart && (
        <p>
          The cart of <b>{cart.clubName}</b> ({cart.email}) leaves this list
          {lines && `: ${countIn(lines)}`}. What was given and not delivered goes back to the shelf.
        </p>
      )}
    </DeleteDialog>
  )
}
