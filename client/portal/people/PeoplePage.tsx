import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { AdminScreen } from '#client/portal/app/AdminScreen.tsx'
import { RenameDialog } from '#client/portal/app/RenameDialog.tsx'
import { api, call } from '#client/portal/data/api.ts'
import { useLive, write } from '#client/portal/data/live-query.ts'
import { useReader } from '#client/portal/history/use-reader.ts'
import { ListBody } from '#client/portal/lists/ListBody.tsx'
import { useListView } from '#client/portal/lists/use-list-view.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { EmptyState } from '#client/portal/ui/EmptyState.tsx'
import { SearchBox } from '#client/portal/ui/SearchBox.tsx'
import { Switch } from '#client/portal/ui/Switch.tsx'
import { showFailure, showToast } from '#client/portal/ui/toast.ts'
import { limits } from '#src/contract/limits.ts'
import type { Club, PeopleList, RegistrationMode } from '#src/contract/people.ts'
import { grouped } from '#src/rules/number-text.ts'
import { createSearch } from '#src/rules/search.ts'
import { AskedDialog, type PeopleDialog } from './AskedDialog.tsx'
import { ClubRow } from './ClubRow.tsx'
import { InvitationRow } from './InvitationRow.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { changeClub, peopleList, untilText } from './people.ts'
import { PersonRow } from './PersonRow.tsx'
import { WaitingClubs } from './WaitingClubs.tsx'
import rows from '#client/portal/ui/Rows.module.css'
import styles from './People.module.css'

const NOTHING: PeopleList = { clubs: [], administrators: [], invitations: [], mode: 'open' }

async function renameClub(club: Club, name: string) {
  await changeClub(club, { name })
  showToast(`${club.name} is now called ${name.trim()}`)
}

/** Who belongs to which club, who administers, who waits and who is invited. */
export default function PeoplePage() {
  const people = useLive(peopleList)
  const known = people.value ?? NOTHING
  const { clubs, administrators, invitations, mode } = known
  const { now } = useReader()
  const active = clubs.filter(({ state }) => state === 'active')
  const waiting = clubs.filter(({ state }) => state === 'waiting')
  const [dialog, setDialog] = useState<PeopleDialog | null>(null)
  const close = () => setDialog(null)

  return (
    <AdminScreen
      action={
        <Button size="small" icon="person" onClick={() => setDialog({ what: 'invite', club: '' })}>
          Invite
        </Button>
      }
    >
      <ListBody list={people} noun="the people">
        <div className={styles.Halves}>
          <div>
            <WaitingClubs waiting={waiting} clubs={[...active, ...waiting]} onOpen={setDialog} />
            <Clubs clubs={active} canMove={clubs.length > 1} now={now} onOpen={setDialog} />
          </div>
          <div>
            <ApprovalSwitch mode={mode} />
            <section aria-labelledby="administrators">
              <h2 id="administrators" className="heading">
                Administrators
              </h2>
              <ul className={rows.Rows}>
                {administrators.map((person) => (
                  <PersonRow
                    key={person._id}
                    person={person}
                    now={now}
                    onDisable={() => setDialog({ what: 'disable', person })}
                  />
                ))}
              </ul>
            </section>
            <section aria-labelledby="invitations">
              <h2 id="invitations" className="heading" tabIndex={-1}>
                Invitations
              </h2>
              {invitations.length === 0 ? (
                <p className="hint">Nobody is invited now.</p>
              ) : (
                <ul className={rows.Rows}>
                  {invitations.map((invitation) => (
                    <InvitationRow key={invitation._id} invitation={invitation}>
                      {`${invitation.club?.name ?? 'Administrators'}, until ${untilText(Date.parse(invitation.at), now)}`}
                    </InvitationRow>
                  ))}
                </ul>
              )}
            </section>
          </div>
        </div>
      </ListBody>
      {dialog?.what === 'rename' ? (
        <RenameDialog
          title={`Rename ${dialog.club.name}`}
          label="Name of the club"
          maxLength={limits.nameLength}
          name={dialog.club.name}
          rename={(name) => renameClub(dialog.club, name)}
          onClose={close}
        />
      ) : dialog?.what === 'invite' ? (
        <InviteDialog club={dialog.club} list={known} now={now} onClose={close} />
      ) : (
        dialog && <AskedDialog asked={dialog} clubs={clubs} onClose={close} />
      )}
    </AdminScreen>
  )
}

type ClubsProps = {
  clubs: readonly Club[]
  canMove: boolean
  now: Date
  onOpen: (dialog: PeopleDialog) => void
}

function Clubs({ clubs, canMove, now, onOpen }: ClubsProps) {
  const { query, setQuery, shown } = useListView()
  /** Whether a club is open, by id, once the person has opened or closed it. */
  const [turned, setTurned] = useState<ReadonlyMap<string, boolean>>(new Map())
  const isFound = createSearch(shown.query)
  const found = clubs.filter(({ name, people }) =>
    isFound([name, ...people.flatMap(({ cordName, email }) => [cordName, email])].join('\n')),
  )
  return (
    <section aria-labelledby="clubs">
      <header className={`line ${styles.Head}`}>
        <h2 id="clubs" className="heading" tabIndex={-1}>
          Clubs {clubs.length > 0 && <b className="num">{grouped(clubs.length)}</b>}
        </h2>
        <SearchBox label="Search clubs or people" value={query} onChange={setQuery} />
      </header>
      {clubs.length === 0 ? (
        <EmptyState level={3} title="No club has registered yet">
          Whoever registers founds a club. You can also invite somebody.
        </EmptyState>
      ) : found.length === 0 ? (
        <EmptyState
          level={3}
          title={`Nobody matches “${shown.query.trim()}”`}
          action={<Button onClick={() => setQuery('')}>Clear search</Button>}
        >
          Look for a shorter part of a name or address.
        </EmptyState>
      ) : (
        <ul className="ruled">
          {found.map((club) => {
            // A club that is found by one of its people shows them.
            const isOpen = turned.get(club._id) ?? !isFound(club.name)
            return (
              <ClubRow
                key={club._id}
                club={club}
                isOpen={isOpen}
                canMove={canMove}
                now={now}
                onToggle={() => setTurned(new Map(turned).set(club._id, !isOpen))}
                onOpen={onOpen}
              />
            )
          })}
        </ul>
      )}
    </section>
  )
}

function ApprovalSwitch({ mode }: { mode: RegistrationMode }) {
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (next: RegistrationMode) =>
      write(call(api.users.registration.put({ mode: next }), {})),
    onError: () => showFailure('Not saved. Check your connection and try again.'),
  })
  const isOn = (isPending ? variables : mode) === 'approval'
  return (
    <div className={styles.Mode}>
      <Switch
        label="New clubs wait for approval"
        note={
          isOn
            ? 'On: a new club fills a cart, and can order once you approve it.'
            : 'Off: a new club can order at once.'
        }
        checked={isOn}
        busy={isPending}
        onPress={() => mutate(isOn ? 'open' : 'approval')}
      />
    </div>
  )
}
