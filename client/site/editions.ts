import { apogee, oasis, NO_THEME } from '#client/content/editions.ts'
import { projects } from '#client/content/projects.ts'
import type { Edition, Project } from '#client/content/schema.ts'

export type Festival = Project['id']

/** An edition as the pages show it. */
export type FestivalEdition = Edition & {
  festival: Festival
  /** What the address says: `OASIS 2024`. */
  label: string
  /** `Oasis 2024 | #52`, `APOGEE 2025`. */
  title: string
  subtitle: string
}

/** `Oasis 2024`, `APOGEE 2025`. */
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

/** Each festival's editions, newest first. */
export const editions: Record<Festival, readonly FestivalEdition[]> = {
  oasis: oasis.map((edition) => show('oasis', edition)),
  apogee: apogee.map((edition) => show('apogee', edition)),
}

/** As the server compares: it looks up the page of an address by the same rule. */
const isSame = (label: string, given: string) => label.toLowerCase() === given.trim().toLowerCase()

/** The festival that an address names, whatever its case; `null` for any other. */
export const findFestival = (description: string): Project | null =>
  projects.find(({ param }) => isSame(param, description)) ?? null

/** The edition that an address names, whatever its case; `null` for any other. */
export const findEdition = (description: string): FestivalEdition | null =>
  [...editions.oasis, ...editions.apogee].find(({ label }) => isSame(label, description)) ?? null

/** Where an address names a year without an edition: that festival's edition next to it; `null` where it names no year. */
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

/** What stands large on its poster: the edition's number, else the year's last two digits, which an apostrophe tells apart. */
export const numeralOf = ({ number, year }: FestivalEdition) =>
  number === undefined ? `'${String(year).slice(-2)}` : String(number)
