import { type ClubCart, orderList } from './lists.ts'
import { api, call } from '#client/portal/data/api.ts'
import { useLiveList, write } from '#client/portal/data/live-query.ts'
import { DeleteDialog } from './DeleteDialog.tsx'
import type { OrderLine } from '#src/contract/records.ts'
import { counted } from '#src/rules/number-text.ts'

type DeleteCartDialogProps = {
  cart: ClubCart | null
  onDeleted: (cart: ClubCart, reply: { batch?: string }) => void
  onClose: () => void
}

const sum = (lines: readonly OrderLine[], read: (line: OrderLine) => number) =>
  lines.reduce((total, line) => total + read(line), 0)

const countIn = (lines: readonly OrderLine[]) =>
  `${counted(lines.length, 'item')}, ` +
  `${sum(lines, (line) => line.ordered_quantity)} pieces, ` +
  `${sum(lines, (line) => line.allotted_quantity)} given`

function Counts({ userId }: { userId: string }) {
  const { phase, rows } = useLiveList(orderList(userId))
  return phase === 'ready' && `: ${countIn(rows)}`
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
          This deletes the order of <b>{cart.clubName}</b> ({cart.email})
          <Counts userId={cart.user_id} />. What was given and not delivered goes back to the shelf.
        </p>
      )}
    </DeleteDialog>
  )
}
