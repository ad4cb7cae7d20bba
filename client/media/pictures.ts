import manifest from './manifest.json'

/** A photograph that stands in a slot. Files: `/assets/media/<hash>-<width>.<avif|webp>` and one JPEG. */
export type Photograph = {
  width: number
  height: number
  alt: string
  credit?: string
  hash: string
  widths: number[]
  /** Its most frequent colour, `rrggbb`, which fills its place until it has come. */
  colour: string
  /** The width of the JPEG, for browsers that know neither AVIF nor WebP. */
  jpeg: number
}

const photographs = manifest.photographs as Record<string, Photograph>

/** The photograph that was dropped into a slot (`team/lead-oasis`), or `null`: then the generated picture stands there. */
export const photographOf = (slot: string): Photograph | null => photographs[slot] ?? null

/** The slots of a folder's photographs (`editions/oasis/2019`), in the order of their file names; the cover is not among them. */
export const photographsIn = (folder: string): string[] =>
  Object.keys(photographs)
    .filter((slot) => slot.startsWith(`${folder}/`) && !slot.endsWith('/cover'))
    .toSorted()

/** Where a generated picture lies; the address changes when any of them is drawn anew. */
export const artAddress = (slot: string, version = manifest.art) =>
  `/assets/art/${version}/${slot}.svg`

export const photographAddress = (hash: string, width: number, format: 'avif' | 'webp' | 'jpg') =>
  `/assets/media/${hash}-${width}.${format}`
