import manifest from './manifest.json'

/** A photograph in a slot. Files: `/assets/media/<hash>-<width>.<avif|webp>` and one JPEG. */
export type Photograph = {
  width: number
  height: number
  alt: string
  credit?: string
  hash: string
  widths: number[]
  /** Its most frequent colour, `rrggbb`, shown while it loads. */
  colour: string
  /** The width of the JPEG, for browsers without AVIF and WebP. */
  jpeg: number
}

const photographs = manifest.photographs as Record<string, Photograph>

/** The photograph for a slot (`team/lead-oasis`); with `null` the page shows a drawing. */
export const photographOf = (slot: string): Photograph | null => photographs[slot] ?? null

/** The photographs of a folder (`editions/oasis/2019`) and their slots, without the cover, in the order of their file names. */
export const photographsIn = (folder: string): [slot: string, Photograph][] =>
  Object.entries(photographs)
    .filter(([slot]) => slot.startsWith(`${folder}/`) && !slot.endsWith('/cover'))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))

/** The address of a drawing; it changes when any of them changes. */
export const drawingAddress = (name: string) => `/assets/drawings/${manifest.drawings}/${name}.svg`

export const photographAddress = (hash: string, width: number, format: 'avif' | 'webp' | 'jpg') =>
  `/assets/media/${hash}-${width}.${format}`
