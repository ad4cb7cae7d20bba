// `bun scripts/art/share-pictures.ts` draws the previews of shared links (client/media/share) and the icons (client/public) in a
// browser. Run it after a new edition or a change of the art, and commit the pictures.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { projects } from '#client/content/projects.ts'
import { editions } from '#client/site/editions.ts'
import { drawAll } from './draw.ts'

const MOST_BYTES = 200_000
const CLIENT = join(import.meta.dir, '../../client')
const { pictures } = drawAll()
const asUrl = (type: string, bytes: string | Uint8Array) =>
  `url("data:${type};base64,${Buffer.from(bytes).toString('base64')}")`
const art = (name: string) => asUrl('image/svg+xml', pictures.get(`${name}.svg`) ?? '')
const face = asUrl('font/woff2', await Bun.file(join(CLIENT, 'fonts/anybody.woff2')).bytes())

type Board = { name: string; art: string; lines: string[]; asWritten?: boolean }

/** Each preview has a picture on the left and its title on the right. The font width makes each line fill its space. */
const boards: Board[] = [
  { name: 'home', art: 'hero-oasis', lines: ['Art', 'Design', 'Publicity'] },
  ...projects.map(({ id, title }) => ({
    name: `wall-${id}`,
    art: `project-${id}`,
    lines: [title, 'Through', 'The Years'],
  })),
  {
    name: 'stuccan',
    art: 'team/stuccan-2025',
    lines: ["Our StuCCAn's", 'over the', 'years...'],
    asWritten: true,
  },
  {
    name: 'costaan',
    art: 'team/costaan-8',
    lines: ["Our CoStAAn's", 'over the', 'years...'],
    asWritten: true,
  },
  ...Object.values(editions)
    .flat()
    .map(({ festival, year, number }) => ({
      name: `${festival}-${year}`,
      art: `posters/${festival}-${year}`,
      lines: [festival, String(year), ...(number ? [`#${number}`] : [])],
    })),
]

const sheet = (board: Board) => `<!doctype html><style>
  @font-face { font-family: Face; src: ${face}; font-weight: 900; font-stretch: 50% 150% }
  body { margin: 0; width: 1200px; height: 630px; display: grid; grid-template-columns: 560px 1fr; background: #051522; color: #f6efe1 }
  i { background: ${art(board.art)} 50% / cover }
  main { display: grid; align-content: center; gap: 28px; padding: 0 56px }
  span { font: 900 100px/.74 Face; white-space: nowrap; width: max-content; text-transform: ${board.asWritten ? 'none' : 'uppercase'}; text-box: trim-both cap alphabetic }
  span:first-child { color: #fdba2f }
  b { width: 72px; height: 72px; background: ${art('seal')} 0 / cover }
</style><i></i><main>${board.lines.map((line) => `<span>${Bun.escapeHTML(line)}</span>`).join('')}<b></b></main>`

async function fitLines(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.load('900 100px Face')
    const room = 528
    const tallest = 150
    for (const line of document.querySelectorAll('span')) {
      for (const width of [150, 125, 100, 85, 70, 60]) {
        line.style.fontStretch = `${width}%`
        line.style.fontSize = '100px'
        const size = (100 * room) / line.offsetWidth
        line.style.fontSize = `${Math.min(size, tallest)}px`
        if (size >= 95) break
      }
    }
  })
}

const executablePath = Bun.which('chromium')
const browser = await chromium.launch(
  executablePath ? { executablePath, args: ['--no-sandbox'] } : {},
)
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
mkdirSync(join(CLIENT, 'media/share'), { recursive: true })
for (const board of boards) {
  await page.setContent(sheet(board))
  await fitLines(page)
  const picture = await sharp(await page.screenshot())
    .png({ palette: true, colours: 32, dither: 0, effort: 10 })
    .toBuffer()
  if (picture.length > MOST_BYTES) throw new Error(`${board.name} has ${picture.length} bytes.`)
  writeFileSync(join(CLIENT, 'media/share', `${board.name}.png`), picture)
}

/** `room` is the margin around the seal, as a fraction of the size. A maskable icon may lose its outer tenth on each side. */
const icons = [
  { name: 'icon-192', size: 192, room: 0 },
  { name: 'icon-512', size: 512, room: 0 },
  { name: 'icon-maskable', size: 512, room: 0.14 },
  { name: 'apple-touch-icon', size: 180, room: 0.08 },
]
const seal = Buffer.from(pictures.get('seal.svg') ?? '')
for (const { name, size, room } of icons) {
  const inner = Math.round(size * (1 - 2 * room))
  const edge = Math.floor((size - inner) / 2)
  const background = room > 0 ? '#051522' : '#05152200'
  const picture = await sharp(seal, { density: 400 })
    .resize(inner, inner)
    .extend({
      top: edge,
      left: edge,
      bottom: size - inner - edge,
      right: size - inner - edge,
      background,
    })
    .flatten(room > 0 ? { background } : false)
    .png({ palette: true, colours: 32, effort: 10 })
    .toBuffer()
  writeFileSync(join(CLIENT, 'public', `${name}.png`), picture)
}
await browser.close()
console.log(`${boards.length} pictures of shared links, ${icons.length} icons`)
