import { useSession } from '#client/shared/session.ts'
import { Menu } from '#client/portal/ui/Menu.tsx'
import type { Person } from '#src/contract/people.ts'
import { make, changePerson, seenText } from './people.ts'
import styles from './People.module.css'

type PersonRowProps = {
  person: Person
  now: Date
  onDisable: () => void
  /** Left out: there is nowhere to move to. */
  onMove?: (() => void) | undefined
}

export function PersonRow({ person, now, onDisable, onMove }: PersonRowProps) {
  const { cordName, email, mobile, disabled, seen } = person
  const isSelf = useSession()?.user.id === person._id
  const enable = () =>
    void make(() => changePerson(person, { disabled: false }), `${cordName} is enabled`)
  return (
    <li data-off={disabled || undefined}>
      <div>
        <b>{cordName}</b>
        <span>{email}</span>
        {mobile && <span className="num">{mobile}</span>}
      </div>
      <span className={styles.Seen}>
        {isSelf ? 'You' : disabled ? 'Disabled' : seenText(seen, now)}
      </span>
      {!isSelf && (
        <Menu
          label={`More for ${cordName}, ${email}`}
          items={
            disabled
              ? [{ label: 'Enable', onPress: enable }]
              : [
                  ...(onMove ? [{ label: 'Move to another club', onPress: onMove }] : []),
                  { label: 'Disable', onPress: onDisable },
                ]
          }
        />
      )}
    </li>
  )
}
