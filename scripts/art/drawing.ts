import type { Chance } from './chance.ts'
import type { Inks } from './inks.ts'

export const q = Math.round
/** A shape of one flat ink. */
export const filled = (d: string, fill: string, rest = '') =>
  `<path d="${d}" fill="${fill}"${rest}/>`
/** A line of one ink. */
export const stroked = (d: string, stroke: string, width: number, rest = '') =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}"${rest}/>`
export const box = (x: number, y: number, w: number, h: number) =>
  `M${q(x)} ${q(y)}h${q(w)}v${q(h)}h${-q(w)}z`
export const disc = (x: number, y: number, r: number) =>
  `M${q(x - r)} ${q(y)}a${q(r)} ${q(r)} 0 1 1 ${2 * q(r)} 0a${q(r)} ${q(r)} 0 1 1 ${-2 * q(r)} 0z`
export const poly = (pts: readonly (readonly [number, number])[]) =>
  `M${pts.map(([x, y]) => `${q(x)} ${q(y)}`).join('L')}z`
export const line = (x: number, y: number, X: number, Y: number) =>
  `M${q(x)} ${q(y)}L${q(X)} ${q(Y)}`
export const rad = (deg: number) => (deg * Math.PI) / 180

export interface Sheet {
  w: number
  h: number
  r: Chance
  p: Inks
  n: number
  year: number
  oasis: boolean
}
/** Where the big HTML numeral may stand, and its ink. */
export interface Plate {
  body: string
  corner: 'tl' | 'tr' | 'bl' | 'br'
  ink: string
  /** How far down stands what a wider frame should show, as a part of the height; the middle when left out. */
  focus?: number
}
export type System = (s: Sheet) => Plate

export function dune(
  x: number,
  y: number,
  left: number,
  right: number,
  foot: number,
  lit: string,
  shade: string,
  r: Chance,
  hatch?: string,
) {
  const lx = x - left,
    rx = x + right,
    bend = r.in(0.35, 0.6)
  const slope = `Q${q(x + right * 0.28)} ${q(y + (foot - y) * 0.82)} ${q(rx)} ${q(foot)}`
  const windward = `Q${q(lx + left * bend)} ${q(y + (foot - y) * 0.18)} ${q(x)} ${q(y)}`
  const tail = x + r.in(-0.5, 0.1) * left
  const [low, high] = [foot - (foot - y) * 0.3, y + (foot - y) * 0.35]
  // the lit side ends a little under the shade: were it drawn whole, its edge would show as a hairline along the slope
  let s = filled(
    `M${q(lx)} ${q(foot)}${windward}C${q(x - left * 0.28) + 3} ${q(high)} ${q(tail + left * 0.55) + 3} ${q(low)} ${q(tail) + 3} ${q(foot)}z`,
    lit,
  )
  s += filled(
    `M${q(x)} ${q(y)}${slope}L${q(tail)} ${q(foot)}C${q(tail + left * 0.55)} ${q(low)} ${q(x - left * 0.28)} ${q(high)} ${q(x)} ${q(y)}z`,
    shade,
  )
  if (hatch) {
    let d = ''
    // combed sand: a fan from the crest to the foot, so that no two lines cross
    const k = 8
    for (let i = 1; i < k; i++) {
      const fx = lx + (tail - lx) * (i / k),
        u = 0.58 + 0.05 * (i % 2) - 0.22 * (i / k)
      // no line begins above the windward side, which is as high as this over its start
      const from = 1 - ((x - fx) / left) * u,
        t = from / (bend + Math.sqrt(bend * bend + (1 - 2 * bend) * from)),
        edge = (1 - t) ** 2 + 0.36 * t * (1 - t)
      d += `M${q(x + (fx - x) * u)} ${q(y + Math.max((foot - y) * u * u, (foot - y) * edge + 10))}Q${q(x + (fx - x) * 0.74)} ${q(y + (foot - y) * 0.5)} ${q(fx)} ${q(foot)}`
    }
    s += stroked(d, hatch, 3)
  }
  return s
}

/** A whole picture. */
export const svg = (w: number, h: number, body: string, rest = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}"${rest}>${body}</svg>\n`
