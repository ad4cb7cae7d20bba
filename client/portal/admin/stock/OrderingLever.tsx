import { useState } from 'react'
import { api, ApiError, call } from '#client/portal/api.ts'
import { ordering, serverNow } from '#client/portal/ordering/ordering.ts'
import { useOrdering } from '#client/portal/ordering/use-ordering.ts'
import { OrderingTimes } from './OrderingTimes.tsx'
import { leverWords } from './times-words.ts'
import { ErrorPanel } from '#client/portal/ui/ErrorPanel.tsx'
import { Lever } from '#client/portal/ui/Lever.tsx'
import { Skeleton } from '#client/portal/ui/Skeleton.tsx'
import { offerUndo, showFailure } from '#client/portal/ui/toast.ts'

const wordsFor = (isDisabled: boolean) => (isDisabled ? 'Orders Disabled' : 'Orders Enabled')

/** Shows the new state at once, and the old one again when the server refuses. */
async function setOrdering(isConfirmDisabled: boolean): Promise<boolean> {
  const turn = { isConfirmDisabled, turnedAt: new Date(serverNow()).toISOString() }
  ordering.apply((state) => ({ ...state, ...turn, turnedBy: 'person' }))
  try {
    const answer = await call(api.cart['confirm-disabled'].put({ isConfirmDisabled }))
    ordering.apply((state) => ({ ...state, isConfirmDisabled: answer.isConfirmDisabled }))
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    ordering.apply((state) => ({ ...state, isConfirmDisabled: !isConfirmDisabled }))
    showFailure(`Still ${wordsFor(!isConfirmDisabled)}. ${error.message}`)
    void ordering.reload()
    return false
  }
}

/** The ordering switch: it works at one press, and a toast offers Undo. Below it stand its times. */
export function OrderingLever({ onSetTimes }: { onSetTimes: () => void }) {
  const { phase } = ordering.use()
  const shown = useOrdering()
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
  if (!shown) return <Skeleton label="Loading the ordering switch" rows={2} />
  const isDisabled = !shown.ordering.isOpen
  return (
    <div>
      <Lever
        checked={!isDisabled}
        label={wordsFor(isDisabled)}
        note={leverWords(shown).note}
        busy={busy}
        onPress={() => void handlePress(!isDisabled)}
      />
      <OrderingTimes shown={shown} onChange={onSetTimes} />
    </div>
  )
}
