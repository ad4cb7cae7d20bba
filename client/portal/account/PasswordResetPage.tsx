import { Link } from 'wouter'
import { api, call } from '#client/portal/data/api.ts'
import { handOverMessage } from '#client/shared/hand-over.ts'
import { goTo } from '#client/shared/router.ts'
import { CodeForm } from './CodeForm.tsx'
import { asDevice } from './devices.ts'
import { NewPasswordField, passwordProblems } from './PasswordField.tsx'
import { useMailedCode } from './use-mailed-code.ts'

const FORM = {
  name: 'password-reset',
  empty: { email: '' },
  blank: {
    email: 'Please enter your email address.',
    verificationCode: 'Enter the six digits from the mail.',
    newPassword: 'Enter a new password.',
  },
  judge: ({ email = '', newPassword = '' }: Readonly<Record<string, string>>) =>
    passwordProblems('newPassword', newPassword, [email]),
}
const CODE_FAILED = 'Failed to generate OTP'
const RESET_FAILED = 'Failed to reset the password. Please try again.'
/** The same words for a lost network and for any other failure. */
const CODE_TEXTS = { network: CODE_FAILED, failed: CODE_FAILED }
const RESET_TEXTS = { network: RESET_FAILED, failed: RESET_FAILED }

export default function PasswordResetPage() {
  const form = useMailedCode(FORM)
  const { email, codeSent } = form.draft

  const values = { email, newPassword: form.password }

  const requestCode = () =>
    form.requestCode(values, CODE_TEXTS, () =>
      call(api.users['request-code-pass-reset'].post({ email }, asDevice(email)), { message: '' }),
    )

  function resetPassword() {
    return form.submit(values, RESET_TEXTS, async () => {
      await call(
        api.users['reset-password'].put(
          { ...values, verificationCode: form.code },
          asDevice(email),
        ),
        { message: '' },
      )
      handOverMessage('Your password is changed. Sign in with the new one.')
      goTo('/inventory', { state: { email } })
    })
  }
  return (
    <CodeForm
      title="Reset Password"
      form={form}
      email={{ label: 'Email', autoComplete: 'username' }}
      codeLabel="OTP"
      sentText={`If ${email.trim()} has an account, an OTP is on its way.`}
      requestLabel="Generate OTP"
      submitLabel="Submit"
      onRequestCode={requestCode}
      onSubmit={resetPassword}
      note={<Link href="/inventory">Back to sign in</Link>}
    >
      {codeSent && <NewPasswordField id="newPassword" label="Create New Password" form={form} />}
    </CodeForm>
  )
}
