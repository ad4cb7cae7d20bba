import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Icon } from '#client/shared/Icon.tsx'
import { grouped, readWhole } from '#src/rules/number-text.ts'
import { selectsOnFocus } from './select-on-focus.ts'
import styles from './Stepper.module.css'

type StepperProps = {
  label: string
  value: number
  onChange: (value: number) => void
  /** A typed text that is no number here, where it is kept with the value; else the stepper keeps it. */
  wrong?: string | undefined
  onWrong?: (text: string) => void
  min?: number
  max?: number
  maxReason?: string
  size?: 'normal' | 'small'
  highlight?: boolean
  error?: string | undefined
  takesFocus?: boolean
  /** Any key in the number but the arrows. */
  onKey?: (key: string) => void
  /** At its right, on the same line: another way to set the number. */
  beside?: ReactNode
}

/** A typed text, the number with it, and the number before it was typed. */
type Typed = { text: string; at: number; before: number }

const ANNOUNCE_AFTER_MS = 600

/** Puts the focus on the first stepper of a part of the page whose text is no number, and lets it say why; answers false without one. */
export function goToWrongNumber(within: ParentNode | null): boolean {
  const wrong = within?.querySelector<HTMLInputElement>('[role=spinbutton]:invalid')
  wrong?.checkValidity()
  wrong?.focus()
  return Boolean(wrong)
}

/**
 * A whole number that is set by buttons, arrow keys or typing. The buttons and arrows stop at a bound and say why. A typed text that is no
 * number within the bounds stays, says why, and leaves the number as it was. Several presses in a row are announced once.
 */
export function Stepper(props: StepperProps) {
  const { label, value, onChange, wrong, onWrong, min = 0, error } = props
  const { max = Number.MAX_SAFE_INTEGER } = props
  const maxReason = props.maxReason ?? `At most ${grouped(max)}`
  const minReason = min === 0 ? 'Not below 0' : `At least ${grouped(min)}`
  const noteId = useId()
  const [typed, setTyped] = useState<Typed | null>(null)
  // An empty box is marked when it is left, for a number may follow.
  const [isLeft, setLeft] = useState(wrong !== undefined)
  // The bound at which the buttons stopped; shown while the number stays there.
  const [stop, setStop] = useState({ text: '', at: value })
  const [said, setSaid] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function faultOf(text: string): string {
    const number = readWhole(text)
    if (number === null) return text.trim() === '' ? 'Enter a number' : 'Whole numbers only'
    return number > max ? maxReason : number < min ? minReason : ''
  }
  // What somebody else made of the number stands before what was typed.
  const kept = typed?.at === value ? typed : null
  const text = wrong ?? kept?.text
  const fault = text === undefined ? '' : faultOf(text)
  const shown = text !== undefined && (fault || readWhole(text) === value) ? text : String(value)

  function step(by: number) {
    const settled = Math.min(max, Math.max(min, value + by))
    const beyond = value + by > max ? maxReason : value + by < min ? minReason : ''
    setStop({ text: beyond, at: settled })
    setTyped(null)
    if (settled !== value || wrong !== undefined) onChange(settled)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setSaid(grouped(settled)), ANNOUNCE_AFTER_MS)
  }
  function handleType(next: string) {
    const number = readWhole(next)
    const before = kept?.before ?? value
    setLeft(false)
    setStop({ text: '', at: value })
    if (number !== null && faultOf(next) === '') {
      setTyped({ text: next, at: number, before })
      if (number !== value || wrong !== undefined) onChange(number)
    } else if (onWrong) {
      setTyped(null)
      onWrong(next)
    } else {
      setTyped({ text: next, at: before, before })
      if (before !== value) onChange(before)
    }
  }
  function handleBlur() {
    setLeft(true)
    if (!fault) setTyped(null)
  }
  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return props.onKey?.(event.key)
    event.preventDefault()
    step(event.key === 'ArrowUp' ? 1 : -1)
  }

  const isBegun = text !== undefined && /^\s*-?$/.test(text) && !isLeft
  const reason = error ?? (isBegun ? '' : fault)
  const note = reason || (stop.at === value ? stop.text : '')
  return (
    <fieldset
      className={styles.Stepper}
      data-size={props.size ?? 'normal'}
      data-on={(props.highlight ?? true) && value !== 0 ? '' : undefined}
      data-bad={reason ? '' : undefined}
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
            // The number pad of an iPhone has no minus.
            inputMode={min < 0 ? 'text' : 'numeric'}
            autoComplete="off"
            aria-label={label}
            data-autofocus={props.takesFocus ? '' : undefined}
            aria-valuenow={value}
            aria-valuemin={Number.isFinite(min) ? min : undefined}
            aria-valuemax={max === Number.MAX_SAFE_INTEGER ? undefined : max}
            aria-invalid={reason ? true : undefined}
            aria-describedby={note ? noteId : undefined}
            ref={(input) => {
              input?.setCustomValidity(fault)
            }}
            value={shown}
            onChange={(event) => handleType(event.target.value)}
            onInvalid={() => setLeft(true)}
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
      <output className={note ? styles.Note : 'sr'}>
        {/* An output has no description of its own. */}
        <span id={noteId}>{note || said}</span>
      </output>
    </fieldset>
  )
}
