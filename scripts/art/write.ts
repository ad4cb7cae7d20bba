/**
 * `bun run art` writes the generated art that is committed: the pictures that stylesheets use, the CSS rules of the posters'
 * numerals, and the version in the picture URLs. The build does the same when editions or people have changed.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawAll, type Drawn } from './draw.ts'

const MEDIA = join(import.meta.dir, '../../client/media')

/** Pictures that stylesheets and the page shell import as files. The build draws all others. */
export const COMMITTED = [
  '404-tall.svg',
  '404.svg',
  'door.svg',
  'hero-apogee.svg',
  'hero-oasis.svg',
  'nobody.svg',
  'seal.svg',
  'stage-tall.svg',
  'stage.svg',
  'stile.svg',
  'tape-case.svg',
  'timber.svg',
  'unknown-poster.svg',
]

/** A short hash of all pictures. */
export function versionOf({ pictures }: Pick<Drawn, 'pictures'>): string {
  const hasher = new Bun.CryptoHasher('sha256')
  for (const name of [...pictures.keys()].toSorted())
    hasher.update(`${name}\0${pictures.get(name)}\0`)
  return hasher.digest('hex').slice(0, 10)
}

/** The file of CSS rules for the posters' numerals. */
export const posterSheet = ({ posterCss }: Pick<Drawn, 'posterCss'>) =>
  `/* Written by scripts/art/write.ts: ground, plate and corner of each poster's numeral. */\n${posterCss}\n`

/** Writes the committed art if it is out of date. */
export function writeArt(drawn: Drawn): void {
  const art = versionOf(drawn)
  const path = join(MEDIA, 'manifest.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as { art: string }
  const sheet = join(MEDIA, 'generated/posters.css')
  if (manifest.art === art && readFileSync(sheet, 'utf8') === posterSheet(drawn)) return
  mkdirSync(join(MEDIA, 'generated'), { recursive: true })
  for (const name of COMMITTED)
    writeFileSync(join(MEDIA, 'generated', name), drawn.pictures.get(name) ?? '')
  writeFileSync(sheet, posterSheet(drawn))
  writeFileSync(path, `${JSON.stringify({ ...manifest, art }, null, 2)}\n`)
  console.log(`${drawn.pictures.size} pictures drawn, version ${art}`)
}

if (import.meta.main) writeArt(drawAll())
