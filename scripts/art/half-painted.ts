import { contrast, TIMBER } from './inks.ts'
import {
  box,
  disc,
  dune,
  filled,
  line,
  polygon,
  round,
  stroked,
  svg,
  type Sheet,
} from './drawing.ts'

const COLUMNS = 12
const ROWS = 8

/** The subject of the backdrop: dunes and a sun for Oasis, a planet above a launch site for APOGEE. */
function motif({ width, height, random, inks, isOasis }: Sheet, sky: string): string {
  const near = sky === inks.second ? inks.ground : inks.second
  const [cx, cy, R] = [
    width * random.between(0.42, 0.6),
    height * random.between(0.36, 0.46),
    height * random.between(0.2, 0.26),
  ]
  let body = filled(box(0, 0, width, height), sky)
  if (isOasis)
    return (
      body +
      filled(disc(cx, cy, R * 1.5), inks.light) +
      filled(disc(cx, cy, R * 1.3), sky) +
      filled(disc(cx, cy, R), inks.accent) +
      dune(
        width * random.between(0.62, 0.8),
        height * 0.5,
        width * 0.7,
        width * 0.5,
        height * 1.02,
        inks.third,
        inks.dark,
        random,
      ) +
      dune(
        width * random.between(0.2, 0.4),
        height * 0.6,
        width * 0.45,
        width * 0.6,
        height * 1.02,
        near,
        inks.dark,
        random,
      )
    )
  const tilt = random.between(-24, -10)
  const orbit = (k: 0 | 1) =>
    `<path d="M${round(cx - R * 1.9)} ${round(cy)}a${round(R * 1.9)} ${round(R * 0.5)} 0 0 ${k} ${round(R * 3.8)} 0v${round(R * 0.16)}a${round(R * 1.9)} ${round(R * 0.5)} 0 0 ${1 - k} ${-round(R * 3.8)} 0z" fill="${inks.light}" transform="rotate(${round(tilt)} ${round(cx)} ${round(cy)})"/>`
  for (let i = 0; i < 9; i++)
    body += filled(disc(width * random.next(), height * random.between(0.05, 0.6), 5), inks.light)
  const [tower, mast, step] = [width * 0.09, width * 0.075, height * 0.08]
  let lattice =
    line(tower, height * 0.24, tower, height) +
    line(tower + mast, height * 0.24, tower + mast, height)
  for (let y = height * 0.24; y < height; y += step)
    lattice += `${line(tower, y, tower + mast, y)}${line(tower, y, tower + mast, y + step)}${line(tower, y + step, tower + mast, y)}`
  const [rx, half] = [width * 0.23, width * 0.03]
  const rocket = `M${round(rx - half)} ${round(height)}V${round(height * 0.46)}Q${round(rx - half)} ${round(height * 0.34)} ${round(rx)} ${round(height * 0.26)}Q${round(rx + half)} ${round(height * 0.34)} ${round(rx + half)} ${round(height * 0.46)}V${round(height)}z`
  return (
    body +
    orbit(1) +
    filled(disc(cx, cy, R), inks.accent) +
    orbit(0) +
    stroked(lattice, inks.third, 6) +
    filled(rocket, near) +
    filled(box(rx - half, height * 0.52, half * 2, height * 0.05), inks.third) +
    filled(
      `M0 ${round(height * 0.86)}Q${round(width * 0.5)} ${round(height * 0.74)} ${round(width)} ${round(height * 0.88)}V${round(height)}H0z`,
      inks.dark,
    )
  )
}

/** Draws a half-painted backdrop on a grid, with a ladder beside it. It stands for an edition without photographs. */
export function drawHalfPainted(sheet: Sheet): string {
  const { width, height, random, inks } = sheet
  const cell = round(Math.min((width * 0.7) / COLUMNS, (height * 0.76) / ROWS))
  const [cw, ch] = [cell * COLUMNS, cell * ROWS]
  const [x, y] = [round(width * 0.07), round(height * 0.1)]
  const floor = round(height * 0.72)
  // the light canvas needs a wall of another ink
  const wall = contrast(inks.ground, inks.light) > 2 ? inks.ground : inks.second
  const sky = wall === inks.ground ? inks.second : inks.ground
  const scene = motif({ ...sheet, width: cw, height: ch }, sky)

  let done = ''
  let reached = random.between(0.5, 0.62)
  for (let row = 0; row < ROWS; row++) {
    done += box(0, row * cell, round(reached * COLUMNS) * cell, cell)
    reached = Math.min(0.72, Math.max(0.3, reached + random.between(-0.15, 0.1)))
  }
  let grid = ''
  for (let i = 1; i < COLUMNS; i++) grid += line(i * cell, 0, i * cell, ch)
  for (let i = 1; i < ROWS; i++) grid += line(0, i * cell, cw, i * cell)

  let body =
    `<defs><clipPath id="c"><path d="${box(0, 0, cw, ch)}"/></clipPath><clipPath id="d"><path d="${done}"/></clipPath></defs>` +
    filled(box(0, 0, width, height), wall) +
    filled(box(0, floor, width, height - floor), inks.dark)
  for (let i = 1; i < 4; i++)
    body += stroked(line(0, floor + i * i * 17, width, floor + i * i * 17), wall, 2)

  // the flat: its timber edge, primed canvas, the drawing, the paint
  body += filled(
    polygon([
      [x + cw, y],
      [x + cw + 16, y - 10],
      [x + cw + 16, y + ch - 14],
      [x + cw, y + ch],
    ]),
    TIMBER,
  )
  body += filled(box(x, y, cw, ch), inks.light)
  const drawn = scene.replaceAll(/fill="#\w+"/g, `fill="${inks.light}"`)
  body +=
    `<g transform="translate(${x} ${y})" clip-path="url(#c)"><g stroke="${inks.dark}" stroke-width="4">${drawn}</g>` +
    stroked(grid, inks.dark, 1) +
    `<g clip-path="url(#d)">${scene}</g></g>` +
    stroked(box(x, y, cw, ch), inks.dark, 4)

  // the ladder, with one foot in front of the flat, and a bucket on the floor
  const [top, left, right, foot] = [y + ch * 0.16, x + cw * 0.9, width * 0.93, round(height * 0.93)]
  const middle = (left + right) / 2 + 12
  const at = (side: number, t: number) => middle + (side - middle) * t
  let rails = line(middle - 14, top, left, foot) + line(middle + 14, top, right, foot)
  for (let i = 1; i < 6; i++) {
    const t = i / 6
    rails += line(at(left, t), top + (foot - top) * t, at(right, t), top + (foot - top) * t)
  }
  body +=
    stroked(rails, inks.dark, 20) +
    stroked(rails, TIMBER, 12) +
    stroked(line(middle - 34, top, middle + 34, top), TIMBER, 18)
  const [bx, by, unit] = [x + cw * random.between(0.35, 0.62), height * 0.86, height / 600]
  const pot = (dx: number, dy: number) => [bx + dx * unit, by + dy * unit] as const
  body +=
    filled(polygon([pot(-48, 0), pot(48, 0), pot(40, 64), pot(-40, 64)]), inks.light) +
    filled(polygon([pot(-52, -12), pot(52, -12), pot(52, 6), pot(-52, 6)]), inks.third) +
    filled(polygon([pot(-18, 6), pot(-2, 6), pot(-2, 40), pot(-18, 40)]), inks.accent)
  return svg(
    width,
    height,
    random.happens() ? body : `<g transform="matrix(-1 0 0 1 ${width} 0)">${body}</g>`,
  )
}
