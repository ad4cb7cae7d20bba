import type { ClubCart } from './lists.ts'
import { api, call } from '#client/portal/data/api.ts'
import { write } from '#client/portal/data/live-query.ts'
import { counted } from '#src/rules/number-text.ts'
import { DeleteDialog } from './DeleteDialog.tsx'

type DeleteCartDialogProps = {
  cart: ClubCart | null
  onDeleted: (cart: ClubCart, reply: { batch?: string }) => void
  onClose: () => void
}

const remove = (cart: ClubCart, query: { reason?: string }) =>
  write(
    call(api.cart['remove-cart']({ cart_id: cart.cart_id }).delete({}, { query }), { message: '' }),
    ({ _id }) => _id === cart._id,
  )

export function DeleteCartDialog({ cart, onDeleted, onClose }: DeleteCartDialogProps) {
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
          This deletes the order of <b>{cart.clubName}</b> ({cart.email}):{' '}
          {counted(cart.lines, 'item')}, {cart.asked} pieces, {cart.given} given. What was given and
          not delivered goes back to the shelf.
        </p>
      )}
    </DeleteDialog>
  )
}
