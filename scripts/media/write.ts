/**
 * `bun run media`: converts the photographs in `media/` to the sizes and formats that the site shows, without location and camera
 * data, and lists them in a manifest, with the version of the drawings. The results are committed, so that a build does not need the photographs.
 */
import { Glob } from 'bun'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join, resolve } from 'node:path'
import sharp from 'sharp'
import { drawingsVersion } from '#client/build/picture-files.ts'
import type { Photograph } from '#client/media/pictures.ts'
import { slotFault } from './slots.ts'

const MEDIA = join(import.meta.dir, '../../client/media')
const WIDTHS = [320, 640, 960, 1_440, 1_920]
const JPEG_WIDTH = 960
const MOST_PIXELS = 100_000_000
const CAPTIONS = 'captions.json'
/** Part of every file name. Raise it when the formats below change. */
const RECIPE = '1'

type Caption = { alt: string; credit?: string }
type Manifest = { drawings: string; photographs: Record<string, Photograph> }
type Found = { path: string; slot: string }

/** The captions of a folder, by file name without its ending. Adds a problem, with file and field, for each mistake. */
async function readCaptions(folder: string, shown: string, problems: string[]) {
  const captions = new Map<string, Caption>()
  const path = join(folder, CAPTIONS)
  if (!existsSync(path)) return captions
  const given: unknown = await Bun.file(path)
    .json()
    .catch(() => null)
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    problems.push(`${shown}: must be JSON, { "file name": { "alt": "…", "credit": "…" } }.`)
    return captions
  }
  for (const [name, caption] of Object.entries(given as Record<string, Partial<Caption> | null>)) {
    const { alt, credit } = caption ?? {}
    if (typeof alt !== 'string' || alt.trim() === '')
      problems.push(`${shown}: "${name}".alt must say what the photograph shows.`)
    else if (credit !== undefined && typeof credit !== 'string')
      problems.push(`${shown}: "${name}".credit must be a text.`)
    else captions.set(name, { alt, ...(credit !== undefined && { credit }) })
  }
  return captions
}

function describeFault(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  if (/pixel limit/i.test(text)) return `has more than ${MOST_PIXELS / 1_000_000} megapixels.`
  return `cannot be read (${text.split('\n')[0]}); save it as JPEG, PNG or WebP.`
}

/** Writes one photograph in every size and format that does not exist yet. sharp drops all metadata by default. */
async function develop(path: string, outDir: string): Promise<Omit<Photograph, 'alt' | 'credit'>> {
  const bytes = await Bun.file(path).bytes()
  const hash = new Bun.CryptoHasher('sha256')
    .update(RECIPE)
    .update(bytes)
    .digest('hex')
    .slice(0, 12)
  const open = () => sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' }).autoOrient()
  const { width = 0, height = 0, autoOrient } = await open().metadata()
  const full = { width: autoOrient?.width ?? width, height: autoOrient?.height ?? height }
  const widths = [...WIDTHS.filter((each) => each < full.width), Math.min(full.width, 1_920)]
  const sizes = [...new Set(widths)].toSorted((a, b) => a - b)
  const jpeg = sizes.findLast((each) => each <= JPEG_WIDTH) ?? full.width
  // decodes the whole photograph, so that a truncated one fails before anything is written
  const { dominant } = await open().toColourspace('srgb').stats()

  const at = (each: number, format: string) => join(outDir, `${hash}-${each}.${format}`)
  for (const each of sizes) {
    const sized = () =>
      open().toColourspace('srgb').resize({ width: each, withoutEnlargement: true })
    if (!existsSync(at(each, 'avif')))
      await sized().avif({ quality: 50, effort: 6 }).toFile(at(each, 'avif'))
    if (!existsSync(at(each, 'webp'))) await sized().webp({ quality: 72 }).toFile(at(each, 'webp'))
    if (each === jpeg && !existsSync(at(each, 'jpg')))
      await sized().jpeg({ quality: 78, mozjpeg: true }).toFile(at(each, 'jpg'))
  }
  const colour = [dominant.r, dominant.g, dominant.b]
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')
  return { ...full, hash, widths: sizes, jpeg, colour }
}

/** Converts all photographs of `from` into `into`. If there is any problem, it changes nothing. */
export async function writeMedia(
  from: string,
  into: string,
): Promise<{ problems: string[]; notes: string[]; count: number }> {
  const problems: string[] = []
  const notes: string[] = []
  const outDir = join(into, 'photographs')
  mkdirSync(outDir, { recursive: true })
  const found: Found[] = existsSync(from)
    ? [...new Glob('**/*').scanSync(from)]
        .filter((path) => !/(^|\/)(README\.md|captions\.json|\..*)$/.test(path))
        .toSorted()
        .map((path) => ({ path, slot: path.slice(0, -extname(path).length || undefined) }))
    : []
  const captions = new Map<string, Map<string, Caption>>()
  for (const folder of new Set(['.', ...found.map(({ path }) => dirname(path))]))
    captions.set(
      folder,
      await readCaptions(join(from, folder), join('media', folder, CAPTIONS), problems),
    )

  const photographs: Manifest['photographs'] = {}
  for (const { path, slot } of found) {
    const shown = `media/${path}`
    const fault = slotFault(slot) ?? (photographs[slot] && 'another file has the same name')
    if (fault) {
      problems.push(`${shown}: ${fault}.`)
      continue
    }
    const caption = captions.get(dirname(path))?.get(basename(slot))
    if (!caption) notes.push(`${shown}: has no text in ${CAPTIONS}; the site shows a plain one.`)
    try {
      photographs[slot] = { ...(await develop(join(from, path), outDir)), alt: '', ...caption }
    } catch (error) {
      problems.push(`${shown}: ${describeFault(error)}`)
    }
  }
  if (problems.length > 0) return { problems, notes, count: 0 }

  const manifest: Manifest = { drawings: await drawingsVersion(into), photographs }
  writeFileSync(join(into, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  const used = new Map(Object.values(photographs).map((one) => [one.hash, one]))
  const rules = [...used.values()].map(
    ({ hash, colour }) => `.photo-${hash}{background:#${colour}}\n`,
  )
  mkdirSync(join(into, 'generated'), { recursive: true })
  writeFileSync(
    join(into, 'generated/photographs.css'),
    `/* Written by scripts/media/write.ts: the colour in a photograph's place while it loads. */\n${rules.join('')}`,
  )
  for (const name of readdirSync(outDir))
    if (!used.has(name.split('-')[0] ?? '')) rmSync(join(outDir, name))
  return { problems, notes, count: found.length }
}

if (import.meta.main) {
  const { problems, notes, count } = await writeMedia(resolve(MEDIA, '../../media'), MEDIA)
  for (const note of notes) console.log(note)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) {
    console.error('The site was not changed.')
    process.exit(1)
  }
  console.log(`${count} photographs`)
}
