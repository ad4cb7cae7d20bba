import { contrast, TIMBER } from './inks.ts'
import { box, disc, dune, filled, line, poly, q, stroked, svg, type Sheet } from './drawing.ts'

const COLUMNS = 12
const ROWS = 8

/** What the backdrop is going to show: dunes before a sun for Oasis, a planet over a launch site for APOGEE. */
function motif({ w, h, r, p, oasis }: Sheet, sky: string): string {
  const near = sky === p.b ? p.g : p.b
  const [cx, cy, R] = [w * r.in(0.42, 0.6), h * r.in(0.36, 0.46), h * r.in(0.2, 0.26)]
  let s = filled(box(0, 0, w, h), sky)
  if (oasis)
    return (
      s +
      filled(disc(cx, cy, R * 1.5), p.l) +
      filled(disc(cx, cy, R * 1.3), sky) +
      filled(disc(cx, cy, R), p.a) +
      dune(w * r.in(0.62, 0.8), h * 0.5, w * 0.7, w * 0.5, h * 1.02, p.c, p.d, r) +
      dune(w * r.in(0.2, 0.4), h * 0.6, w * 0.45, w * 0.6, h * 1.02, near, p.d, r)
    )
  const tilt = r.in(-24, -10)
  const orbit = (k: 0 | 1) =>
    `<path d="M${q(cx - R * 1.9)} ${q(cy)}a${q(R * 1.9)} ${q(R * 0.5)} 0 0 ${k} ${q(R * 3.8)} 0v${q(R * 0.16)}a${q(R * 1.9)} ${q(R * 0.5)} 0 0 ${1 - k} ${-q(R * 3.8)} 0z" fill="${p.l}" transform="rotate(${q(tilt)} ${q(cx)} ${q(cy)})"/>`
  for (let i = 0; i < 9; i++) s += filled(disc(w * r.next(), h * r.in(0.05, 0.6), 5), p.l)
  const [tower, mast, step] = [w * 0.09, w * 0.075, h * 0.08]
  let lattice = line(tower, h * 0.24, tower, h) + line(tower + mast, h * 0.24, tower + mast, h)
  for (let y = h * 0.24; y < h; y += step)
    lattice += `${line(tower, y, tower + mast, y)}${line(tower, y, tower + mast, y + step)}${line(tower, y + step, tower + mast, y)}`
  const [rx, half] = [w * 0.23, w * 0.03]
  const rocket = `M${q(rx - half)} ${q(h)}V${q(h * 0.46)}Q${q(rx - half)} ${q(h * 0.34)} ${q(rx)} ${q(h * 0.26)}Q${q(rx + half)} ${q(h * 0.34)} ${q(rx + half)} ${q(h * 0.46)}V${q(h)}z`
  return (
    s +
    orbit(1) +
    filled(disc(cx, cy, R), p.a) +
    orbit(0) +
    stroked(lattice, p.c, 6) +
    filled(rocket, near) +
    filled(box(rx - half, h * 0.52, half * 2, h * 0.05), p.c) +
    filled(`M0 ${q(h * 0.86)}Q${q(w * 0.5)} ${q(h * 0.74)} ${q(w)} ${q(h * 0.88)}V${q(h)}H0z`, p.d)
  )
}

/** A backdrop squared up and painted by half, with the ladder beside it: for an edition of which no photograph is on record. */
export function drawHalfPainted(sheet: Sheet): string {
  const { w, h, r, p } = sheet
  const cell = q(Math.min((w * 0.7) / COLUMNS, (h * 0.76) / ROWS))
  const [cw, ch] = [cell * COLUMNS, cell * ROWS]
  const [x, y] = [q(w * 0.07), q(h * 0.1)]
  const floor = q(h * 0.72)
  // the canvas is light, and stands off its wall
  const wall = contrast(p.g, p.l) > 2 ? p.g : p.b
  const sky = wall === p.g ? p.b : p.g
  const scene = motif({ ...sheet, w: cw, h: ch }, sky)

  let done = ''
  let reached = r.in(0.5, 0.62)
  for (let row = 0; row < ROWS; row++) {
    done += box(0, row * cell, q(reached * COLUMNS) * cell, cell)
    reached = Math.min(0.72, Math.max(0.3, reached + r.in(-0.15, 0.1)))
  }
  let grid = ''
  for (let i = 1; i < COLUMNS; i++) grid += line(i * cell, 0, i * cell, ch)
  for (let i = 1; i < ROWS; i++) grid += line(0, i * cell, cw, i * cell)

  let s =
    `<defs><clipPath id="c"><path d="${box(0, 0, cw, ch)}"/></clipPath><clipPath id="d"><path d="${done}"/></clipPath></defs>` +
    filled(box(0, 0, w, h), wall) +
    filled(box(0, floor, w, h - floor), p.d)
  for (let i = 1; i < 4; i++)
    s += stroked(line(0, floor + i * i * 17, w, floor + i * i * 17), wall, 2)

  // the flat: its timber edge, primed canvas, the drawing, the paint
  s += filled(
    poly([
      [x + cw, y],
      [x + cw + 16, y - 10],
      [x + cw + 16, y + ch - 14],
      [x + cw, y + ch],
    ]),
    TIMBER,
  )
  s += filled(box(x, y, cw, ch), p.l)
  const drawn = scene.replaceAll(/fill="#\w+"/g, `fill="${p.l}"`)
  s +=
    `<g transform="translate(${x} ${y})" clip-path="url(#c)"><g stroke="${p.d}" stroke-width="4">${drawn}</g>` +
    stroked(grid, p.d, 1) +
    `<g clip-path="url(#d)">${scene}</g></g>` +
    stroked(box(x, y, cw, ch), p.d, 4)

  // the ladder, with a foot before the flat, and the bucket that was left on the boards
  const [top, left, right, foot] = [y + ch * 0.16, x + cw * 0.9, w * 0.93, q(h * 0.93)]
  const middle = (left + right) / 2 + 12
  const at = (side: number, t: number) => middle + (side - middle) * t
  let rails = line(middle - 14, top, left, foot) + line(middle + 14, top, right, foot)
  for (let i = 1; i < 6; i++) {
    const t = i / 6
    rails += line(at(left, t), top + (foot - top) * t, at(right, t), top + (foot - top) * t)
  }
  s +=
    stroked(rails, p.d, 20) +
    stroked(rails, TIMBER, 12) +
    stroked(line(middle - 34, top, middle + 34, top), TIMBER, 18)
  const [bx, by, unit] = [x + cw * r.in(0.35, 0.62), h * 0.86, h / 600]
  const pot = (dx: number, dy: number) => [bx + dx * unit, by + dy * unit] as const
  s +=
    filled(poly([pot(-48, 0), pot(48, 0), pot(40, 64), pot(-40, 64)]), p.l) +
    filled(poly([pot(-52, -12), pot(52, -12), pot(52, 6), pot(-52, 6)]), p.c) +
    filled(poly([pot(-18, 6), pot(-2, 6), pot(-2, 40), pot(-18, 40)]), p.a)
  return svg(w, h, r.yes() ? s : `<g transform="matrix(-1 0 0 1 ${w} 0)">${s}</g>`)
}
