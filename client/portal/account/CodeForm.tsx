import type { FormEvent, ReactNode } from 'react'
import { Button } from '#client/portal/ui/Button.tsx'
import { ErrorSummary } from '#client/portal/ui/ErrorSummary.tsx'
import { Field, FieldButton } from '#client/portal/ui/Field.tsx'
import { Notice } from '#client/portal/ui/Notice.tsx'
import { CodeField } from './CodeField.tsx'
import { AccountLayout } from './AccountLayout.tsx'
import styles from './AccountLayout.module.css'
import { problemAt } from './form-problems.ts'
import { ResendButton } from './ResendButton.tsx'
import type { useMailedCode } from './use-mailed-code.ts'

type CodeFormProps = {
  title: string
  form: ReturnType<typeof useMailedCode>
  email: { label: string; autoComplete: string }
  codeLabel: string
  sentText: string
  requestLabel: string
  submitLabel: string
  onRequestCode: () => Promise<void>
  onSubmit: () => Promise<void>
  children: ReactNode
  note: ReactNode
}

/** A form in two steps: the first has a code mailed to an address, the second sends it with the other fields. */
export function CodeForm(props: CodeFormProps) {
  const { form, onRequestCode, onSubmit } = props
  const { email, codeSent } = form.draft

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    void (codeSent ? onSubmit() : onRequestCode())
  }
  return (
    <AccountLayout title={props.title} note={props.note}>
      <ErrorSummary problems={form.problems} />
      <output>{form.sentNow && <Notice tone="ok">{props.sentText}</Notice>}</output>
      <form onSubmit={handleSubmit} noValidate>
        <Field
          id="email"
          {...props.email}
          type="email"
          value={email}
          error={problemAt(form.problems, 'email')}
          readOnly={codeSent}
          action={
            codeSent && (
              <FieldButton onClick={form.startOver}>
                Change<span className="sr"> the address</span>
              </FieldButton>
            )
          }
          onChange={(event) => form.changeEmail(event.target.value)}
        />
        {codeSent && (
          <CodeField
            id="verificationCode"
            label={props.codeLabel}
            value={form.code}
            error={problemAt(form.problems, 'verificationCode')}
            hint="Six digits. If it is not in your inbox, look in the spam folder."
            onChange={form.setCode}
          />
        )}
        {props.children}
        {codeSent ? (
          <div className={styles.Buttons}>
            <ResendButton
              secondsLeft={form.resend.secondsLeft}
              ended={form.resend.ended}
              busy={form.busy === 'code'}
              onResend={() => void onRequestCode()}
            />
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
