import { memories } from '#client/content/editions.ts'
import { nameOf, type FestivalEdition } from '#client/site/editions.ts'
import { photographsIn } from '#client/media/pictures.ts'

/** Width and height of the studies of a gallery, in order: one across the page, then full rows on every screen size. */
const STUDY_FORMATS = [
  [1320, 600],
  [600, 750],
  [600, 600],
  [600, 750],
  [600, 750],
  [900, 600],
  [600, 750],
  [600, 750],
] as const

const MEMORY_FORMATS = Array.from({ length: 8 }, () => [900, 600] as const)

export type GalleryPicture = {
  slot: string
  width: number
  height: number
  alt: string
  caption: string
  generated: boolean
}

const photographs = (folder: string, of: string): GalleryPicture[] =>
  photographsIn(folder).map(([slot, { width, height, alt, credit }], index, all) => {
    const text = alt || `${of}, photograph ${index + 1} of ${all.length}`
    const caption = credit ? `${text}. ${credit}` : text
    return { slot, width, height, alt: text, caption, generated: false }
  })

const studies = (
  folder: string,
  of: string,
  formats: readonly (readonly [number, number])[],
): GalleryPicture[] =>
  formats.map(([width, height], index) => {
    const caption = `Stand-in drawing for ${of}`
    return {
      slot: `${folder}-${index + 1}`,
      width,
      height,
      alt: formats.length > 1 ? `${caption}, ${index + 1} of ${formats.length}` : caption,
      caption,
      generated: true,
    }
  })

/** The pictures of an edition: its photographs, or else generated studies; one study for an edition without photographs on record. */
export function picturesOf(edition: FestivalEdition): GalleryPicture[] {
  const { festival, year, photos } = edition
  const of = nameOf(edition)
  const taken = photographs(`editions/${festival}/${year}`, of)
  if (taken.length > 0) return taken
  return studies(
    `studies/${festival}-${year}`,
    of,
    photos === 'none' ? [[900, 600]] : STUDY_FORMATS,
  )
}

/** The photo set of a fest year: `null` without a set, empty when its photographs are missing. */
export function memoriesOf(year: number): GalleryPicture[] | null {
  const set = memories.find((one) => one.year === year)
  if (!set) return null
  const taken = photographs(`memories/${year}`, `The festivals of ${year}`)
  if (taken.length > 0) return taken
  return set.photos === 'none'
    ? []
    : studies(`memories/${year}`, `the festivals of ${year}`, MEMORY_FORMATS)
}
