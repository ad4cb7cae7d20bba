import { Glob } from 'bun'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { memories } from '../content/editions.ts'
import { developers, highlights, verticals } from '../content/people.ts'
import { costaan, stuccan } from '../content/timelines.ts'
import manifest from '../media/manifest.json'
import { drawingAddress } from '../media/pictures.ts'
import { editions } from '../site/editions.ts'
import { memoriesOf, picturesOf } from '../site/gallery/pictures-of.ts'

type Files = Map<string, Uint8Array<ArrayBuffer>>

async function readFolder(folder: string, under: string, pattern = '**/*'): Promise<Files> {
  if (!existsSync(folder)) return new Map()
  const files: Files = new Map()
  for (const path of [...new Glob(pattern).scanSync(folder)].toSorted())
    files.set(under + path, await Bun.file(join(folder, path)).bytes())
  return files
}

/** Every drawing by its name, such as `posters/oasis-2024`. */
async function readDrawings(mediaDir: string): Promise<Files> {
  const files = await readFolder(join(mediaDir, 'drawings'), '', '**/*.svg')
  return new Map([...files].map(([path, bytes]) => [path.replace(/\.svg$/, ''), bytes]))
}

function versionOf(drawings: Files): string {
  const hasher = new Bun.CryptoHasher('sha256')
  for (const [name, bytes] of drawings) hasher.update(`${name}\0`).update(bytes)
  return hasher.digest('hex').slice(0, 10)
}

/** A short hash of all drawings, which stands in their addresses. */
export const drawingsVersion = async (mediaDir: string) => versionOf(await readDrawings(mediaDir))

/** The drawings that entries of the content ask for. */
function namedDrawings(): string[] {
  const all = Object.values(editions).flat()
  const galleries = [...all.map(picturesOf), ...memories.map(({ year }) => memoriesOf(year) ?? [])]
  return [
    ...all.map(({ festival, year }) => `posters/${festival}-${year}`),
    ...galleries.flat().flatMap(({ slot, generated }) => (generated ? [slot] : [])),
    ...[...highlights, ...developers, ...stuccan, ...costaan].map(({ id }) => `team/${id}`),
    ...verticals.map(({ id }) => `craft/${id}`),
  ]
}

/** All files that are served unchanged, by path: drawings, photographs, pictures of shared links, icons. An entry without a drawing gets `placeholder.svg`. */
export async function readPictures(clientDir: string): Promise<Files> {
  const mediaDir = join(clientDir, 'media')
  const drawings = await readDrawings(mediaDir)
  const placeholder = drawings.get('placeholder')
  if (!placeholder) throw new Error('client/media/drawings has no placeholder.svg.')
  if (versionOf(drawings) !== manifest.drawings)
    throw new Error('client/media/drawings has changed: run `bun run media`.')
  for (const name of namedDrawings()) if (!drawings.has(name)) drawings.set(name, placeholder)
  return new Map([
    ...[...drawings].map(([name, bytes]) => [drawingAddress(name), bytes] as const),
    ...(await readFolder(join(mediaDir, 'photographs'), '/assets/media/', '*.{avif,webp,jpg}')),
    ...(await readFolder(join(mediaDir, 'share'), '/share/', '*.png')),
    ...(await readFolder(join(clientDir, 'public'), '/')),
  ])
}
