import type { HistoryEntry, HistoryPerson } from '#src/contract/history.ts'
import { labelAlike } from '#src/rules/club-names.ts'

type Named = Omit<HistoryPerson, 'access'>

/** What tells a club from the person who founded it: both have one id. */
export const clubKey = (id: string): string => `club ${id}`

/** The clubs and people that an entry names with their addresses. */
const namedIn = ({ by, club, undone }: HistoryEntry): Named[] => [
  ...(club?.email ? [{ id: clubKey(club.user_id), name: club.clubName, email: club.email }] : []),
  ...[by, undone?.by].flatMap((who) =>
    who?.id && who.name && who.email ? [{ id: who.id, name: who.name, email: who.email }] : [],
  ),
]

/** Entries in which clubs and people with alike names, of these entries or of `others`, have their verified address behind it. */
export function withLabels(
  entries: readonly HistoryEntry[],
  others: readonly Named[] = [],
): readonly HistoryEntry[] {
  const labels = labelAlike([...others, ...entries.flatMap(namedIn)])
  if (labels.size === 0) return entries
  const told = <Who extends { id?: string; name?: string }>(who: Who): Who => {
    const label = labels.get(who.id ?? '')
    return label === undefined ? who : { ...who, name: label }
  }
  return entries.map((entry) => {
    const { by, club } = entry
    const label = labels.get(clubKey(club?.user_id ?? ''))
    return {
      ...entry,
      by: by && told(by),
      ...(club && label !== undefined && { club: { ...club, clubName: label } }),
    }
  })
}
