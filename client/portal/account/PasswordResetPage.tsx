import { Link } from 'wouter'
import { api, call } from '#client/portal/data/api.ts'
import { CodeForm, type MailedCode } from './CodeForm.tsx'
import { asDevice } from './devices.ts'
import { NewPasswordField, passwordProblems } from './PasswordField.tsx'

const CODE_FAILED = 'Failed to generate OTP'
const RESET_FAILED = 'Failed to reset the password. Please try again.'

const FORM: MailedCode<'newPassword'> = {
  name: 'password-reset',
  blank: {
    email: 'Please enter your email address.',
    verificationCode: 'Enter the six digits from the mail.',
    newPassword: 'Enter a new password.',
  },
  judge: ({ email, newPassword }) => passwordProblems('newPassword', newPassword, [email]),
  // The same words for a lost network and for any other failure.
  code: {
    texts: { network: CODE_FAILED, failed: CODE_FAILED },
    send: ({ email }) =>
      call(api.users['request-code-pass-reset'].post({ email }, asDevice(email)), { message: '' }),
  },
  rest: {
    texts: { network: RESET_FAILED, failed: RESET_FAILED },
    send: (values) =>
      call(api.users['reset-password'].put(values, asDevice(values.email)), { message: '' }),
    done: 'Your password is changed. Sign in with the new one.',
  },
}

export default function PasswordResetPage() {
  return (
    <CodeForm
      title="Reset Password"
      {...FORM}
      email={{ label: 'Email', autoComplete: 'username' }}
      codeLabel="OTP"
      sentText={(email) => `If ${email} has an account, an OTP is on its way.`}
      requestLabel="Generate OTP"
      submitLabel="Submit"
      note={<Link href="/inventory">Back to sign in</Link>}
    >
      {(form, isCodeSent) =>
        isCodeSent && (
          <NewPasswordField label="Create New Password" {...form.field('newPassword')} />
        )
      }
    </CodeForm>
  )
}
