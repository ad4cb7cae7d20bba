import type { Random } from './random.ts'
import type { Inks } from './inks.ts'

export const round = Math.round
/** A shape of one flat ink. */
export const filled = (d: string, fill: string, rest = '') =>
  `<path d="${d}" fill="${fill}"${rest}/>`
/** A line of one ink. */
export const stroked = (d: string, stroke: string, width: number, rest = '') =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}"${rest}/>`
export const box = (x: number, y: number, w: number, h: number) =>
  `M${round(x)} ${round(y)}h${round(w)}v${round(h)}h${-round(w)}z`
export const disc = (x: number, y: number, r: number) =>
  `M${round(x - r)} ${round(y)}a${round(r)} ${round(r)} 0 1 1 ${2 * round(r)} 0a${round(r)} ${round(r)} 0 1 1 ${-2 * round(r)} 0z`
export const polygon = (pts: readonly (readonly [number, number])[]) =>
  `M${pts.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}z`
export const line = (x: number, y: number, X: number, Y: number) =>
  `M${round(x)} ${round(y)}L${round(X)} ${round(Y)}`
export const radians = (deg: number) => (deg * Math.PI) / 180

/** The size, inks and random numbers that a system draws with. */
export interface Sheet {
  width: number
  height: number
  random: Random
  inks: Inks
  /** How many elements to draw: the number of the edition. */
  count: number
  year: number
  isOasis: boolean
}
/** A finished poster. The page sets a numeral of HTML text into its `corner`. */
export interface Plate {
  body: string
  corner: 'tl' | 'tr' | 'bl' | 'br'
  ink: string
  /** The centre of a wide crop, as a fraction of the height. Default: 0.5. */
  focus?: number
}
/** Draws one kind of pattern. */
export type System = (sheet: Sheet) => Plate

/** A dune with its crest at (x, y), a lit and a shaded side, and lines of combed sand in the ink `hatch`. */
export function dune(
  x: number,
  y: number,
  left: number,
  right: number,
  foot: number,
  lit: string,
  shade: string,
  r: Random,
  hatch?: string,
) {
  const lx = x - left,
    rx = x + right,
    bend = r.between(0.35, 0.6)
  const slope = `Q${round(x + right * 0.28)} ${round(y + (foot - y) * 0.82)} ${round(rx)} ${round(foot)}`
  const windward = `Q${round(lx + left * bend)} ${round(y + (foot - y) * 0.18)} ${round(x)} ${round(y)}`
  const tail = x + r.between(-0.5, 0.1) * left
  const [low, high] = [foot - (foot - y) * 0.3, y + (foot - y) * 0.35]
  // the lit side ends just below the shade, or its edge would show as a hairline along the slope
  let body = filled(
    `M${round(lx)} ${round(foot)}${windward}C${round(x - left * 0.28) + 3} ${round(high)} ${round(tail + left * 0.55) + 3} ${round(low)} ${round(tail) + 3} ${round(foot)}z`,
    lit,
  )
  body += filled(
    `M${round(x)} ${round(y)}${slope}L${round(tail)} ${round(foot)}C${round(tail + left * 0.55)} ${round(low)} ${round(x - left * 0.28)} ${round(high)} ${round(x)} ${round(y)}z`,
    shade,
  )
  if (hatch) {
    let d = ''
    // combed sand: a fan from the crest to the foot, so that no two lines cross
    const k = 8
    for (let i = 1; i < k; i++) {
      const fx = lx + (tail - lx) * (i / k),
        u = 0.58 + 0.05 * (i % 2) - 0.22 * (i / k)
      // the height of the windward side here: no line starts above it
      const from = 1 - ((x - fx) / left) * u,
        t = from / (bend + Math.sqrt(bend * bend + (1 - 2 * bend) * from)),
        edge = (1 - t) ** 2 + 0.36 * t * (1 - t)
      d += `M${round(x + (fx - x) * u)} ${round(y + Math.max((foot - y) * u * u, (foot - y) * edge + 10))}Q${round(x + (fx - x) * 0.74)} ${round(y + (foot - y) * 0.5)} ${round(fx)} ${round(foot)}`
    }
    body += stroked(d, hatch, 3)
  }
  return body
}

/** A whole picture. */
export const svg = (w: number, h: number, body: string, rest = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}"${rest}>${body}</svg>\n`
