import { useEffect, useState } from 'react'
import type { ClubCart } from '#client/lib/admin-lists.ts'
import { api, ApiError, call } from '#client/lib/api.ts'
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx'
import type { OrderLine } from '#src/contract/records.ts'

type DeleteCartDialogProps = {
  /** The cart that is to go; `null` while none is. */
  cart: ClubCart | null
  onDelete: (cart: ClubCart) => Promise<void>
  onClose: () => void
}

const sum = (lines: readonly OrderLine[], read: (line: OrderLine) => number) =>
  lines.reduce((total, line) => total + read(line), 0)

/** What the cart holds at this moment; `null` while that is not known. */
function useLines(userId: string | undefined): OrderLine[] | null {
  const [lines, setLines] = useState<OrderLine[] | null>(null)
  useEffect(() => {
    if (userId === undefined) return
    let wanted = true
    call(api.cart['cart-items-user']({ userId }).get()).then(
      (read) => wanted && setLines(read),
      // The numbers are a help; without them the question is still the same.
      () => undefined,
    )
    return () => {
      wanted = false
      setLines(null)
    }
  }, [userId])
  return lines
}

export function DeleteCartDialog({ cart, onDelete, onClose }: DeleteCartDialogProps) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const lines = useLines(cart?.user_id)

  function handleClose() {
    setError(null)
    onClose()
  }
  async function handleConfirm() {
    if (!cart) return
    setBusy(true)
    try {
      await onDelete(cart)
      handleClose()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      open={cart !== null}
      title="Delete cart"
      confirmLabel="Delete cart"
      loss
      busy={busy}
      error={error}
      onConfirm={() => void handleConfirm()}
      onCancel={handleClose}
    >
      {cart && (
        <p>
          The cart of <b>{cart.clubName}</b> leaves this list
          {lines &&
            `: ${lines.length} ${lines.length === 1 ? 'item' : 'items'}, ${sum(lines, (line) => line.ordered_quantity)} pieces, ${sum(lines, (line) => line.allotted_quantity)} given`}
          . What was given and not delivered goes back to the shelf.
        </p>
      )}
    </ConfirmDialog>
  )
}
