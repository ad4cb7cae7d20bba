import { Link } from 'wouter'
import { api, call } from '#client/portal/data/api.ts'
import { Field } from '#client/portal/ui/Field.tsx'
import { CodeForm, type MailedCode } from './CodeForm.tsx'
import { asDevice } from './devices.ts'
import { NewPasswordField, passwordProblems } from './PasswordField.tsx'
import { isMobile, MOBILE_TEXT } from '#src/rules/account.ts'

const FORM: MailedCode<'cordName' | 'clubName' | 'mobile' | 'password'> = {
  name: 'register',
  blank: {
    email: 'Please enter your email address.',
    verificationCode: 'Enter the six digits from the mail.',
    cordName: "Enter the co-ordinator's name.",
    clubName: "Enter your club's name.",
    mobile: 'Enter a phone number.',
    password: 'Enter a password.',
  },
  /** Empty fields are not judged: a code can be mailed before they are filled. */
  judge({ email, clubName, mobile, password }) {
    const isWrong = mobile.trim() !== '' && !isMobile(mobile)
    return [
      ...(isWrong ? [{ text: MOBILE_TEXT, fieldId: 'mobile' }] : []),
      ...passwordProblems('password', password, [email, clubName]),
    ]
  },
  code: {
    texts: { network: 'An error occurred while sending OTP.', failed: 'Failed to send OTP.' },
    send: ({ email }) =>
      call(api.users['request-code'].post({ email }, asDevice(email)), { message: '' }),
  },
  rest: {
    texts: { network: 'An error occurred during registration.', failed: 'Registration failed.' },
    send: (values) =>
      call(api.users.register.post(values, asDevice(values.email)), { message: '' }),
    done: 'Registration successful!',
  },
}

export default function RegisterPage() {
  return (
    <CodeForm
      title="Register"
      {...FORM}
      email={{ label: 'Email ID', autoComplete: 'email' }}
      codeLabel="Verification Code"
      sentText={() => 'OTP sent to your email.'}
      requestLabel="Get OTP At Email"
      submitLabel="Register"
      busyLabel="Registering..."
      note={
        <>
          Already registered? <Link href="/inventory">Sign in</Link>
        </>
      }
    >
      {(form) => (
        <>
          <Field {...form.field('cordName')} label="Co-ordinator Name" autoComplete="name" />
          <Field
            {...form.field('clubName')}
            label="Club Name"
            autoComplete="organization"
            hint="If a club has invited you, you join that club, whatever stands here."
          />
          <Field {...form.field('mobile')} label="Phone Number" type="tel" autoComplete="tel" />
          <NewPasswordField label="Password" {...form.field('password')} />
        </>
      )}
    </CodeForm>
  )
}
