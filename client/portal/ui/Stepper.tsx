import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { isChangeText } from '#src/rules/quantity.ts'
import { Icon } from '#client/shared/Icon.tsx'
import { grouped } from '#src/rules/number-text.ts'
import { selectsOnFocus } from './select-on-focus.ts'
import styles from './Stepper.module.css'

type StepperProps = {
  label: string
  value: number
  onChange: (value: number) => void
  min?: number
  max?: number
  maxReason?: string
  size?: 'normal' | 'small'
  highlight?: boolean
  error?: string | undefined
  takesFocus?: boolean
  /** At its right, on the same line: another way to set the number. */
  beside?: ReactNode
}

const ANNOUNCE_AFTER_MS = 600

/**
 * A whole number that is set by buttons, arrow keys or typing. Out of bounds it takes the nearest bound and says why. Several presses in
 * a row are announced once.
 */
export function Stepper(props: StepperProps) {
  const { label, value, onChange, min = 0, max = Number.MAX_SAFE_INTEGER, error } = props
  const maxReason = props.maxReason ?? `At most ${grouped(max)}`
  const noteId = useId()
  // The text of the input while it is typed: "", "-" and "007" are not numbers yet.
  const [text, setText] = useState<string | null>(null)
  // Why the number differs from what was typed; shown while the number stays the same.
  const [reason, setReason] = useState({ text: '', at: value })
  const [said, setSaid] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function settle(wanted: number): number {
    const settled = Math.min(max, Math.max(min, wanted))
    const notBelow = min === 0 ? 'Not below 0' : `At least ${grouped(min)}`
    setReason({ text: wanted > max ? maxReason : wanted < min ? notBelow : '', at: settled })
    if (settled !== value) onChange(settled)
    return settled
  }
  function step(by: number) {
    const settled = settle(value + by)
    setText(null)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setSaid(grouped(settled)), ANNOUNCE_AFTER_MS)
  }
  function handleType(typed: string) {
    if (typed === '' || (typed === '-' && min < 0)) return setText(typed)
    if (!isChangeText(typed) || typed === '-')
      return setReason({ text: 'Whole numbers only', at: value })
    const wanted = Number(typed)
    const settled = settle(wanted)
    setText(settled === wanted ? typed : String(settled))
  }
  function handleBlur() {
    if (text === '' || text === '-') settle(0)
    setText(null)
  }
  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    step(event.key === 'ArrowUp' ? 1 : -1)
  }

  const note = error ?? (reason.at === value ? reason.text : '')
  return (
    <fieldset
      className={styles.Stepper}
      data-size={props.size ?? 'normal'}
      data-on={(props.highlight ?? true) && value !== 0 ? '' : undefined}
      data-bad={error ? '' : undefined}
    >
      <legend className="sr">{label}</legend>
      <div className={styles.Line}>
        <div className={styles.Control}>
          <button
            type="button"
            aria-label="One less"
            aria-disabled={value <= min || undefined}
            onClick={() => step(-1)}
          >
            <Icon name="minus" />
          </button>
          <input
            role="spinbutton"
            // the numeric pad of an iPhone has no minus
            inputMode={min < 0 ? 'text' : 'numeric'}
            autoComplete="off"
            aria-label={label}
            data-autofocus={props.takesFocus ? '' : undefined}
            aria-valuenow={value}
            aria-valuemin={Number.isFinite(min) ? min : undefined}
            aria-valuemax={max === Number.MAX_SAFE_INTEGER ? undefined : max}
            aria-invalid={error ? true : undefined}
            aria-describedby={note ? noteId : undefined}
            value={text ?? String(value)}
            onChange={(event) => handleType(event.target.value.trim())}
            {...selectsOnFocus}
            onBlur={handleBlur}
            onKeyDown={handleKeyDown}
          />
          <button type="button" aria-label="One more" onClick={() => step(1)}>
            <Icon name="plus" />
          </button>
        </div>
        {props.beside}
      </div>
      <output id={noteId} className={note ? styles.Note : 'sr'}>
        {note || said}
      </output>
    </fieldset>
  )
}
