import type { ChangeEvent, FormEvent } from 'react'
import { useState } from 'react'
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
  name: 'register',
  empty: { email: '', cordName: '', clubName: '', mobile: '' },
  blank: {
    email: 'Please enter your email address.',
    verificationCode: 'Enter the six digits from the mail.',
    cordName: "Enter the co-ordinator's name.",
    clubName: "Enter your club's name.",
    mobile: 'Enter a phone number.',
    password: 'Enter a password.',
  },
}
const CODE_TEXTS = {
  network: 'An error occurred while sending OTP.',
  failed: 'Failed to send OTP.',
}
const REGISTER_TEXTS = {
  network: 'An error occurred during registration.',
  failed: 'Registration failed.',
}

export function RegisterPage() {
  const form = useMailedCode(FORM)
  const [password, setPassword] = useState('')
  const { codeSent, email, cordName, clubName, mobile } = form.draft

  const requestCode = () =>
    form.requestCode(CODE_TEXTS, () =>
      call(api.users['request-code'].post({ email }, asDevice(email))),
    )

  function register() {
    const values = { email, cordName, clubName, mobile, password }
    return form.submit(values, REGISTER_TEXTS, async () => {
      await call(
        api.users.register.post({ ...values, verificationCode: form.code }, asDevice(email)),
      )
      handOverMessage('Registration successful!')
      goTo('/inventory')
    })
  }
  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    void (codeSent ? register() : requestCode())
  }
  const field = (id: keyof typeof FORM.empty) => ({
    id,
    value: form.draft[id],
    error: problemAt(form.problems, id),
    onChange: (event: ChangeEvent<HTMLInputElement>) => form.change({ [id]: event.target.value }),
  })

  return (
    <Door title="Register">
      <ErrorSummary problems={form.problems} />
      <output>{form.sentNow && <Notice tone="ok">OTP sent to your email.</Notice>}</output>
      <form onSubmit={handleSubmit} noValidate>
        <Field
          {...field('email')}
          label="Email ID"
          type="email"
          autoComplete="email"
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
          <CodeField
            id="verificationCode"
            label="Verification Code"
            value={form.code}
            error={problemAt(form.problems, 'verificationCode')}
            hint="Six digits. If it is not in your inbox, look in the spam folder."
            onChange={form.setCode}
          />
        )}
        <Field {...field('cordName')} label="Co-ordinator Name" autoComplete="name" />
        <Field {...field('clubName')} label="Club Name" autoComplete="organization" />
        <Field {...field('mobile')} label="Phone Number" type="tel" autoComplete="tel" />
        <PasswordField
          id="password"
          label="Password"
          autoComplete="new-password"
          value={password}
          error={problemAt(form.problems, 'password')}
          hint="A long phrase is best; common passwords are refused."
          onChange={(event) => setPassword(event.target.value)}
        />
        {codeSent ? (
          <DoorButtons>
            <ResendButton
              secondsLeft={form.resend.secondsLeft}
              ended={form.resend.ended}
              busy={form.busy === 'code'}
              onResend={() => void requestCode()}
            />
            <Button type="submit" variant="primary" size="big" busy={form.busy === 'rest'}>
              {form.busy === 'rest' ? 'Registering...' : 'Register'}
            </Button>
          </DoorButtons>
        ) : (
          <Button type="submit" variant="primary" size="big" wide busy={form.busy === 'code'}>
            Get OTP At Email
          </Button>
        )}
      </form>
      <DoorNote>
        Already registered? <Link href="/inventory">Sign in</Link>
      </DoorNote>
    </Door>
  )
}
