import { Icon } from '#client/shared/Icon.tsx'
import { Button } from '#client/portal/ui/Button.tsx'
import type { Club } from '#src/contract/people.ts'
import type { PeopleDialog } from './AskedDialog.tsx'
import { enableClub, isDisabled, sizeText } from './people.ts'
import { PersonRow } from './PersonRow.tsx'
import rows from '#client/portal/ui/Rows.module.css'
import styles from './People.module.css'

type ClubRowProps = {
  club: Club
  isOpen: boolean
  canMove: boolean
  now: Date
  onToggle: () => void
  onOpen: (dialog: PeopleDialog) => void
}

/** A club with the number of its people and lines; its name opens the rest. */
export function ClubRow({ club, isOpen, canMove, now, onToggle, onOpen }: ClubRowProps) {
  const { _id, name, people } = club
  const off = isDisabled(club)
  const id = `people-of-${_id}`
  return (
    <li data-off={off || undefined}>
      <button
        type="button"
        className={`fold ${styles.Fold}`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
      >
        <Icon name="chevron" size="small" />
        <b className="name">{name}</b>
        <small className="hint">
          {off && 'Disabled, '}
          {sizeText(club)}
        </small>
      </button>
      {isOpen && (
        <div id={id} className={`stack ${styles.Inside}`}>
          <ul className={rows.Rows}>
            {people.map((person) => (
              <PersonRow
                key={person._id}
                person={person}
                now={now}
                onDisable={() => onOpen({ what: 'disable', person, from: club })}
                onMove={canMove ? () => onOpen({ what: 'move', person, from: club }) : undefined}
              />
            ))}
          </ul>
          <div className="choices">
            <Button
              size="small"
              icon="person"
              onClick={() => onOpen({ what: 'invite', club: _id })}
            >
              Invite to {name}
            </Button>
            <Button size="small" icon="edit" onClick={() => onOpen({ what: 'rename', club })}>
              Rename<span className="sr"> {name}</span>
            </Button>
            {people.length > 0 && (
              <Button
                size="small"
                icon={off ? undefined : 'ban'}
                onClick={() =>
                  off ? void enableClub(club) : onOpen({ what: 'disable club', club })
                }
              >
                {off ? 'Enable' : 'Disable'} this club<span className="sr">, {name}</span>
              </Button>
            )}
          </div>
        </div>
      )}
    </li>
  )
}
