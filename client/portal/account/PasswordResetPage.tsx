import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import { api, call } from '#client/portal/api.ts'
import { asDevice } from './devices.ts'
import { problemAt } from './form-problems.ts'
import { handOverMessage } from '#client/shared/hand-over.ts'
import { goTo } from '#client/shared/router.ts'
import { useMailedCode } from './use-mailed-code.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { CodeField } from './CodeField.tsx'
import { Door, DoorButtons, DoorNote } from './Door.tsx'
import { ErrorSummary } from '#client/portal/ui/ErrorSummary.tsx'
import { Field, FieldButton } from '#client/portal/ui/Field.tsx'
import { Notice } from '#client/portal/ui/Notice.tsx'
import { PasswordField } from './PasswordField.tsx'
import { ResendButton } from './ResendButton.tsx'

const FORM = {
  name: 'password-reset',
  empty: { email: '' },
  blank: {
    email: 'Please enter your email address.',
    verificationCode: 'Enter the six digits from the mail.',
    newPassword: 'Enter a new password.',
  },
}
const CODE_TEXTS = { network: 'Failed to generate OTP', failed: 'Failed to generate OTP' }
const RESET_TEXTS = {
  network: 'Failed to reset the password. Please try again.',
  failed: 'Failed to reset the password. Please try again.',
}

export function PasswordResetPage() {
  const form = useMailedCode(FORM)
  const [newPassword, setNewPassword] = useState('')
  const { email, codeSent } = form.draft

  const requestCode = () =>
    form.requestCode(CODE_TEXTS, () =>
      call(api.users['request-code-pass-reset'].post({ email }, asDevice(email))),
    )

  function resetPassword() {
    const values = { email, newPassword }
    return form.submit(values, RESET_TEXTS, async () => {
      await call(
        api.users['reset-password'].put(
          { ...values, verificationCode: form.code },
          asDevice(email),
        ),
      )
      handOverMessage('Your password is changed. Sign in with the new one.')
      goTo('/inventory')
    })
  }
  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    void (codeSent ? resetPassword() : requestCode())
  }

  return (
    <Door title="Reset Password">
      <ErrorSummary problems={form.problems} />
      <output>
        {form.sentNow && (
          <Notice tone="ok">If {email.trim()} has an account, an OTP is on its way.</Notice>
        )}
      </output>
      <form onSubmit={handleSubmit} noValidate>
        <Field
          id="email"
          label="Email"
          type="email"
          autoComplete="username"
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
          onChange={(event) => form.change({ email: event.target.value })}
        />
        {codeSent ? (
          <>
            <CodeField
              id="verificationCode"
              label="OTP"
              value={form.code}
              error={problemAt(form.problems, 'verificationCode')}
              hint="Six digits. If it is not in your inbox, look in the spam folder."
              onChange={form.setCode}
            />
            <PasswordField
              id="newPassword"
              label="Create New Password"
              autoComplete="new-password"
              value={newPassword}
              error={problemAt(form.problems, 'newPassword')}
              hint="A long phrase is best; common passwords are refused."
              onChange={(event) => setNewPassword(event.target.value)}
            />
            <DoorButtons>
              <ResendButton
                secondsLeft={form.resend.secondsLeft}
                ended={form.resend.ended}
                busy={form.busy === 'code'}
                onResend={() => void requestCode()}
              />
              <Button type="submit" variant="primary" size="big" busy={form.busy === 'rest'}>
                Submit
              </Button>
            </DoorButtons>
          </>
        ) : (
          <Button type="submit" variant="primary" size="big" wide busy={form.busy === 'code'}>
            Generate OTP
          </Button>
        )}
      </form>
      <DoorNote>
        <Link href="/inventory">Back to sign in</Link>
      </DoorNote>
    </Door>
  )
}
