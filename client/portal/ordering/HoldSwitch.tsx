import { useState } from 'react'
import { api, call } from '#client/portal/data/api.ts'
import { attempt } from '#client/portal/data/attempt.ts'
import { useOrderingChange } from './ordering.ts'
import { ConfirmDialog } from '#client/portal/ui/ConfirmDialog.tsx'
import { Switch } from '#client/portal/ui/Switch.tsx'
import { showToast } from '#client/portal/ui/toast.ts'
import { announcedText } from '#src/rules/announced.ts'
import { counted, grouped } from '#src/rules/number-text.ts'
import { countLines, NOT_ANNOUNCED, useHeld } from './held-list.ts'

/** A press holds decisions back, or ends it. While some are held, ending it asks first, for it announces them. */
export function useHold() {
  const { isHeld, rows } = useHeld()
  const held = { lines: countLines(rows), clubs: rows.length }
  const { mutateAsync, isPending: busy } = useOrderingChange(({ decisionsHeld = false }) =>
    call(api.cart['decisions-held'].put({ held: decisionsHeld }), { decisionsHeld }),
  )
  const [isAsked, setIsAsked] = useState(false)

  async function turn(toHeld: boolean) {
    const announces = !toHeld && held.lines > 0
    const isDone = await attempt(
      () => mutateAsync({ decisionsHeld: toHeld }),
      () => (announces ? NOT_ANNOUNCED : 'Not saved. Check your connection and try again.'),
    )
    if (!isDone) return
    if (announces) showToast(announcedText(held))
    setIsAsked(false)
  }
  function press() {
    if (isHeld && held.lines > 0) setIsAsked(true)
    else void turn(!isHeld)
  }

  const dialog = (
    <ConfirmDialog
      open={isAsked}
      title="Stop holding back?"
      cancelLabel="Keep holding back"
      confirmLabel={`Announce ${grouped(held.lines)} and stop`}
      busy={busy}
      onConfirm={() => void turn(false)}
      onCancel={() => setIsAsked(false)}
    >
      <p>
        The {counted(held.lines, 'decision')} for {counted(held.clubs, 'club')}{' '}
        {held.lines === 1 ? 'is' : 'are'} announced now, and every later one is shown as soon as it
        is saved.
      </p>
    </ConfirmDialog>
  )
  return { isHeld, rows, busy, press, dialog }
}

export function HoldSwitch() {
  const { isHeld, busy, press, dialog } = useHold()
  if (isHeld === undefined) return null
  return (
    <>
      <Switch
        look="panel"
        label="Hold decisions back"
        note={
          isHeld
            ? 'Clubs see decisions when you announce them. Switching this off announces all.'
            : 'Off: clubs see each decision as soon as it is saved.'
        }
        checked={isHeld}
        busy={busy}
        onPress={press}
      />
      {dialog}
    </>
  )
}
