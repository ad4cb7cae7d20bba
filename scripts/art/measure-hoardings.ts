// `bun scripts/art/measure-hoardings.ts` writes the length of each painted heading in em at its font width. Run it again when a
// heading or the display font changes. Only a browser can measure this, so the stylesheets are committed.
import { readFileSync, writeFileSync } from 'node:fs'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import type { HoardingLine, HoardingWidth } from '#client/shared/hoarding-line.ts'
import { errorLines, notFoundLines } from '#client/shared/shell-hoardings.ts'
import { siteHoardings } from '#client/site/parts/site-hoardings.ts'

/** Headings share some lines; each line is measured once. */
const siteLines = new Map<string, HoardingLine>(
  Object.values(siteHoardings)
    .flat()
    .map((line) => [line.id, line]),
)
const sheets = [
  { file: '../../client/shared/fit-shell.css', lines: [...notFoundLines, ...errorLines] },
  { file: '../../client/site/parts/fit-site.css', lines: [...siteLines.values()] },
]

const face = readFileSync(new URL('../../client/fonts/anybody.woff2', import.meta.url)).toString(
  'base64',
)
const size = 400
/** Empty space around the line in its screenshot, in px. */
const margin = size / 2

/** The letter spacing in em for a font width: narrow letters need more. */
const airAt = (width: number) => {
  if (width < 60) return 0.014
  if (width < 72) return 0.006
  return width < 100 ? -0.004 : -0.012
}

/** The width of the visible ink, and its distance from the start of the line, in em. */
type Ink = { run: number; inset: number }
type Fit = Ink & { width: number }

/** The first and the last column of a picture with a dark pixel. */
async function inkedColumns(picture: Buffer): Promise<{ first: number; last: number }> {
  const { data, info } = await sharp(picture)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const inked = Array.from({ length: info.width }, (_, x) => x).filter((x) => {
    for (let y = 0; y < info.height; y++) if ((data[y * info.width + x] ?? 255) < 128) return true
    return false
  })
  return { first: inked[0] ?? 0, last: inked.at(-1) ?? 0 }
}

const openFace = async (page: Page) => {
  await page.setContent(`<style>
    @font-face { font-family: Face; src: url(data:font/woff2;base64,${face}); font-weight: 900; font-stretch: 50% 150% }
    span { font: 900 ${size}px/1 Face; white-space: nowrap; position: absolute; inset: ${margin / 2}px auto auto ${margin}px; text-rendering: geometricPrecision }
  </style><span></span>`)
  await page.evaluate((font) => document.fonts.load(font), `900 ${size}px Face`)
  await page.setViewportSize({ width: 16 * size, height: 3 * margin })
  const span = page.locator('span')

  const inkAt = async (text: string, width: number): Promise<Ink> => {
    const box = await span.evaluate(
      (element, { text, width, air }) => {
        element.style.fontStretch = `${width}%`
        element.style.letterSpacing = `${air}em`
        element.textContent = text
        return element.getBoundingClientRect().width
      },
      { text, width, air: airAt(width) },
    )
    const clip = { x: 0, y: 0, width: Math.ceil(box) + 2 * margin, height: 3 * margin }
    const { first, last } = await inkedColumns(await page.screenshot({ clip }))
    return { run: (last + 1 - first) / size, inset: (first - margin) / size }
  }
  const widthFor = async (text: string, em: number) => {
    let [low, high] = [50, 150]
    while (high - low > 1) {
      const middle = Math.round((low + high) / 2)
      if ((await inkAt(text, middle)).run < em) low = middle
      else high = middle
    }
    return low
  }
  return async (text: string, wanted: HoardingWidth): Promise<Fit> => {
    const width = typeof wanted === 'number' ? wanted : await widthFor(text, wanted.em)
    return { ...(await inkAt(text, width)), width }
  }
}

const rule = (id: string, { run, inset, width }: Fit) =>
  `.fit-${id} {\n  --run: ${Number(run.toFixed(3))};\n  --in: ${Number(inset.toFixed(3))}em;\n  --wide: ${width}%;\n  --air: ${airAt(width)}em;\n}\n`

const sheetOf = async (
  lines: readonly HoardingLine[],
  measure: Awaited<ReturnType<typeof openFace>>,
) => {
  let always = ''
  let narrow = ''
  for (const line of lines) {
    const asSet = (text: string) => (line.asWritten ? text : text.toUpperCase())
    always += rule(line.id, await measure(asSet(line.text), line.width))
    if (line.narrow) narrow += rule(line.id, await measure(asSet(line.text), line.narrow))
    for (const [index, part] of (line.parts ?? []).entries())
      narrow += rule(`${line.id}-${index}`, await measure(asSet(part.text), part.width))
  }
  const indented = narrow.trimEnd().replaceAll(/^/gm, '  ')
  const onNarrow = narrow ? `@container (width < 40rem) {\n${indented}\n}\n` : ''
  return `/* Written by scripts/art/measure-hoardings.ts. */\n${always}${onNarrow}`
}

const executablePath = Bun.which('chromium')
const browser = await chromium.launch(
  executablePath ? { executablePath, args: ['--no-sandbox'] } : {},
)
const measure = await openFace(await browser.newPage())
for (const { file, lines } of sheets) {
  writeFileSync(new URL(file, import.meta.url), await sheetOf(lines, measure))
  console.log(`${file}: ${lines.length} lines`)
}
await browser.close()
