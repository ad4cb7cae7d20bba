import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { techSupport } from '#client/content/links.ts'
import { api, call } from '#client/portal/data/api.ts'
import { asDevice, keepDevice } from './devices.ts'
import { takeMessage } from '#client/shared/hand-over.ts'
import { homeOf, pageAt } from '#client/shared/pages.ts'
import { goAfterSignIn } from '#client/shared/router.ts'
import { signIn, useSession } from '#client/shared/session.ts'
import { canStore, isRecord } from '#client/shared/storage.ts'
import { Banner } from '#client/portal/ui/Banner.tsx'
import { Button } from '#client/portal/ui/Button.tsx'
import { Checkbox } from '#client/portal/ui/Checkbox.tsx'
import { AccountLayout } from './AccountLayout.tsx'
import styles from './AccountLayout.module.css'
import { ErrorSummary } from '#client/portal/ui/ErrorSummary.tsx'
import { Field } from '#client/portal/ui/Field.tsx'
import { Icon } from '#client/shared/Icon.tsx'
import { PasswordField } from './PasswordField.tsx'
import { useForm } from './use-form.ts'
import { isRole } from '#src/contract/statuses.ts'

/** The address that somebody has just registered or set a password for. */
function readKnownEmail(): string {
  const state: unknown = history.state
  return isRecord(state) && typeof state.email === 'string' ? state.email : ''
}

const NO_STORAGE =
  'This browser keeps nothing for this site: a reload signs you out and empties your cart.'
/** Their pages are another document, which finds the sign-in in the browser's storage only. */
const STORAGE_NEEDED = 'Administrators need a browser that lets this site keep data.'

const FAILURES = { network: 'An error occurred during login', failed: 'Login failed' }

export function SignInPage() {
  const [knownEmail] = useState(readKnownEmail)
  const form = useForm({ email: knownEmail, password: '' }, { hasSummary: true })
  const [message, setMessage] = useState('')
  const session = useSession()
  useEffect(() => {
    // Set after the live region is in the page: screen readers ignore a region that appears together with its text.
    const timer = setTimeout(() => {
      setMessage([takeMessage(), canStore() ? null : NO_STORAGE].filter(Boolean).join(' '))
    }, 100)
    return () => clearTimeout(timer)
  }, [])

  async function enter() {
    setMessage('')
    const { email } = form.values
    const reply = await call(api.users.login.post(form.values, asDevice(email)), {
      token: '',
      device: '',
      user: { id: '', clubName: '', cordName: '' },
    })
    if (!isRole(reply.user.access)) return form.setProblems([{ text: 'Unknown access level' }])
    if (pageAt(homeOf(reply.user.access))?.document !== 'portal' && !canStore())
      return form.setProblems([{ text: STORAGE_NEEDED }])
    keepDevice(email, reply)
    signIn(reply)
    goAfterSignIn()
  }
  function handleSubmit() {
    const { email, password } = form.values
    const blanks = [
      !email.trim() && { text: 'Enter your email address.', fieldId: 'email' },
      !password && { text: 'Enter your password.', fieldId: 'password' },
    ]
    form.send(blanks, enter, FAILURES)
  }

  return (
    <AccountLayout
      title="Inventory"
      note="Login is available only to coordinators of the respective clubs or departments, using their institutional or festival e-mail."
    >
      <Banner tone="news" icon="note">
        {message}
      </Banner>
      {session && (
        <p>
          You are signed in as {session.user.clubName}.{' '}
          <a href={homeOf(session.user.access)}>Go on to the portal</a>
        </p>
      )}
      <ErrorSummary problems={form.problems} />
      <form className="fields" onSubmit={handleSubmit} noValidate>
        <Field {...form.field('email')} label="Email" type="email" autoComplete="username" />
        <PasswordField
          {...form.field('password')}
          label="Password"
          autoComplete="current-password"
        />
        <div className={`line ${styles.Row}`}>
          <Checkbox label="Remember me" />
          <Link href="/forgpass">Forget Password?</Link>
        </div>
        <Button type="submit" variant="primary" size="big" wide busy={form.busy}>
          Sign in
        </Button>
      </form>
      <div className={`line ${styles.Row}`}>
        <Link href="/register">Register</Link>
        <a href={techSupport} target="_blank" rel="noopener">
          <Icon name="chat" size="small" />
          Tech support
        </a>
      </div>
    </AccountLayout>
  )
}
