import { api, call } from '#client/portal/data/api.ts'
import { attempt } from '#client/portal/data/attempt.ts'
import { serverNow, useOrdering, useOrderingChange, useOrderingState } from './ordering.ts'
import { OrderingTimes } from './OrderingTimes.tsx'
import { noteOf } from './times-words.ts'
import { ErrorPanel } from '#client/portal/ui/ErrorPanel.tsx'
import { Switch } from '#client/portal/ui/Switch.tsx'
import { Skeleton } from '#client/portal/ui/Skeleton.tsx'
import { offerUndo } from '#client/portal/ui/toast.ts'

const wordsFor = (isDisabled: boolean) => (isDisabled ? 'Orders Disabled' : 'Orders Enabled')

/** The ordering switch: it works at one press, and a toast offers Undo. Below it stand its times. */
export function OrderingLever({ onSetTimes }: { onSetTimes: () => void }) {
  const { phase, reload } = useOrderingState()
  const shown = useOrdering()
  const { mutateAsync, isPending } = useOrderingChange(({ isConfirmDisabled = false }) =>
    call(api.cart['confirm-disabled'].put({ isConfirmDisabled }), { isConfirmDisabled }),
  )

  function setOrdering(isConfirmDisabled: boolean): Promise<boolean> {
    const turnedAt = new Date(serverNow()).toISOString()
    return attempt(
      () => mutateAsync({ isConfirmDisabled, turnedAt, turnedBy: 'person' }),
      ({ message }) => `Still ${wordsFor(!isConfirmDisabled)}. ${message}`,
    )
  }
  async function handlePress(isDisabled: boolean) {
    if (await setOrdering(isDisabled))
      offerUndo(wordsFor(isDisabled), () => void setOrdering(!isDisabled), 'ordering')
  }

  if (phase === 'failed')
    return <ErrorPanel title="Failed to load whether ordering is open" onRetry={reload} />
  if (!shown) return <Skeleton label="Loading the ordering switch" rows={8} wholeScreen />
  const isDisabled = !shown.ordering.isOpen
  return (
    <div>
      <Switch
        look="lever"
        checked={!isDisabled}
        label={wordsFor(isDisabled)}
        note={noteOf(shown)}
        busy={isPending}
        onPress={() => void handlePress(!isDisabled)}
      />
      <OrderingTimes shown={shown} onChange={onSetTimes} />
    </div>
  )
}
