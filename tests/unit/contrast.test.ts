import { expect, test } from 'bun:test'
import { join } from 'node:path'

const styles = join(import.meta.dir, '../../client/styles')
const sheets = await Promise.all(
  ['tokens.css', 'portal.css'].map((name) => Bun.file(join(styles, name)).text()),
)
const between = (from: string, to: string) =>
  sheets.map((css) => css.slice(css.indexOf(from), css.indexOf(to, css.indexOf(from)))).join('\n')
const declared = between(':root {', '@media (pointer: coarse)')
const tokens = new Map(
  [...declared.matchAll(/--([\w-]+): (#[0-9a-f]{6}|var\(--[\w-]+\));/g)].map(([, name, value]) => [
    name,
    value,
  ]),
)

function colour(name: string): string {
  const value = tokens.get(name)
  const other = value && /^var\(--([\w-]+)\)$/.exec(value)?.[1]
  if (other) return colour(other)
  if (!value) throw new Error(`No colour is declared as --${name}.`)
  return value
}

/** WCAG 2.2, relative luminance and contrast ratio. */
const luminance = (hex: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (a: string, b: string) => {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

const grounds = ['night', 'surface', 'raised', 'sunk', 'geru-dark', 'bottle-dark', 'rani-dark']
const texts = ['text', 'text-2', 'text-3', 'action', 'danger', 'ok', 'info', 'mark']

/** Text needs 4.5, the edge of a control and the ring of the focus 3. */
const pairs: [minimum: number, inks: string[], grounds: string[]][] = [
  [4.5, texts, grounds],
  [3, ['line-strong', 'focus'], grounds],
  [4.5, ['text', 'text-2', 'action', 'danger'], ['stop-ground']],
  [4.5, ['text', 'text-2', 'action'], ['live-ground', 'live-peak']],
  [3, ['focus', 'line-strong'], ['stop-ground', 'live-ground']],
  [4.5, ['on-action'], ['action']],
  [4.5, ['on-ink'], ['danger', 'ok', 'info', 'mark', 'text']],
  [
    4.5,
    ['paint-ink'],
    ['paint-haldi', 'paint-haldi-2', 'paint-chuna', 'paint-geru', 'paint-aasman', 'paint-mylar'],
  ],
  [4.5, ['text', 'text-2', 'timber-light'], ['ply', 'ply-2']],
]

for (const [minimum, inks, on] of pairs)
  test(`${inks.join(', ')} can be told from ${on.join(', ')}`, () => {
    const found = inks.flatMap((ink) =>
      on.map((ground) => ({ ink, ground, ratio: contrast(colour(ink), colour(ground)) })),
    )
    const weak = found.filter(({ ratio }) => ratio < minimum)
    expect(
      weak.map(({ ink, ground, ratio }) => `${ink} on ${ground}: ${ratio.toFixed(2)}`),
    ).toEqual([])
  })

test('the contrast formula gives the ratios of WCAG', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

test('text on the translucent navigation is readable over any page', () => {
  const opacity = Number(/--nav-ground: rgb\(\d+ \d+ \d+ \/ ([\d.]+)\)/.exec(declared)?.[1])
  expect(opacity).toBeGreaterThanOrEqual(0.85)
})
