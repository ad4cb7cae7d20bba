/**
 * `bun run art`: writes down what is committed of the generated art: pictures that stylesheets name, the rules of the posters'
 * numerals, and the version under which the build serves all of it. The build does the same after a change of the editions or people.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawAll, type Drawn } from './draw.ts'

const MEDIA = join(import.meta.dir, '../../client/media')

/** What CSS and the shell name by file; everything else is drawn by the build. */
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

/** A short hash over every picture: the same on every machine, another as soon as one byte of one differs. */
export function versionOf({ pictures }: Pick<Drawn, 'pictures'>): string {
  const hasher = new Bun.CryptoHasher('sha256')
  for (const name of [...pictures.keys()].toSorted())
    hasher.update(`${name}\0${pictures.get(name)}\0`)
  return hasher.digest('hex').slice(0, 10)
}

/** The rules of the posters' numerals as they are written down. */
export const posterSheet = ({ posterCss }: Pick<Drawn, 'posterCss'>) =>
  `/* Written by scripts/art/write.ts: ground, plate and corner of each poster's numeral. */\n${posterCss}\n`

/** Writes down what is committed, if it is not there already. */
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
