import { type ReactNode, useEffect, useId, useReducer } from 'react'
import { limits } from '#src/contract/limits.ts'
import { readCode } from '#src/rules/code-text.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { ErrorSummary } from '#client/portal/ui/ErrorSummary.tsx'
import { Field, FieldButton } from '#client/portal/ui/Field.tsx'
import { Notice } from '#client/portal/ui/Notice.tsx'
import { AccountLayout } from './AccountLayout.tsx'
import type { useMailedCode } from './use-mailed-code.ts'

type Form = ReturnType<typeof useMailedCode<never>>

type CodeFormProps = {
  title: string
  form: Form
  email: { label: string; autoComplete: string }
  codeLabel: string
  sentText: string
  requestLabel: string
  submitLabel: string
  children: ReactNode
  note: ReactNode
}

/** A form in two steps: the first has a code mailed to an address, the second sends it with the other fields. */
export function CodeForm(props: CodeFormProps) {
  const { form } = props
  const { sentAt } = form
  const codeSent = sentAt !== null
  return (
    <AccountLayout title={props.title} note={props.note}>
      <ErrorSummary problems={form.problems} />
      <output>{form.sentNow && <Notice tone="ok">{props.sentText}</Notice>}</output>
      <form className="fields" onSubmit={codeSent ? form.submit : form.requestCode} noValidate>
        <Field
          {...form.field('email')}
          {...props.email}
          type="email"
          readOnly={codeSent}
          action={
            codeSent && (
              <FieldButton onClick={form.startOver}>
                Change<span className="sr"> the address</span>
              </FieldButton>
            )
          }
        />
        {codeSent && (
          // One input for the whole code, so that paste and a phone's suggestion work.
          <Field
            {...form.field('verificationCode', readCode)}
            label={props.codeLabel}
            inputMode="numeric"
            autoComplete="one-time-code"
            spellCheck={false}
            hint="Six digits. If it is not in your inbox, look in the spam folder."
          />
        )}
        {props.children}
        {codeSent ? (
          <div className="pair">
            <ResendButton sentAt={sentAt} busy={form.busy === 'code'} onResend={form.requestCode} />
            <Button type="submit" variant="primary" size="big" busy={form.busy === 'rest'}>
              {props.submitLabel}
            </Button>
          </div>
        ) : (
          <Button type="submit" variant="primary" size="big" wide busy={form.busy === 'code'}>
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
