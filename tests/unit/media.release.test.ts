import { afterAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { writeMedia } from '#scripts/media/write.ts'

const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

function makeFolders() {
  const folder = mkdtempSync(join(tmpdir(), 'media-'))
  folders.push(folder)
  const [from, into] = [join(folder, 'from'), join(folder, 'into')]
  for (const each of [from, into]) mkdirSync(each)
  writeFileSync(join(into, 'manifest.json'), '{"drawings":"","photographs":{}}')
  const put = (path: string, bytes: string | Uint8Array) => {
    mkdirSync(dirname(join(from, path)), { recursive: true })
    writeFileSync(join(from, path), bytes)
  }
  const manifest = () => JSON.parse(readFileSync(join(into, 'manifest.json'), 'utf8'))
  return { from, into, put, manifest, developed: () => readdirSync(join(into, 'photographs')) }
}

const photograph = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a03020' } })
const withPlace = (width: number, height: number) =>
  photograph(width, height)
    .withExif({
      IFD0: { Make: 'Camera' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '28/1 21/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

test('a photograph is turned upright, converted to every size and format, and loses its metadata', async () => {
  const { from, into, put, manifest, developed } = makeFolders()
  const original = await withPlace(1_200, 800)
  expect((await sharp(original).metadata()).exif).toBeDefined()
  put('editions/oasis/2019/01-stage.jpg', original)
  put(
    'editions/oasis/2019/captions.json',
    '{ "01-stage": { "alt": "The main stage", "credit": "Photograph: us" } }',
  )
  expect(await writeMedia(from, into)).toMatchObject({ problems: [], notes: [], count: 1 })
  const { photographs } = manifest()
  expect(photographs['editions/oasis/2019/01-stage']).toMatchObject({
    width: 800,
    height: 1_200,
    alt: 'The main stage',
    credit: 'Photograph: us',
    widths: [320, 640, 800],
    jpeg: 800,
    colour: expect.stringMatching(/^[0-9a-f]{6}$/),
  })
  expect(developed()).toHaveLength(3 * 2 + 1)
  for (const name of developed()) {
    const { exif, xmp, iptc, orientation, width, height } = await sharp(
      join(into, 'photographs', name),
    ).metadata()
    expect([exif, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined])
    expect(height).toBeGreaterThan(width)
  }
  // once more: the same; without it: nothing is left
  const before = developed()
  await writeMedia(from, into)
  expect(developed()).toEqual(before)
  rmSync(join(from, 'editions'), { recursive: true })
  await writeMedia(from, into)
  expect([manifest().photographs, developed()]).toEqual([{}, []])
})

test('broken, huge, misplaced and repeated photographs are named, and the site stays unchanged', async () => {
  const { from, into, put, manifest } = makeFolders()
  const whole = await photograph(900, 900).jpeg().toBuffer()
  put('team/lead-oasis.jpg', whole)
  put('team/lead-oasis.png', await photograph(10, 10).png().toBuffer())
  put('team/lead-apogee.jpg', whole.subarray(0, whole.length / 2))
  put('team/nobody.jpg', whole)
  put('craft/media.jpg', 'no picture at all')
  put('editions/oasis/2020/01.jpg', whole)
  put('memories/2004/with space.jpg', whole)
  put('about.png', await photograph(16_000, 12_600).png().toBuffer())
  put('team/captions.json', '{ "lead-oasis": { "alt": "" } }')
  put('craft/captions.json', '{')
  const { problems } = await writeMedia(from, into)
  const of = (path: string) => problems.filter((problem) => problem.startsWith(`media/${path}: `))
  expect(of('about.png')).toEqual(['media/about.png: has more than 100 megapixels.'])
  expect(of('team/lead-apogee.jpg')[0]).toContain('cannot be read')
  expect(of('craft/media.jpg')[0]).toContain('cannot be read')
  expect(of('team/lead-oasis.png')[0]).toContain('another file has the same name')
  expect(of('team/nobody.jpg')[0]).toContain('the site has no picture at this place')
  expect(of('editions/oasis/2020/01.jpg')[0]).toContain('the site has no picture')
  expect(of('memories/2004/with space.jpg')[0]).toContain('a name may contain only letters')
  expect(of('team/captions.json')[0]).toContain('"lead-oasis".alt must say what')
  expect(of('craft/captions.json')[0]).toContain('must be JSON')
  expect(problems).toHaveLength(9)
  expect(manifest().photographs).toEqual({})
})
