import { type FormEvent, type SyntheticEvent, useId, useState } from 'react'
import type { OrderingState } from '#src/contract/frames.ts'
import { timeText } from '#src/contract/wire.ts'
import { limits } from '#src/contract/limits.ts'
import { dayText, daysBefore } from '#src/rules/day-text.ts'
import { counted } from '#src/rules/number-text.ts'
import { type OrderingWindow, windowFaults } from '#src/rules/window.ts'
import { Icon } from '#client/shared/Icon.tsx'
import { api, ApiError, call } from '#client/portal/data/api.ts'
import { write } from '#client/portal/data/live-query.ts'
import { type OrderingNow, serverNow, toOrdering, useOrdering } from './ordering.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { Field } from '#client/portal/ui/Field.tsx'
import { MessageField } from '#client/portal/ui/MessageField.tsx'
import { Notice } from '#client/portal/ui/Notice.tsx'
import { showToast } from '#client/portal/ui/toast.ts'
import { useBusy } from '#client/portal/ui/use-busy.ts'
import { fromInput, toInput } from './local-time.ts'
import { replacingText, savingWords } from './times-words.ts'
import { WindowRule } from './WindowRule.tsx'
import styles from './OrderingTimes.module.css'

function dayHint(at: number | null, now: number): string {
  if (at === null) return 'Not set'
  const days = -daysBefore(new Date(at), new Date(now))
  const day = dayText(new Date(at), new Date(now))
  if (days === 0) return `Today, ${day}`
  return days > 0 ? `${day}, in ${counted(days, 'day')}` : day
}

/** `India Standard Time (GMT+5:30)`. */
function zoneText(now: number): string {
  const [name, ahead] = (['long', 'shortOffset'] as const).map(
    (timeZoneName) =>
      new Intl.DateTimeFormat('en-IN', { timeZoneName })
        .formatToParts(now)
        .find(({ type }) => type === 'timeZoneName')?.value,
  )
  return `${name} (${ahead})`
}

const toWire = ({ opensAt, closesAt, message }: OrderingWindow) => ({
  opensAt: timeText(opensAt),
  closesAt: timeText(closesAt),
  message,
})

const UNREAD = 'Enter the whole date and time.'
/** Browsers take six digits for a year. */
const LAST_TIME = '9999-12-31T23:59'

/** The fields of the form whose text is no time: to the page they are empty. */
const findUnread = (form: HTMLElement | null) =>
  [...(form?.querySelectorAll<HTMLInputElement>('input:invalid') ?? [])].map(({ name }) => name)

function TimesForm({ shown, onClose }: { shown: OrderingNow; onClose: () => void }) {
  const [before] = useState(shown.ordering)
  const [typed, setTyped] = useState(() => ({
    opensAt: toInput(before.opensAt),
    closesAt: toInput(before.closesAt),
  }))
  const [message, setMessage] = useState(shown.ordering.message)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, run] = useBusy()
  const [unread, setUnread] = useState<readonly string[]>([])
  // What the next save replaces.
  const [seen, setSeen] = useState<OrderingWindow>(before)
  const headId = useId()
  const reasonId = useId()
  const { now } = shown
  const window = {
    opensAt: fromInput(typed.opensAt, before.opensAt),
    closesAt: fromInput(typed.closesAt, before.closesAt),
    message,
  }
  const faults = [...unread.map((path) => ({ path, msg: UNREAD })), ...windowFaults(window, now)]
  const faultOf = (path: string) => faults.find((fault) => fault.path === path)?.msg
  const will = faults.length > 0 ? null : savingWords(shown.ordering, window, now)

  const handleTime = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) =>
    setUnread(findUnread(currentTarget.form))

  async function save() {
    setFailure(null)
    try {
      const body = { ...toWire(window), was: toWire(seen) }
      const saved = await write(
        call(api.cart['ordering-window'].put(body), { isConfirmDisabled: true }),
      )
      const turned = saved.isConfirmDisabled ? 'closed' : 'open'
      const hasTurned = saved.isConfirmDisabled === shown.ordering.isOpen
      showToast(`Times saved${hasTurned ? `. Ordering is ${turned} now.` : ''}`)
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code !== 'changed_meanwhile') return setFailure(error.message)
      // Not validated: page and server share the contract.
      const current = toOrdering(error.current as OrderingState)
      setSeen(current)
      setFailure(replacingText(current, now))
    }
  }
  function handleSubmit(event: FormEvent<HTMLElement>) {
    const left = findUnread(event.currentTarget)
    setUnread(left)
    if (left.length === 0 && faults.length === 0) void run(save)
  }

  return (
    <form className={styles.Form} aria-labelledby={headId} noValidate onSubmit={handleSubmit}>
      <h2 id={headId} className="heading">
        Ordering times
      </h2>
      <div className={`stack ${styles.Whens}`}>
        {(['opensAt', 'closesAt'] as const).map((name) => (
          <Field
            key={name}
            label={name === 'opensAt' ? 'Opens' : 'Closes'}
            name={name}
            type="datetime-local"
            max={LAST_TIME}
            value={typed[name]}
            hint={dayHint(window[name], now)}
            error={faultOf(name)}
            onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
            onInput={handleTime}
            onBlur={handleTime}
          />
        ))}
        <p className="hint">Your time zone: {zoneText(serverNow())}</p>
      </div>
      <MessageField
        label="Message for clubs"
        hint="Clubs read it above the list of items."
        most={limits.windowMessageLength}
        value={message}
        onChange={setMessage}
      />
      <div className={`stack ${styles.Will}`}>
        <h3>What it will do</h3>
        {will === null ? (
          <p id={reasonId}>
            <Icon name="warning" size="small" />
            It cannot be saved yet. {faults[0]?.msg}
          </p>
        ) : (
          <>
            <p>
              {will.turns && <Icon name="warning" size="small" />}
              <span>{will.text}</span>
            </p>
            {(window.opensAt !== null || window.closesAt !== null) && (
              <WindowRule window={window} now={now} />
            )}
          </>
        )}
        <Notice tone="danger">{failure}</Notice>
        <div className="pair">
          <Button onClick={onClose}>Discard</Button>
          <Button
            variant="primary"
            type="submit"
            busy={busy}
            disabled={faults.length > 0}
            reasonId={reasonId}
          >
            Save Times
          </Button>
        </div>
      </div>
    </form>
  )
}

export function OrderingTimesForm({ onClose }: { onClose: () => void }) {
  const shown = useOrdering()
  return shown && <TimesForm shown={shown} onClose={onClose} />
}
