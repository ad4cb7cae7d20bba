import { useState } from 'react'
import { useForm } from '#client/portal/account/use-form.ts'
import { Field } from '#client/portal/ui/Field.tsx'
import { ConfirmDialog } from '#client/portal/ui/ConfirmDialog.tsx'
import { InlineSelect } from '#client/portal/ui/InlineSelect.tsx'
import { Plate, Plates } from '#client/portal/ui/Plates.tsx'
import { showToast } from '#client/portal/ui/toast.ts'
import type { Club, PeopleList, Person } from '#src/contract/people.ts'
import { ADMINISTRATOR } from '#src/contract/statuses.ts'
import { emailKey, readEmail } from '#src/rules/names.ts'
import { invite, untilText } from './people.ts'

type InviteDialogProps = {
  /** The id of the club that is chosen at first; `''` is none. */
  club: string
  list: PeopleList
  now: Date
  onClose: () => void
}

/** The fault of an address that has an account already, or `null`. An administrator sees all people, so this reveals nothing. */
function accountFault({ clubs, administrators }: PeopleList, email: string, to: Club | null) {
  const isTheirs = (person: Person) => emailKey(person.email) === emailKey(email)
  const boss = administrators.find(isTheirs)
  if (boss) return `${boss.cordName} has an account with this address, as an administrator.`
  const club = clubs.find(({ people }) => people.some(isTheirs))
  const person = club?.people.find(isTheirs)
  if (!club || !person) return null
  const canMove = to && to !== club && club.state === 'active'
  const way = canMove ? ' Move them under Clubs instead.' : ''
  return `${person.cordName} of ${club.name} has an account with this address.${way}`
}

/** Invites an address to a club or to the administrators. */
export function InviteDialog({ club, list, now, onClose }: InviteDialogProps) {
  const form = useForm({ email: '' })
  const [clubId, setClubId] = useState(club)
  const [isForClub, setForClub] = useState(true)
  const { email } = form.values
  // Nobody is invited to a club that waits.
  const clubs = list.clubs.filter(({ state }) => state === 'active')
  const to = clubs.find(({ _id }) => _id === clubId)

  async function send() {
    await invite({ email, ...(isForClub ? { club: clubId } : { access: ADMINISTRATOR }) })
    onClose()
    showToast(`Invited ${readEmail(email)} to ${isForClub ? to?.name : 'the administrators'}`)
  }
  function handleSubmit() {
    const known = accountFault(list, email, (isForClub && to) || null)
    const faults = [
      known !== null && { text: known, fieldId: 'email' },
      isForClub && !to && { text: 'Choose a club.' },
    ]
    form.send(faults, send)
  }
  return (
    <ConfirmDialog
      title="Invite somebody"
      confirmLabel="Invite"
      busy={form.busy}
      error={form.error}
      onSubmit={handleSubmit}
      onCancel={onClose}
    >
      <Field {...form.field('email')} label="Their address" type="email" autoComplete="off" />
      <Plates legend="They join" isHeading={false}>
        <Plate group="join" name="A club" checked={isForClub} onChoose={() => setForClub(true)} />
        {isForClub && (
          <InlineSelect
            label="Club"
            value={clubId}
            options={[
              { value: '', label: 'Choose a club' },
              ...clubs.map(({ _id, name }) => ({ value: _id, label: name })),
            ]}
            onChange={setClubId}
          />
        )}
        <Plate
          group="join"
          name="The administrators"
          checked={!isForClub}
          onChoose={() => setForClub(false)}
        >
          They can do all that you can. The other administrators are told by mail when they join.
        </Plate>
      </Plates>
      <p className="hint">
        They get a mail. Whoever registers with this address until {untilText(now.getTime(), now)}{' '}
        joins.
      </p>
    </ConfirmDialog>
  )
}
