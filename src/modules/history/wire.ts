import type { ClubId } from '#src/contract/ids.ts'
import {
  type EntryBy,
  type FieldChange,
  type FieldValue,
  type HistoryEntry,
  type HistoryPage,
  KINDS,
  type OrderingTurn,
} from '#src/contract/history.ts'
import { ADMINISTRATOR, isRole, type Role } from '#src/contract/statuses.ts'
import { type Changes, type Maker, TOOL } from '#src/rules/entries.ts'
import { may } from '#src/rules/permissions.ts'
import type { Author, ListedEntry } from '#src/store/port.ts'

const toChange = ([field, [before, after]]: [
  string,
  readonly [FieldValue, FieldValue],
]): FieldChange =>
  field === 'isOpen'
    ? { field: 'isConfirmDisabled', before: !before, after: !after }
    : { field, before, after }

type Actor = { by: Maker; asClub: ClubId | null; author: Author | null }
/** The club that reads; `null` for an administrator. */
type Reader = ClubId | null

/** The role of somebody who acted as no club. They may have joined one since. */
const roleOf = (author: Author | null): Role =>
  author && isRole(author.access) && !may(author.access, 'orders.own')
    ? author.access
    : ADMINISTRATOR

/** Who did something. For a club, whoever did not act as this club is an administrator without a name, and nobody has an address. */
function toBy({ by, asClub, author }: Actor, reader: Reader): EntryBy | null {
  if (by === null) return null
  if (by === TOOL) return { access: TOOL }
  if (reader !== null && asClub !== reader) return { access: ADMINISTRATOR }
  const email = reader === null && author && { email: author.email }
  const who = { id: by, ...(author && { name: author.name }), ...email }
  return asClub === null
    ? { ...who, access: roleOf(author) }
    : { ...who, access: 'user', club: asClub }
}

function toEntry(entry: ListedEntry, reader: Reader): HistoryEntry {
  const { clubId, lineId, itemId, clubName, itemName, ordered, units, kind, undone } = entry
  const { personId, person } = entry
  const address = reader === null && entry.clubEmail !== null && { email: entry.clubEmail }
  const { to, ...fields } = entry.changes
  const { message, ...announced } = fields
  const isMessage = kind === 'announced' && message !== undefined
  const changes = Object.entries(isMessage ? announced : fields).map(toChange)
  return {
    _id: entry.id,
    at: new Date(entry.at).toISOString(),
    kind,
    batch: entry.batch,
    by: toBy(entry, reader),
    ...(clubId !== null && {
      club: { user_id: clubId, clubName: clubName ?? '', ...address },
    }),
    ...(personId !== null && {
      person: { id: personId, name: person?.name ?? '', email: person?.email ?? '' },
    }),
    ...(lineId !== null && {
      line: { _id: lineId, itemName: itemName ?? '', ordered_quantity: ordered ?? 0 },
    }),
    ...(itemId !== null && { item: { _id: itemId, itemName: itemName ?? '' } }),
    ...((units !== 0 || KINDS[kind].movesUnits) && { units }),
    ...(changes.length > 0 && { changes }),
    ...(to && { to: String(to[1]) }),
    ...(entry.reason !== '' && { [kind === 'line_deleted' ? 'reason' : 'note']: entry.reason }),
    ...(isMessage && { message: String(message[1]) }),
    ...(entry.undoes !== null && { undoes: entry.undoes }),
    ...(entry.more !== undefined && { more: entry.more }),
    ...(undone && {
      undone: {
        at: new Date(undone.at).toISOString(),
        by: toBy(undone, reader),
        batch: undone.batch,
      },
    }),
  }
}

/** Units that a club gained by changes. */
const gainedBy = ({ allotted_quantity: [before, after] = [0, 0] }: Changes): number =>
  Number(after) - Number(before)

/**
 * An entry as the club of its line may read it: from what it saw to what it sees. Nothing of a decision that is held back is left, not even
 * that one took another back.
 */
function asTold(entry: ListedEntry): ListedEntry {
  const { kind, undone, told } = entry
  const shown = { ...entry, undone: undone?.isHidden ? null : undone }
  const changes = told ?? (kind === 'announced' ? entry.changes : null)
  return changes ? { ...shown, changes, units: gainedBy(changes) } : shown
}

/** A page as administrators read it; as a club may read it, without id and name of those who did not act as it, and without what is held back. */
export const toWirePage = (
  { entries, next }: { entries: ListedEntry[]; next: string | null },
  reader: Reader,
): HistoryPage => ({
  entries: entries.map((entry) => toEntry(reader === null ? entry : asTold(entry), reader)),
  next,
})

/** A turn of ordering. */
export const toWireTurn = (entry: ListedEntry): OrderingTurn => ({
  at: new Date(entry.at).toISOString(),
  isConfirmDisabled: entry.changes.isOpen?.[1] === false,
  by: toBy(entry, null),
})
