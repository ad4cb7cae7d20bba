import { useId, useState } from 'react'
import { api, call } from '#client/portal/data/api.ts'
import { attempt } from '#client/portal/data/attempt.ts'
import { useOrderingChange, useOrderingState } from '#client/portal/ordering/ordering.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { MessageField } from '#client/portal/ui/MessageField.tsx'
import { showToast } from '#client/portal/ui/toast.ts'
import { limits } from '#src/contract/limits.ts'
import styles from './Handout.module.css'

/** When and where clubs collect, as they read it, and how to change it. */
export function PickupWords() {
  const words = useOrderingState().value?.pickup
  const [typed, setTyped] = useState<string | null>(null)
  const id = useId()
  const { mutateAsync, isPending: busy } = useOrderingChange(({ pickup = '' }) =>
    call(api.cart.pickup.put({ message: pickup }), { pickup: '' }),
  )
  if (words === undefined) return null
  async function save(text: string) {
    if (!(await attempt(() => mutateAsync({ pickup: text.trim() })))) return
    setTyped(null)
    showToast('Saved. Clubs with something ready read it now.')
  }
  if (typed === null)
    return (
      <div className={`line ${styles.PickupWords}`}>
        <p id={id}>
          {words === '' ? (
            'Clubs with something ready do not know yet when and where to collect it.'
          ) : (
            <>
              Clubs with something ready read: <b>{words}</b>
            </>
          )}
        </p>
        <Button aria-describedby={id} onClick={() => setTyped(words)}>
          {words === '' ? 'Write it' : 'Change'}
        </Button>
      </div>
    )
  return (
    <div className={`line ${styles.PickupWords}`} data-open="">
      <MessageField
        label="When and where clubs collect"
        hint="Everybody can read this."
        most={limits.pickupLength}
        value={typed}
        onChange={setTyped}
      />
      <div className="choices">
        <Button disabled={busy} onClick={() => setTyped(null)}>
          Cancel
        </Button>
        <Button
          busy={busy}
          disabled={typed.length > limits.pickupLength}
          onClick={() => void save(typed)}
        >
          Save
        </Button>
      </div>
    </div>
  )
}
