import { useState } from 'react'
import { useAttempt } from '#client/portal/data/attempt.ts'
import { ConfirmDialog } from '#client/portal/ui/ConfirmDialog.tsx'
import { InlineSelect } from '#client/portal/ui/InlineSelect.tsx'
import { showToast } from '#client/portal/ui/toast.ts'
import type { Club, Person } from '#src/contract/people.ts'
import { changeClub, changePerson, enabledOf, refusalText } from './people.ts'

/** A change that needs a confirmation, because it signs people out. Without `to` the dialog asks for the club too. */
type Asked =
  | { what: 'move'; person: Person; from: Club; to?: Club }
  | { what: 'disable'; person: Person; from?: Club }
  | { what: 'disable club'; club: Club }

/** A dialog of the page; the club to invite to is an id, or `''`. */
export type PeopleDialog = Asked | { what: 'rename'; club: Club } | { what: 'invite'; club: string }

function wordsOf(asked: Asked, to: Club | undefined) {
  if (asked.what === 'disable club') {
    const { club } = asked
    const count = enabledOf(club).length
    return {
      title: `Disable ${club.name}?`,
      text: `Its ${count === 1 ? '1 person is' : `${count} people are`} signed out at once and cannot sign in. Its order stays. You can enable the club again.`,
      confirm: `Disable ${club.name}`,
      done: `${club.name} is disabled`,
      send: () => changeClub(club, { disabled: true }),
    }
  }
  const { person, from } = asked
  const name = person.cordName
  if (asked.what === 'disable')
    return {
      title: `Disable ${name}?`,
      text: `${name} is signed out at once and gets no more mails. The invitations that ${name} sent are removed.${from ? ` The order of ${from.name} stays.` : ''}`,
      confirm: `Disable ${name}`,
      done: `${name} is disabled`,
      send: () => changePerson(person, { disabled: true }),
    }
  const isLast = asked.from.people.length === 1
  return {
    title: asked.to ? `Move ${name} to ${asked.to.name}?` : `Move ${name} to another club`,
    text: `${name} is signed out and then sees and changes the order of ${to?.name ?? 'that club'}.${isLast ? ` ${asked.from.name} has nobody left.` : ''}`,
    confirm: `Move ${name}`,
    done: `${name} is moved to ${to?.name}`,
    send: () => changePerson(person, { club: to?._id ?? '' }),
  }
}

type AskedDialogProps = { asked: Asked; clubs: readonly Club[]; onClose: () => void }

export function AskedDialog({ asked, clubs, onClose }: AskedDialogProps) {
  const { busy, failure, setFailure, attempt } = useAttempt(refusalText)
  const [chosen, setChosen] = useState('')
  const chooses = asked.what === 'move' && !asked.to
  const others = chooses ? clubs.filter(({ _id }) => _id !== asked.from._id) : []
  const to =
    asked.what === 'move' ? (asked.to ?? others.find(({ _id }) => _id === chosen)) : undefined
  const words = wordsOf(asked, to)

  async function confirm() {
    if (chooses && !to) return setFailure('Choose a club.')
    await words.send()
    onClose()
    showToast(words.done)
  }
  return (
    <ConfirmDialog
      title={words.title}
      confirmLabel={words.confirm}
      loss={asked.what !== 'move'}
      busy={busy}
      error={failure}
      onConfirm={() => attempt(confirm)}
      onCancel={onClose}
    >
      <div className="fields">
        <p>{words.text}</p>
        {chooses && (
          <InlineSelect
            label="To which club"
            showsLabel
            value={chosen}
            options={[
              { value: '', label: 'Choose a club' },
              ...others.map(({ _id, name }) => ({ value: _id, label: name })),
            ]}
            onChange={(next) => {
              setFailure('')
              setChosen(next)
            }}
          />
        )}
      </div>
    </ConfirmDialog>
  )
}
