import { Button } from '#client/portal/ui/Button.tsx'
import { Menu } from '#client/portal/ui/Menu.tsx'
import { Notice } from '#client/portal/ui/Notice.tsx'
import type { Club } from '#src/contract/people.ts'
import { lettersOf } from '#src/rules/club-names.ts'
import { grouped } from '#src/rules/number-text.ts'
import type { PeopleDialog } from './AskedDialog.tsx'
import { changeClub, enableClub, enabledOf, isDisabled, make, sizeText } from './people.ts'
import styles from './People.module.css'

type WaitingClubsProps = {
  waiting: readonly Club[]
  /** All clubs, those that order first. */
  clubs: readonly Club[]
  onOpen: (dialog: PeopleDialog) => void
}

/** Clubs that no administrator has approved, each with the club of almost the same name. */
export function WaitingClubs({ waiting, clubs, onOpen }: WaitingClubsProps) {
  const keys = new Map(clubs.map((club) => [club, lettersOf(club.name)]))

  /** The focus goes to the next club, while this one still stands in the list. */
  async function approve(club: Club, row: Element | null) {
    const [asker] = enabledOf(club)
    const next = row?.nextElementSibling ?? row?.previousElementSibling
    const done = `${club.name} is approved.${asker ? ` ${asker.cordName} gets a mail.` : ''}`
    if (!(await make(() => changeClub(club, { state: 'active' }), done))) return
    const button = next?.querySelector<HTMLElement>('[data-next-focus]')
    ;(button ?? document.getElementById('clubs'))?.focus()
  }

  if (waiting.length === 0) return null
  return (
    <section className={styles.Waiting} aria-labelledby="waiting">
      <h2 id="waiting" className="heading">
        Waiting <b className="num">{grouped(waiting.length)}</b>
      </h2>
      <ul>
        {waiting.map((club) => {
          const alike = clubs.find((one) => one !== club && keys.get(one) === keys.get(club))
          const off = isDisabled(club)
          return (
            <li key={club._id}>
              <div className={styles.Who}>
                <b className="name">{club.name}</b>
                {club.people.map(({ _id, cordName, email, mobile }) => (
                  <span key={_id} className="hint">
                    {cordName}, {email}, <span className="num">{mobile}</span>
                  </span>
                ))}
                {off && <span data-bad="">Disabled</span>}
              </div>
              <Menu
                label={`More for ${club.name}`}
                items={[
                  { label: 'Rename', onPress: () => onOpen({ what: 'rename', club }) },
                  off
                    ? { label: 'Enable', onPress: () => void enableClub(club) }
                    : { label: 'Disable', onPress: () => onOpen({ what: 'disable club', club }) },
                ]}
              />
              {alike && (
                <Notice tone="warn">
                  {alike.name === club.name ? 'The name of' : 'Almost the name of'}{' '}
                  <b>{alike.name}</b> ({sizeText(alike)}).
                </Notice>
              )}
              <div className="choices">
                <Button
                  data-next-focus=""
                  className={styles.Approve}
                  onClick={({ currentTarget }) => void approve(club, currentTarget.closest('li'))}
                >
                  Approve<span className="sr"> {club.name}</span>
                </Button>
                {alike &&
                  enabledOf(club).map((person) => (
                    <Button
                      key={person._id}
                      onClick={() => onOpen({ what: 'move', person, from: club, to: alike })}
                    >
                      Move {person.cordName} to {alike.name}
                    </Button>
                  ))}
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
