import { type FormEvent, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { BackLink } from '#client/portal/app/BackLink.tsx'
import { api, call } from '#client/portal/data/api.ts'
import { live } from '#client/portal/data/live.ts'
import { phaseOf, write } from '#client/portal/data/live-query.ts'
import { ListBody } from '#client/portal/lists/ListBody.tsx'
import { EditionTape } from '#client/portal/ordering/EditionTape.tsx'
import { invite, untilText } from '#client/portal/people/people.ts'
import { InvitationRow } from '#client/portal/people/InvitationRow.tsx'
import { Button } from '#client/portal/ui/Button.tsx'
import { Field } from '#client/portal/ui/Field.tsx'
import { Notice } from '#client/portal/ui/Notice.tsx'
import { Screen } from '#client/portal/ui/Screen.tsx'
import { showToast } from '#client/portal/ui/toast.ts'
import { PAGES } from '#client/shared/pages.ts'
import { renameUser, renew, useSession } from '#client/shared/session.ts'
import { limits } from '#src/contract/limits.ts'
import type { Me } from '#src/contract/people.ts'
import { readEmail } from '#src/rules/names.ts'
import { asDevice } from './devices.ts'
import { MailSwitch } from './MailSwitch.tsx'
import { me } from './me.ts'
import { PasswordField, passwordProblems } from './PasswordField.tsx'
import { useForm } from './use-form.ts'
import rows from '#client/portal/ui/Rows.module.css'
import styles from './AccountPage.module.css'

const toOrders = { href: '/inventoryuser', label: 'Back to your orders' }

/** A person's own name, phone, password and mails, and the people of their club. */
export default function AccountPage() {
  // Others of the club may have joined since the last visit.
  const result = useQuery({ ...me, refetchOnMount: 'always' })
  const known = result.data?.rows
  const access = useSession()?.user.access
  return (
    <Screen
      title={PAGES['/account'].title}
      note={<EditionTape />}
      actions={<BackLink way={access === 'user' ? toOrders : undefined} />}
    >
      <ListBody phase={phaseOf(result)} noun="your account" onRetry={() => void result.refetch()}>
        {known && (
          <div className={styles.Parts}>
            <You person={known} />
            {known.club && <Club club={known.club} />}
            <NewPassword person={known} />
          </div>
        )}
      </ListBody>
    </Screen>
  )
}

function You({ person }: { person: Me }) {
  const form = useForm('cordName', 'mobile')
  const [typed, setTyped] = useState<{ cordName?: string; mobile?: string }>({})
  const { cordName, mobile } = { ...person, ...typed }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    form.send([], async () => {
      if (cordName === person.cordName && mobile === person.mobile)
        return showToast('No changes to save.')
      await write(call(api.users.me.patch(typed), { _id: '' }))
      renameUser(cordName.trim())
      setTyped({})
      showToast('Saved')
    })
  }
  return (
    <section aria-labelledby="you">
      <h2 id="you" className="heading">
        You
      </h2>
      <form className="fields" noValidate onSubmit={handleSubmit}>
        <Field
          id="cordName"
          label="Your name"
          autoComplete="name"
          maxLength={limits.nameLength}
          value={cordName}
          error={form.errorOf('cordName')}
          onChange={({ target }) => setTyped({ ...typed, cordName: target.value })}
        />
        <Field
          id="mobile"
          label="Phone"
          type="tel"
          autoComplete="tel"
          value={mobile}
          error={form.errorOf('mobile')}
          onChange={({ target }) => setTyped({ ...typed, mobile: target.value })}
        />
        <p>
          You sign in as <b>{person.email}</b>.
        </p>
        <Notice tone="danger">{form.error}</Notice>
        <Button type="submit" variant="primary" busy={form.busy}>
          Save
        </Button>
      </form>
      {person.club && <MailSwitch />}
    </section>
  )
}

function Club({ club }: { club: NonNullable<Me['club']> }) {
  const form = useForm('email')
  const [email, setEmail] = useState('')
  const [now] = useState(() => new Date())
  const ownId = useSession()?.user.id

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    form.send([], async () => {
      await invite({ email })
      setEmail('')
      showToast(`Invited ${readEmail(email)} to ${club.name}`)
    })
  }
  return (
    <section aria-labelledby="club">
      <h2 id="club" className="heading">
        {club.name}
      </h2>
      <ul className={rows.Rows}>
        {club.people.map((person) => (
          <li key={person._id}>
            <div>
              <b>{person.cordName}</b>
              <span>{person.email}</span>
            </div>
            {person._id === ownId && <span>You</span>}
          </li>
        ))}
      </ul>
      {club.invitations.length > 0 && (
        <section aria-labelledby="invited">
          <h3 id="invited" tabIndex={-1}>
            Invited
          </h3>
          <ul className={rows.Rows}>
            {club.invitations.map((invitation) => (
              <InvitationRow key={invitation._id} invitation={invitation}>
                {`Can register until ${untilText(Date.parse(invitation.at), now)}`}
              </InvitationRow>
            ))}
          </ul>
        </section>
      )}
      {club.state === 'waiting' ? (
        <p>You can invite somebody to your club as soon as the department has approved it.</p>
      ) : (
        <form className="fields" noValidate onSubmit={handleSubmit}>
          <Field
            id="email"
            label="Invite somebody to your club"
            type="email"
            autoComplete="off"
            value={email}
            error={form.errorOf('email')}
            hint={`They register with this address within ${limits.invitationDays} days. Then they see and change your order, as you do.`}
            onChange={({ target }) => setEmail(target.value)}
          />
          <Notice tone="danger">{form.error}</Notice>
          <Button type="submit" busy={form.busy}>
            Invite
          </Button>
        </form>
      )}
    </section>
  )
}

function NewPassword({ person }: { person: Me }) {
  const form = useForm('password', 'newPassword')
  const [typed, setTyped] = useState({ password: '', newPassword: '' })
  const { password, newPassword } = typed

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const names = [person.email, ...(person.club ? [person.club.name] : [])]
    const faults = [
      password === '' && { text: 'Enter your present password.', fieldId: 'password' },
      newPassword === '' && { text: 'Enter a new password.', fieldId: 'newPassword' },
      ...passwordProblems('newPassword', newPassword, names),
    ]
    form.send(faults, async () => {
      // The server ends this page's socket with the old token, which must not look like the end of the session.
      live.stop()
      try {
        await renew(call(api.users.me.password.put(typed, asDevice(person.email)), { token: '' }))
      } finally {
        live.start()
      }
      setTyped({ password: '', newPassword: '' })
      showToast('Your password is changed')
    })
  }
  return (
    <section aria-labelledby="new-password">
      <h2 id="new-password" className="heading">
        New password
      </h2>
      <form className="fields" noValidate onSubmit={handleSubmit}>
        {/* Tells a password manager whose password it is. */}
        <input type="email" autoComplete="username" value={person.email} readOnly hidden />
        <PasswordField
          id="password"
          label="Present password"
          autoComplete="current-password"
          value={password}
          error={form.errorOf('password')}
          onChange={({ target }) => setTyped({ ...typed, password: target.value })}
        />
        <PasswordField
          id="newPassword"
          label="New password"
          autoComplete="new-password"
          value={newPassword}
          error={form.errorOf('newPassword')}
          hint={`${limits.passwordMinLength} characters or more. You stay signed in here, and are signed out everywhere else.`}
          onChange={({ target }) => setTyped({ ...typed, newPassword: target.value })}
        />
        <Notice tone="danger">{form.error}</Notice>
        <Button type="submit" busy={form.busy}>
          Set new password
        </Button>
      </form>
    </section>
  )
}
