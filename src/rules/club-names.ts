import { nameKey } from './names.ts'

/** A short name of a club: without the words that say only what kind of body it is. */
export const shortClubName = (name: string): string =>
  name.replace(/^Society for /, '').replace(/ (?:Club|Society|Team|Cell)$/, '')

/** Names with the same key are taken for one: they differ in spaces, dots, hyphens and case at most. */
export const lettersOf = (name: string): string => nameKey(name).replace(/[\s.\p{Pd}]+/gu, '')

/**
 * Readers may take one of two clubs for the other if their names have equal keys: the names are the same by `lettersOf`, or when they
 * are shortened.
 */
export function alikeKey(name: string): string {
  const letters = lettersOf(name)
  return letters.replace(/^societyfor/, '').replace(/(?:club|society|team|cell)$/, '') || letters
}

/** Who has a name, with the verified address. */
type Named = { id: string; name: string; email: string }

/** A name with the address that tells it from others, if there is one. */
export const labelOf = (name: string, email: string | undefined): string =>
  email ? `${name} (${email})` : name

/** The name in front of a club's address, of a label; `null` for a name that stands alone. */
export const nameInLabel = (label: string, email: string): string | null =>
  label.endsWith(` (${email})`) ? label.slice(0, -` (${email})`.length) : null

/**
 * The labels of those who have a name that is alike another's, by id: the name with the verified address. A name that holds an address itself
 * has one too, for it could look like such a label.
 */
export function labelAlike(all: readonly Named[]): ReadonlyMap<string, string> {
  const byKey = Map.groupBy(new Map(all.map((one) => [one.id, one])).values(), ({ name }) =>
    alikeKey(name),
  )
  return new Map(
    [...byKey].flatMap(([key, alike]) =>
      alike.length > 1 || key.includes('@')
        ? alike.map(({ id, name, email }) => [id, labelOf(name, email)])
        : [],
    ),
  )
}
