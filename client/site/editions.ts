import { apogee, oasis, NO_THEME } from '#client/content/editions.ts'
import { projects } from '#client/content/projects.ts'
import type { Edition, Project } from '#client/content/schema.ts'

export type Festival = Project['id']

export type FestivalEdition = Edition & {
  festival: Festival
  /** The `description` in the address: `OASIS 2024`. */
  label: string
  /** `Oasis 2024 | #52`, `APOGEE 2025`. */
  title: string
  subtitle: string
}

export const nameOf = ({ festival, year }: { festival: Festival; year: number | string }) =>
  `${festival === 'oasis' ? 'Oasis' : 'APOGEE'} ${year}`

const show = (festival: Festival, edition: Edition): FestivalEdition => ({
  ...edition,
  festival,
  label: `${festival.toUpperCase()} ${edition.year}`,
  title:
    nameOf({ festival, year: edition.year }) +
    (festival === 'oasis' ? ` | #${edition.number}` : ''),
  subtitle: edition.theme ?? NO_THEME,
})

export const editions: Record<Festival, readonly FestivalEdition[]> = {
  oasis: oasis.map((edition) => show('oasis', edition)),
  apogee: apogee.map((edition) => show('apogee', edition)),
}

/** The same rule by which the server finds the page of an address. */
const isSame = (label: string, given: string) => label.toLowerCase() === given.trim().toLowerCase()

/** The festival that an address names, whatever its case; `null` for any other. */
export const findFestival = (description: string): Project | null =>
  projects.find(({ param }) => isSame(param, description)) ?? null

/** The edition that an address names, whatever its case; `null` for any other. */
export const findEdition = (description: string): FestivalEdition | null =>
  [...editions.oasis, ...editions.apogee].find(({ label }) => isSame(label, description)) ?? null

/** The festival's edition nearest to the year in an address; `null` when the address contains no festival and year. */
export function nearestEdition(description: string) {
  const [, given, year] = /^(oasis|apogee) (\d{4})$/.exec(description.trim().toLowerCase()) ?? []
  if (!given || !year) return null
  const festival = given as Festival
  const away = (edition: FestivalEdition) => Math.abs(edition.year - Number(year))
  const [nearest] = editions[festival].toSorted((one, other) => away(one) - away(other))
  return (
    nearest && {
      asked: nameOf({ festival, year }),
      year,
      name: nameOf(nearest),
      address: editionAddress(nearest),
    }
  )
}

export const editionAddress = ({ label }: FestivalEdition) =>
  `/endpoint?description=${encodeURIComponent(label)}`

/** The numeral on a poster: the edition's number, or an apostrophe and the last two digits of the year. */
export const numeralOf = ({ number, year }: FestivalEdition) =>
  number === undefined ? `'${String(year).slice(-2)}` : String(number)
