import { useState } from 'react'
import { useForm } from '#client/portal/account/use-form.ts'
import { Field } from '#client/portal/ui/Field.tsx'
import { FormDialog } from '#client/portal/ui/FormDialog.tsx'
import { InlineSelect } from '#client/portal/ui/InlineSelect.tsx'
import { Plate, Plates } from '#client/portal/ui/Plates.tsx'
import { showToast } from '#client/portal/ui/toast.ts'
import type { Club } from '#src/contract/people.ts'
import { ADMINISTRATOR } from '#src/contract/statuses.ts'
import { readEmail } from '#src/rules/names.ts'
import { invite, untilText } from './people.ts'

type InviteDialogProps = {
  /** The id of the club that is chosen at first; `''` is none. */
  club: string
  /** Those that people can join. */
  clubs: readonly Club[]
  now: Date
  onClose: () => void
}

/** Invites an address to a club or to the administrators. */
export function InviteDialog({ club, clubs, now, onClose }: InviteDialogProps) {
  const form = useForm('email', 'club')
  const [email, setEmail] = useState('')
  const [clubId, setClubId] = useState(club)
  const [isForClub, setForClub] = useState(true)
  const to = clubs.find(({ _id }) => _id === clubId)

  function handleSubmit() {
    form.send([isForClub && !to && { text: 'Choose a club.' }], async () => {
      await invite({ email, ...(isForClub ? { club: clubId } : { access: ADMINISTRATOR }) })
      onClose()
      showToast(`Invited ${readEmail(email)} to ${isForClub ? to?.name : 'the administrators'}`)
    })
  }
  return (
    <FormDialog
      title="Invite somebody"
      submitLabel="Invite"
      busy={form.busy}
      error={form.error}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <Field
        id="email"
        label="Their address"
        type="email"
        autoComplete="off"
        value={email}
        error={form.errorOf('email')}
        onChange={(event) => setEmail(event.target.value)}
      />
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
    </FormDialog>
  )
}
