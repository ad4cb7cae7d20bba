import { type ReactNode, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { BackLink } from '#client/portal/app/BackLink.tsx'
import { api, call } from '#client/portal/data/api.ts'
import { live } from '#client/portal/data/live.ts'
import { toShown, write } from '#client/portal/data/live-query.ts'
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
import { NewPasswordField, PasswordField, passwordProblems } from './PasswordField.tsx'
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
      <ListBody list={toShown(result)} noun="your account">
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

type PartProps = { id: string; title: string; children: ReactNode }

const Part = ({ id, title, children }: PartProps) => (
  <section className="fields" aria-labelledby={id}>
    <h2 id={id} className="heading">
      {title}
    </h2>
    {children}
  </section>
)

type FormProps = {
  form: { busy: boolean; error: string | undefined }
  submit: string
  isMain?: boolean
  onSubmit: () => void
  children: ReactNode
}

const Form = ({ form, submit, isMain = false, onSubmit, children }: FormProps) => (
  <form className="fields" noValidate onSubmit={onSubmit}>
    {children}
    <Notice tone="danger">{form.error}</Notice>
    <Button type="submit" variant={isMain ? 'primary' : 'quiet'} busy={form.busy}>
      {submit}
    </Button>
  </form>
)

function You({ person }: { person: Me }) {
  const form = useForm({ cordName: person.cordName, mobile: person.mobile })
  const { cordName, mobile } = form.values

  async function save() {
    if (cordName === person.cordName && mobile === person.mobile)
      return showToast('No changes to save.')
    await write(call(api.users.me.patch(form.typed), { _id: '' }))
    renameUser(cordName.trim())
    form.clear()
    showToast('Saved')
  }
  return (
    <Part id="you" title="You">
      <Form form={form} submit="Save" isMain onSubmit={() => form.send([], save)}>
        <Field
          {...form.field('cordName')}
          label="Your name"
          autoComplete="name"
          maxLength={limits.nameLength}
        />
        <Field {...form.field('mobile')} label="Phone" type="tel" autoComplete="tel" />
        <p>
          You sign in as <b>{person.email}</b>.
        </p>
      </Form>
      {person.club && <MailSwitch />}
    </Part>
  )
}

function Club({ club }: { club: NonNullable<Me['club']> }) {
  const form = useForm({ email: '' })
  const [now] = useState(() => new Date())
  const ownId = useSession()?.user.id

  async function send() {
    const { email } = form.values
    await invite({ email })
    form.clear()
    showToast(`Invited ${readEmail(email)} to ${club.name}`)
  }
  return (
    <Part id="club" title={club.name}>
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
          <h3 id="invited" className="hint" tabIndex={-1}>
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
        <Form form={form} submit="Invite" onSubmit={() => form.send([], send)}>
          <Field
            {...form.field('email')}
            label="Invite somebody to your club"
            type="email"
            autoComplete="off"
            hint={`They register with this address within ${limits.invitationDays} days. Then they see and change your order, as you do.`}
          />
        </Form>
      )}
    </Part>
  )
}

function NewPassword({ person }: { person: Me }) {
  const form = useForm({ password: '', newPassword: '' })
  const { password, newPassword } = form.values

  async function change() {
    // The server ends this page's socket with the old token, which must not look like the end of the session.
    live.stop()
    try {
      const body = { password, newPassword }
      await renew(call(api.users.me.password.put(body, asDevice(person.email)), { token: '' }))
    } finally {
      live.start()
    }
    form.clear()
    showToast('Your password is changed')
  }
  function handleSubmit() {
    const names = [person.email, ...(person.club ? [person.club.name] : [])]
    const faults = [
      password === '' && { text: 'Enter your present password.', fieldId: 'password' },
      newPassword === '' && { text: 'Enter a new password.', fieldId: 'newPassword' },
      ...passwordProblems('newPassword', newPassword, names),
    ]
    form.send(faults, change)
  }
  return (
    <Part id="new-password" title="New password">
      <Form form={form} submit="Set new password" onSubmit={handleSubmit}>
        {/* Tells a password manager whose password it is. */}
        <input type="email" autoComplete="username" value={person.email} readOnly hidden />
        <PasswordField
          {...form.field('password')}
          label="Present password"
          autoComplete="current-password"
        />
        <NewPasswordField
          {...form.field('newPassword')}
          label="New password"
          hint={`${limits.passwordMinLength} characters or more. You stay signed in here, and are signed out everywhere else.`}
        />
      </Form>
    </Part>
  )
}
