import type { ChangeEvent } from 'react'
import { Link } from 'wouter'
import { api, call } from '#client/portal/data/api.ts'
import { Field } from '#client/portal/ui/Field.tsx'
import { handOverMessage } from '#client/shared/hand-over.ts'
import { goTo } from '#client/shared/router.ts'
import { CodeForm } from './CodeForm.tsx'
import { asDevice } from './devices.ts'
import { problemAt } from './form-problems.ts'
import { NewPasswordField, passwordProblems } from './PasswordField.tsx'
import { useMailedCode } from './use-mailed-code.ts'
import type { FormProblem } from '#client/portal/ui/ErrorSummary.tsx'
import { isMobile, MOBILE_TEXT } from '#src/rules/account.ts'

type Values = Readonly<Record<string, string>>

/** Empty fields are not judged: a code can be mailed before they are filled. */
function judge({ email = '', clubName = '', mobile = '', password = '' }: Values): FormProblem[] {
  const isWrong = mobile.trim() !== '' && !isMobile(mobile)
  return [
    ...(isWrong ? [{ text: MOBILE_TEXT, fieldId: 'mobile' }] : []),
    ...passwordProblems('password', password, [email, clubName]),
  ]
}

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
  judge,
}
const CODE_TEXTS = {
  network: 'An error occurred while sending OTP.',
  failed: 'Failed to send OTP.',
}
const REGISTER_TEXTS = {
  network: 'An error occurred during registration.',
  failed: 'Registration failed.',
}

export default function RegisterPage() {
  const form = useMailedCode(FORM)
  const { email, cordName, clubName, mobile } = form.draft

  const values = { email, cordName, clubName, mobile, password: form.password }

  const requestCode = () =>
    form.requestCode(values, CODE_TEXTS, () =>
      call(api.users['request-code'].post({ email }, asDevice(email)), { message: '' }),
    )

  function register() {
    return form.submit(values, REGISTER_TEXTS, async () => {
      await call(
        api.users.register.post({ ...values, verificationCode: form.code }, asDevice(email)),
        { message: '' },
      )
      handOverMessage('Registration successful!')
      goTo('/inventory', { state: { email } })
    })
  }
  const field = (id: keyof typeof FORM.empty) => ({
    id,
    value: form.draft[id],
    error: problemAt(form.problems, id),
    onChange: (event: ChangeEvent<HTMLInputElement>) => form.change({ [id]: event.target.value }),
  })

  return (
    <CodeForm
      title="Register"
      form={form}
      email={{ label: 'Email ID', autoComplete: 'email' }}
      codeLabel="Verification Code"
      sentText="OTP sent to your email."
      requestLabel="Get OTP At Email"
      submitLabel={form.busy === 'rest' ? 'Registering...' : 'Register'}
      onRequestCode={requestCode}
      onSubmit={register}
      note={
        <>
          Already registered? <Link href="/inventory">Sign in</Link>
        </>
      }
    >
      <Field {...field('cordName')} label="Co-ordinator Name" autoComplete="name" />
      <Field
        {...field('clubName')}
        label="Club Name"
        autoComplete="organization"
        hint="If a club has invited you, you join that club, whatever stands here."
      />
      <Field {...field('mobile')} label="Phone Number" type="tel" autoComplete="tel" />
      <NewPasswordField id="password" label="Password" form={form} />
    </CodeForm>
  )
}
