import { type ReactNode, useEffect, useId, useReducer, useState } from 'react'
import { clearDraft, readDraft, writeDraft } from '#client/portal/drafts/stored-draft.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { ErrorSummary, type FormProblem } from '#client/portal/ui/ErrorSummary.tsx'
import { Field, FieldButton } from '#client/portal/ui/Field.tsx'
import { Notice } from '#client/portal/ui/Notice.tsx'
import { handOverMessage } from '#client/shared/hand-over.ts'
import { goTo } from '#client/shared/router.ts'
import { limits } from '#src/contract/limits.ts'
import { isCode, readCode } from '#src/rules/code-text.ts'
import { AccountLayout } from './AccountLayout.tsx'
import { useForm } from './use-form.ts'

/** The input of the mailed code. */
const CODE = 'verificationCode'

const isTime = (value: unknown): value is number => typeof value === 'number'

type FieldId<Id extends string> = Id | 'email' | typeof CODE
type Values<Id extends string> = Record<FieldId<Id>, string>
type Step<Id extends string> = {
  send: (values: Values<Id>) => Promise<unknown>
  texts: { network: string; failed: string }
}

export type MailedCode<Id extends string> = {
  /** Under which this tab keeps what was typed, and when a code was sent. */
  name: string
  /** The text for each empty field, by the field's name in the calls, which is also its input's id; in the order of the form. */
  blank: Readonly<Values<Id>>
  /** The faults of what was typed so far, found before a code is mailed. */
  judge: (values: Values<Id>) => FormProblem[]
  /** Has a code mailed. */
  code: Step<Id>
  /** Sends the code with all that was typed; the sign-in then says that it is `done`. */
  rest: Step<Id> & { done: string }
}

type CodeFormProps<Id extends string> = MailedCode<Id> & {
  title: string
  email: { label: string; autoComplete: string }
  codeLabel: string
  sentText: (email: string) => string
  requestLabel: string
  submitLabel: string
  /** The text of the button while the form is sent. */
  busyLabel?: string
  /** The other fields. */
  children: (form: ReturnType<typeof useForm<FieldId<Id>>>, isCodeSent: boolean) => ReactNode
  note: ReactNode
}

/** A form in two steps: the first has a code mailed to an address, the second sends it with the other fields. */
export function CodeForm<Id extends string>(props: CodeFormProps<Id>) {
  const { name, blank, judge, submitLabel, busyLabel = submitLabel } = props
  const ids = Object.keys(blank) as FieldId<Id>[]
  const empty = Object.fromEntries(ids.map((id) => [id, ''])) as Values<Id>
  const form = useForm(empty, { draft: name, hasSummary: true })
  const sentName = `${name}:sent`
  /** When the code was sent, so that a reload continues the countdown and a device that slept is not late. */
  const [sentAt, setSentAt] = useState(() => readDraft(sentName, isTime))
  const isCodeSent = sentAt !== null
  const [sentNow, setSentNow] = useState(false)
  const [step, setStep] = useState<'code' | 'rest'>('code')
  const busy = form.busy ? step : null
  useEffect(() => writeDraft(sentName, sentAt), [sentName, sentAt])
  useEffect(() => {
    if (sentNow) document.getElementById(CODE)?.focus()
  }, [sentNow])

  function run(step: 'code' | 'rest', finish: () => void): void {
    const code = form.values[CODE]
    const sent = { ...form.values, [CODE]: isCode(code) ? code : '' }
    const needed = step === 'code' ? (['email'] as const) : ids
    const faults = needed
      .filter((id) => sent[id].trim() === '')
      .map((id) => ({ text: blank[id], fieldId: id }))
    const { send, texts } = props[step]
    async function task() {
      setStep(step)
      setSentNow(false)
      await send(sent)
      finish()
    }
    form.send([...faults, ...judge(sent)], task, texts)
  }
  const requestCode = () =>
    run('code', () => {
      setSentAt(Date.now())
      form.set(CODE, '')
      setSentNow(true)
    })
  const submit = () =>
    run('rest', () => {
      clearDraft(name)
      clearDraft(sentName)
      handOverMessage(props.rest.done)
      goTo('/inventory', { state: { email: form.values.email } })
    })
  function startOver() {
    setSentAt(null)
    form.setProblems([])
    setSentNow(false)
  }

  return (
    <AccountLayout title={props.title} note={props.note}>
      <ErrorSummary problems={form.problems} />
      <output>
        {sentNow && <Notice tone="ok">{props.sentText(form.values.email.trim())}</Notice>}
      </output>
      <form className="fields" onSubmit={isCodeSent ? submit : requestCode} noValidate>
        <Field
          {...form.field('email')}
          {...props.email}
          type="email"
          readOnly={isCodeSent}
          action={
            isCodeSent && (
              <FieldButton onClick={startOver}>
                Change<span className="sr"> the address</span>
              </FieldButton>
            )
          }
        />
        {isCodeSent && (
          // One input for the whole code, so that paste and a phone's suggestion work.
          <Field
            {...form.field(CODE, readCode)}
            label={props.codeLabel}
            inputMode="numeric"
            autoComplete="one-time-code"
            spellCheck={false}
            hint="Six digits. If it is not in your inbox, look in the spam folder."
          />
        )}
        {props.children(form, isCodeSent)}
        {isCodeSent ? (
          <div className="pair">
            <ResendButton sentAt={sentAt} busy={busy === 'code'} onResend={requestCode} />
            <Button type="submit" variant="primary" size="big" busy={busy === 'rest'}>
              {busy === 'rest' ? busyLabel : submitLabel}
            </Button>
          </div>
        ) : (
          <Button type="submit" variant="primary" size="big" wide busy={busy === 'code'}>
            {props.requestLabel}
          </Button>
        )}
      </form>
    </AccountLayout>
  )
}

const toSecondsLeft = (sentAt: number) =>
  Math.ceil(limits.codeResendSeconds - (Date.now() - sentAt) / 1000)
const toClock = (seconds: number) =>
  `${Math.trunc(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

type ResendButtonProps = { sentAt: number; busy: boolean; onResend: () => void }

/** It can be pressed when the countdown has ended; screen readers hear that, and not each second. */
function ResendButton({ sentAt, busy, onResend }: ResendButtonProps) {
  const reasonId = useId()
  const [, showAgain] = useReducer((count: number) => count + 1, 0)
  const secondsLeft = toSecondsLeft(sentAt)
  const waits = secondsLeft > 0
  useEffect(() => {
    if (!waits) return
    const timer = setInterval(showAgain, 250)
    return () => clearInterval(timer)
  }, [waits])
  return (
    <div>
      <Button size="big" wide disabled={waits} busy={busy} reasonId={reasonId} onClick={onResend}>
        Resend OTP{waits && ` in ${toClock(secondsLeft)}`}
      </Button>
      <span id={reasonId} hidden>
        A new code can be sent every 30 seconds.
      </span>
      <output className="sr">{!waits && 'You can resend the code now.'}</output>
    </div>
  )
}
