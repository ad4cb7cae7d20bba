import { useState } from 'react'
import { api, ApiError, call } from '#client/portal/api.ts'
import { ordering } from '#client/portal/live/ordering.ts'
import { ErrorPanel } from '#client/portal/ui/ErrorPanel.tsx'
import { Lever } from '#client/portal/ui/Lever.tsx'
import { Skeleton } from '#client/portal/ui/Skeleton.tsx'
import { offerUndo, showFailure } from '#client/portal/ui/toast.ts'

const wordsFor = (isDisabled: boolean) => (isDisabled ? 'Orders Disabled' : 'Orders Enabled')

/** Shows the new state at once, and the old one again when the server refuses. */
async function setOrdering(isConfirmDisabled: boolean): Promise<boolean> {
  ordering.apply((shown) => ({ ...shown, isConfirmDisabled }))
  try {
    const answer = await call(api.cart['confirm-disabled'].put({ isConfirmDisabled }))
    ordering.apply((shown) => ({ ...shown, isConfirmDisabled: answer.isConfirmDisabled }))
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    ordering.apply((shown) => ({ ...shown, isConfirmDisabled: !isConfirmDisabled }))
    showFailure(`Still ${wordsFor(!isConfirmDisabled)}. ${error.message}`)
    void ordering.reload()
    return false
  }
}

/** The ordering switch: it works at one press, and a toast offers Undo. */
export function OrderingLever() {
  const { phase, value } = ordering.use()
  const [busy, setBusy] = useState(false)

  async function handlePress(isDisabled: boolean) {
    setBusy(true)
    const done = await setOrdering(isDisabled)
    setBusy(false)
    if (done) offerUndo(wordsFor(isDisabled), () => void setOrdering(!isDisabled), 'ordering')
  }

  if (phase === 'failed')
    return (
      <ErrorPanel
        title="Failed to read the ordering switch"
        onRetry={() => void ordering.reload()}
      />
    )
  if (!value) return <Skeleton label="Loading the ordering switch" rows={2} />
  const isDisabled = value.isConfirmDisabled
  return (
    <Lever
      checked={!isDisabled}
      label={wordsFor(isDisabled)}
      note={
        isDisabled
          ? 'Clubs can fill their carts but not order. Switching on reaches every open page at once.'
          : 'Clubs can place orders. Switching off reaches every open page at once.'
      }
      busy={busy}
      onPress={() => void handlePress(!isDisabled)}
    />
  )
}
