import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type HistoryPerson, KINDS } from '#src/contract/history.ts'
import type { Club } from '#src/contract/people.ts'
import { inNameOrder } from '#src/contract/list-order.ts'
import { api, call } from '#client/portal/data/api.ts'
import { enabledOf, peopleList } from '#client/portal/people/people.ts'
import { editionList } from '#client/portal/editions/lists.ts'
import { useLive, useLiveList } from '#client/portal/data/live-query.ts'
import { stockList } from '#client/portal/orders/lists.ts'
import { labelAlike } from '#src/rules/club-names.ts'
import { may } from '#src/rules/permissions.ts'
import { useSession } from '#client/shared/session.ts'
import { clubKey } from './with-labels.ts'

const byLabel = (options: readonly { value: string; label: string }[]) =>
  inNameOrder(options, ({ label }) => label)
const NOBODY: HistoryPerson[] = []
const NO_CLUBS: Club[] = []
const isAdministrator = ({ access }: HistoryPerson) => may(access, 'history.see')

/** What the selects offer. */
export function useNames() {
  // The other filters work without the names.
  const { data: people = NOBODY } = useQuery({
    queryKey: ['history people'],
    queryFn: () => call(api.cart['history-people'].get(), [{ id: '', name: '', email: '' }]),
  })
  const clubs = useLive(peopleList).value?.clubs ?? NO_CLUBS
  const ownId = useSession((session) => session?.user.id) ?? ''
  const items = useLiveList(stockList).rows
  const editions = useLive(editionList).value ?? []
  /** Everybody whom an entry may name. */
  const accounts = useMemo(
    () => [
      ...people,
      ...clubs.map((club) => ({
        id: clubKey(club._id),
        name: club.name,
        email: enabledOf(club)[0]?.email ?? '',
      })),
    ],
    [people, clubs],
  )
  const labels = useMemo(() => labelAlike(accounts), [accounts])
  const others = people.filter(({ id }) => id !== ownId)
  const toOption = ({ id, name }: Pick<HistoryPerson, 'id' | 'name'>) => ({
    value: id,
    label: labels.get(id) ?? name,
  })
  const names = {
    club: byLabel(
      clubs.map(({ _id, name }) => ({ value: _id, label: labels.get(clubKey(_id)) ?? name })),
    ),
    item: items.map(({ _id, itemName }) => ({ value: _id, label: itemName })),
    /** The earlier ones. */
    edition: editions
      .filter(({ ended_at }) => ended_at !== null)
      .map(({ _id, name }) => ({ value: _id, label: name })),
    kind: Object.entries(KINDS).map(([value, { label }]) => ({ value, label })),
    by: [
      { value: ownId, label: 'Me' },
      ...byLabel(others.filter(isAdministrator).map(toOption)),
      ...byLabel(others.filter((person) => !isAdministrator(person)).map(toOption)),
    ],
  }
  return { names, accounts, clubs }
}
export type Names = ReturnType<typeof useNames>['names']
