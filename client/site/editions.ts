import { apogee, oasis, NO_THEME } from '#client/content/editions.ts'
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

export const editionAddress = ({ label }: FestivalEdition) =>
  `/endpoint?description=${encodeURIComponent(label)}`

/** The numeral on a poster: the edition's number, or an apostrophe and the last two digits of the year. */
export const numeralOf = ({ number, year }: FestivalEdition) =>
  number === undefined ? `'${String(year).slice(-2)}` : String(number)
