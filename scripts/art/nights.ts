import { box, disc, filled, line, poly, q, stroked, svg, type Sheet } from './drawing.ts'
import { TIMBER } from './inks.ts'

/** Paints a backdrop of this size. */
type Paint = (w: number, h: number) => string

const hung = (picture: string, w: number, h: number, transform: string) =>
  `<clipPath id="night"><path d="${box(0, 0, w, h)}"/></clipPath><g transform="${transform}"><g clip-path="url(#night)">${picture}</g></g>`

const ladder = (x: number, y: number, X: number, Y: number, half: number) => {
  const [length, angle] = [Math.hypot(X - x, Y - y), Math.atan2(Y - y, X - x)]
  const [dx, dy] = [-Math.sin(angle) * half, Math.cos(angle) * half]
  const steps = Math.round(length / (half * 2.2))
  let s = line(x + dx, y + dy, X + dx, Y + dy) + line(x - dx, y - dy, X - dx, Y - dy)
  for (let i = 0; i < steps; i++) {
    const at = (t: number, side: number) =>
      [x + (X - x) * t + dx * side, y + (Y - y) * t + dy * side] as const
    const side = i % 2 ? 1 : -1
    s += line(...at(i / steps, side), ...at((i + 1) / steps, -side))
  }
  return s
}

/** Heads and shoulders in a row, some with an arm in the air. */
function crowd({ w, h, r }: Sheet, y: number, size: number, arms: number) {
  let s = ''
  for (let x = r.in(-size, 0); x < w + size * 2; x += size * r.in(2.4, 3)) {
    const top = y + r.in(-0.35, 0.35) * size
    const [neck, arm] = [q(top + size * 0.85), q(top + size * 2.1)]
    s +=
      disc(x, top, size) +
      `M${q(x - size * 1.7)} ${q(h)}V${arm}Q${q(x - size * 1.7)} ${neck} ${q(x)} ${neck}Q${q(x + size * 1.7)} ${neck} ${q(x + size * 1.7)} ${arm}V${q(h)}z`
    if (!r.yes(arms)) continue
    const lean = r.in(-0.4, 0.8) * size
    s +=
      poly([
        [x + size, top + size * 1.4],
        [x + size + lean, top - size * 2.1],
        [x + size * 1.45 + lean, top - size * 2.1],
        [x + size * 1.9, top + size * 1.4],
      ]) + disc(x + size * 1.22 + lean, top - size * 2.2, size * 0.34)
  }
  return s
}

const bulbs = (x: number, y: number, X: number, Y: number, sag: number, count: number) => {
  const at = (t: number) => [x + (X - x) * t, y + (Y - y) * t + 4 * sag * t * (1 - t)] as const
  let s = ''
  for (let i = 1; i < count; i++) {
    const [bx, by] = at(i / count)
    s += disc(bx, by + 9, 7)
  }
  return {
    wire: `M${q(x)} ${q(y)}Q${q((x + X) / 2)} ${q((y + Y) / 2 + 2 * sag)} ${q(X)} ${q(Y)}`,
    lit: s,
  }
}

/** From the back of the crowd: the backdrop between its towers, lamps above. */
function fromTheCrowd(sheet: Sheet, paint: Paint) {
  const { w, h, r, p } = sheet
  const [x, y, bw, bh] = [w * 0.17, h * 0.15, w * 0.66, h * 0.56]
  let s = filled(box(0, 0, w, h), p.d)
  for (const side of [-1, 1]) {
    const from = w / 2 + side * w * r.in(0.1, 0.2)
    s += filled(
      poly([
        [from, -60],
        [from + side * w * 0.2, h],
        [from + side * w * 0.5, h],
      ]),
      p.b,
      ' fill-opacity=".75"',
    )
  }
  s += hung(paint(bw, bh), bw, bh, `translate(${q(x)} ${q(y)})`)
  const tower = 16
  const truss =
    ladder(x - 30, y - 44, x - 30, h, tower) +
    ladder(x + bw + 30, y - 44, x + bw + 30, h, tower) +
    ladder(x - 46, y - 30, x + bw + 46, y - 30, tower)
  s += stroked(truss, p.d, 13) + stroked(truss, p.c, 5)
  let lamps = ''
  for (let i = 0; i < 7; i++) lamps += disc(x + (bw * (i + 0.5)) / 7, y - 2, 13)
  s += filled(lamps, p.l)
  for (const side of [-1, 1]) {
    const end = w / 2 + side * w * 0.5
    const { wire, lit } = bulbs(w / 2 + side * (bw / 2 + 30), y - 44, end, y - 90, 40, 6)
    s += stroked(wire, p.l, 3) + filled(lit, p.a)
  }
  s += filled(box(0, y + bh, w, h), p.d) + filled(box(0, y + bh, w, 10), TIMBER)
  s += filled(crowd(sheet, h * 0.8, 19, 0.2), p.b)
  return s + filled(crowd(sheet, h * 0.93, 34, 0.45), p.d)
}

/** One who dances, as tall as `tall`, on the point (x, y): limbs are thick lines, a skirt or none. */
function dancer({ r, p }: Sheet, x: number, y: number, tall: number) {
  const u = tall / 100
  const side = r.yes() ? 1 : -1
  const at = (dx: number, dy: number) => `${q(x + side * dx * u)} ${q(y - dy * u)}`
  const lift = r.in(0, 14)
  const limbs =
    `M${at(-2, 44)}L${at(-10, 22)}L${at(-8, 0)}L${at(-16, 0)}` +
    `M${at(2, 44)}L${at(16, 30 + lift)}L${at(18, 8 + lift)}L${at(24, 10 + lift)}` +
    `M${at(-6, 74)}L${at(-22, 80)}L${at(-30, 98 + lift / 2)}` +
    `M${at(6, 74)}L${at(24, 70)}L${at(38, 84 - lift / 2)}`
  let s =
    stroked(limbs, p.d, q(7.4 * u), ' stroke-linecap="round" stroke-linejoin="round"') +
    filled(`M${at(-9, 78)}L${at(9, 78)}L${at(6, 42)}L${at(-6, 42)}z`, p.d) +
    filled(disc(x + side * 2 * u, y - 88 * u, 8 * u), p.d)
  if (r.yes(0.6))
    s += filled(
      `M${at(-6, 54)}L${at(6, 54)}Q${at(24, 40)} ${at(24, 26)}Q${at(0, 18)} ${at(-20, 26)}Q${at(-20, 40)} ${at(-6, 54)}z`,
      p.d,
    )
  return s
}

/** From the front row: the backdrop all across, and who dances before it. */
function fromTheFront(sheet: Sheet, paint: Paint) {
  const { w, h, r, p } = sheet
  const floor = h * 0.74
  let s = hung(paint(w, floor), w, floor, '') + filled(box(0, floor, w, h), p.d)
  for (let i = 0; i < 4; i++)
    s += stroked(line(0, floor + 14 + i * i * 17, w, floor + 14 + i * i * 17), p.b, 4)
  const places = [0.31, 0.5, 0.69].map((place) => place + r.in(-0.03, 0.03))
  let lit = ''
  let dancers = ''
  for (const [index, place] of places.entries()) {
    const [x, y] = [w * place, h * (0.86 + 0.04 * (index % 2))]
    lit += `M${q(x - 95)} ${q(y)}a95 17 0 1 0 190 0a95 17 0 1 0 -190 0z`
    const shape = dancer(sheet, x, y, h * r.in(0.46, 0.5))
    // an edge of light parts them from a dark backdrop
    dancers += `<g transform="translate(5 -4)">${shape.replaceAll(p.d, p.l)}</g>${shape}`
  }
  s += filled(lit, p.l) + dancers
  s += stroked(line(0, h - 12, w, h - 12), TIMBER, 24)
  let lamps = ''
  for (let i = 0; i < 9; i++)
    lamps += poly([
      [(w * (i + 0.5)) / 9 - 26, h],
      [(w * (i + 0.5)) / 9 - 18, h - 30],
      [(w * (i + 0.5)) / 9 + 18, h - 30],
      [(w * (i + 0.5)) / 9 + 26, h],
    ])
  return s + filled(lamps, p.d)
}

/** From the wings: the backdrop in perspective, its timber edge and prop, a cable of bulbs from side to side. */
function fromTheWings(sheet: Sheet, paint: Paint) {
  const { w, h, r, p } = sheet
  const [bw, bh, x, y] = [w * 0.8, h * 0.72, w * 0.2, h * 0.24]
  const [narrow, rise] = [0.86, -0.16]
  const right = x + bw * narrow
  const lift = bw * rise
  let s = filled(box(0, 0, w, h), p.d)
  s += filled(
    poly([
      [0, h * 0.86],
      [w, h * 0.7],
      [w, h],
      [0, h],
    ]),
    p.b,
  )
  for (let i = 1; i < 6; i++)
    s += stroked(line(0, h * (0.86 + 0.05 * i * i * 0.3), w, h * (0.7 + 0.08 * i)), p.d, 4)
  s += hung(paint(bw, bh), bw, bh, `matrix(${narrow} ${rise} 0 1 ${q(x)} ${q(y)})`)
  // the edge towards us, and what holds it up
  s += filled(
    poly([
      [x, y],
      [x - 34, y - 12],
      [x - 34, y + bh - 4],
      [x, y + bh],
    ]),
    TIMBER,
  )
  const prop =
    line(x - 34, y + bh * 0.3, x - 150, y + bh + 18) +
    line(x - 34, y + bh - 8, x - 160, y + bh + 18)
  s += stroked(prop, p.d, 22) + stroked(prop, TIMBER, 13)
  const { wire, lit } = bulbs(-20, h * 0.1, right + 40, y + lift - 40, 46, 13)
  s += stroked(wire, p.l, 3) + filled(lit, p.a)
  s += filled(crowd({ ...sheet, w: w * 0.7 }, h * 0.97, 27, 0.35), p.d)
  return r.yes() ? s : `<g transform="matrix(-1 0 0 1 ${w} 0)">${s}</g>`
}

/** Of eight; also the last and the first, which stand side by side, differ. */
const VIEWS = [fromTheCrowd, fromTheFront, fromTheWings]

/** A backdrop as it stood on its night: seen in turn from the crowd, from the front row and from the wings. */
export function drawNight(sheet: Sheet, index: number, paint: Paint): string {
  const view = VIEWS[index === 7 ? 2 : index % VIEWS.length] ?? fromTheCrowd
  return svg(sheet.w, sheet.h, view(sheet, paint))
}
