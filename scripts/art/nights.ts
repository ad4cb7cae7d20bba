import { box, disc, filled, line, polygon, round, stroked, svg, type Sheet } from './drawing.ts'
import { TIMBER } from './inks.ts'

/** Paints a backdrop of this size. */
type Paint = (w: number, h: number) => string

const hung = (picture: string, w: number, h: number, transform: string) =>
  `<clipPath id="night"><path d="${box(0, 0, w, h)}"/></clipPath><g transform="${transform}"><g clip-path="url(#night)">${picture}</g></g>`

const ladder = (x: number, y: number, X: number, Y: number, half: number) => {
  const [length, angle] = [Math.hypot(X - x, Y - y), Math.atan2(Y - y, X - x)]
  const [dx, dy] = [-Math.sin(angle) * half, Math.cos(angle) * half]
  const steps = Math.round(length / (half * 2.2))
  let body = line(x + dx, y + dy, X + dx, Y + dy) + line(x - dx, y - dy, X - dx, Y - dy)
  for (let i = 0; i < steps; i++) {
    const at = (t: number, side: number) =>
      [x + (X - x) * t + dx * side, y + (Y - y) * t + dy * side] as const
    const side = i % 2 ? 1 : -1
    body += line(...at(i / steps, side), ...at((i + 1) / steps, -side))
  }
  return body
}

/** A row of heads and shoulders. `arms` is the probability of a raised arm. */
function crowd({ width, height, random }: Sheet, y: number, size: number, arms: number) {
  let body = ''
  for (let x = random.between(-size, 0); x < width + size * 2; x += size * random.between(2.4, 3)) {
    const top = y + random.between(-0.35, 0.35) * size
    const [neck, arm] = [round(top + size * 0.85), round(top + size * 2.1)]
    body +=
      disc(x, top, size) +
      `M${round(x - size * 1.7)} ${round(height)}V${arm}Q${round(x - size * 1.7)} ${neck} ${round(x)} ${neck}Q${round(x + size * 1.7)} ${neck} ${round(x + size * 1.7)} ${arm}V${round(height)}z`
    if (!random.happens(arms)) continue
    const lean = random.between(-0.4, 0.8) * size
    body +=
      polygon([
        [x + size, top + size * 1.4],
        [x + size + lean, top - size * 2.1],
        [x + size * 1.45 + lean, top - size * 2.1],
        [x + size * 1.9, top + size * 1.4],
      ]) + disc(x + size * 1.22 + lean, top - size * 2.2, size * 0.34)
  }
  return body
}

const bulbs = (x: number, y: number, X: number, Y: number, sag: number, count: number) => {
  const at = (t: number) => [x + (X - x) * t, y + (Y - y) * t + 4 * sag * t * (1 - t)] as const
  let body = ''
  for (let i = 1; i < count; i++) {
    const [bx, by] = at(i / count)
    body += disc(bx, by + 9, 7)
  }
  return {
    wire: `M${round(x)} ${round(y)}Q${round((x + X) / 2)} ${round((y + Y) / 2 + 2 * sag)} ${round(X)} ${round(Y)}`,
    lit: body,
  }
}

/** The view from the back of the crowd: the backdrop between two towers, with lamps above. */
function fromTheCrowd(sheet: Sheet, paint: Paint) {
  const { width, height, random, inks } = sheet
  const [x, y, bw, bh] = [width * 0.17, height * 0.15, width * 0.66, height * 0.56]
  let body = filled(box(0, 0, width, height), inks.dark)
  for (const side of [-1, 1]) {
    const from = width / 2 + side * width * random.between(0.1, 0.2)
    body += filled(
      polygon([
        [from, -60],
        [from + side * width * 0.2, height],
        [from + side * width * 0.5, height],
      ]),
      inks.second,
      ' fill-opacity=".75"',
    )
  }
  body += hung(paint(bw, bh), bw, bh, `translate(${round(x)} ${round(y)})`)
  const tower = 16
  const truss =
    ladder(x - 30, y - 44, x - 30, height, tower) +
    ladder(x + bw + 30, y - 44, x + bw + 30, height, tower) +
    ladder(x - 46, y - 30, x + bw + 46, y - 30, tower)
  body += stroked(truss, inks.dark, 13) + stroked(truss, inks.third, 5)
  let lamps = ''
  for (let i = 0; i < 7; i++) lamps += disc(x + (bw * (i + 0.5)) / 7, y - 2, 13)
  body += filled(lamps, inks.light)
  for (const side of [-1, 1]) {
    const end = width / 2 + side * width * 0.5
    const { wire, lit } = bulbs(width / 2 + side * (bw / 2 + 30), y - 44, end, y - 90, 40, 6)
    body += stroked(wire, inks.light, 3) + filled(lit, inks.accent)
  }
  body +=
    filled(box(0, y + bh, width, height), inks.dark) + filled(box(0, y + bh, width, 10), TIMBER)
  body += filled(crowd(sheet, height * 0.8, 19, 0.2), inks.second)
  return body + filled(crowd(sheet, height * 0.93, 34, 0.45), inks.dark)
}

/** A dancer of the height `tall`, standing at (x, y), sometimes in a skirt. */
function dancer({ random, inks }: Sheet, x: number, y: number, tall: number) {
  const u = tall / 100
  const side = random.happens() ? 1 : -1
  const at = (dx: number, dy: number) => `${round(x + side * dx * u)} ${round(y - dy * u)}`
  const lift = random.between(0, 14)
  const limbs =
    `M${at(-2, 44)}L${at(-10, 22)}L${at(-8, 0)}L${at(-16, 0)}` +
    `M${at(2, 44)}L${at(16, 30 + lift)}L${at(18, 8 + lift)}L${at(24, 10 + lift)}` +
    `M${at(-6, 74)}L${at(-22, 80)}L${at(-30, 98 + lift / 2)}` +
    `M${at(6, 74)}L${at(24, 70)}L${at(38, 84 - lift / 2)}`
  let body =
    stroked(limbs, inks.dark, round(7.4 * u), ' stroke-linecap="round" stroke-linejoin="round"') +
    filled(`M${at(-9, 78)}L${at(9, 78)}L${at(6, 42)}L${at(-6, 42)}z`, inks.dark) +
    filled(disc(x + side * 2 * u, y - 88 * u, 8 * u), inks.dark)
  if (random.happens(0.6))
    body += filled(
      `M${at(-6, 54)}L${at(6, 54)}Q${at(24, 40)} ${at(24, 26)}Q${at(0, 18)} ${at(-20, 26)}Q${at(-20, 40)} ${at(-6, 54)}z`,
      inks.dark,
    )
  return body
}

/** The view from the front row: dancers in front of a backdrop that fills the width. */
function fromTheFront(sheet: Sheet, paint: Paint) {
  const { width, height, random, inks } = sheet
  const floor = height * 0.74
  let body =
    hung(paint(width, floor), width, floor, '') + filled(box(0, floor, width, height), inks.dark)
  for (let i = 0; i < 4; i++)
    body += stroked(
      line(0, floor + 14 + i * i * 17, width, floor + 14 + i * i * 17),
      inks.second,
      4,
    )
  const places = [0.31, 0.5, 0.69].map((place) => place + random.between(-0.03, 0.03))
  let lit = ''
  let dancers = ''
  for (const [index, place] of places.entries()) {
    const [x, y] = [width * place, height * (0.86 + 0.04 * (index % 2))]
    lit += `M${round(x - 95)} ${round(y)}a95 17 0 1 0 190 0a95 17 0 1 0 -190 0z`
    const shape = dancer(sheet, x, y, height * random.between(0.46, 0.5))
    // a light edge separates them from a dark backdrop
    dancers += `<g transform="translate(5 -4)">${shape.replaceAll(inks.dark, inks.light)}</g>${shape}`
  }
  body += filled(lit, inks.light) + dancers
  body += stroked(line(0, height - 12, width, height - 12), TIMBER, 24)
  let lamps = ''
  for (let i = 0; i < 9; i++)
    lamps += polygon([
      [(width * (i + 0.5)) / 9 - 26, height],
      [(width * (i + 0.5)) / 9 - 18, height - 30],
      [(width * (i + 0.5)) / 9 + 18, height - 30],
      [(width * (i + 0.5)) / 9 + 26, height],
    ])
  return body + filled(lamps, inks.dark)
}

/** The view from the wings: the backdrop in perspective with its timber edge and prop, under a string of bulbs. */
function fromTheWings(sheet: Sheet, paint: Paint) {
  const { width, height, random, inks } = sheet
  const [bw, bh, x, y] = [width * 0.8, height * 0.72, width * 0.2, height * 0.24]
  const [narrow, rise] = [0.86, -0.16]
  const right = x + bw * narrow
  const lift = bw * rise
  let body = filled(box(0, 0, width, height), inks.dark)
  body += filled(
    polygon([
      [0, height * 0.86],
      [width, height * 0.7],
      [width, height],
      [0, height],
    ]),
    inks.second,
  )
  for (let i = 1; i < 6; i++)
    body += stroked(
      line(0, height * (0.86 + 0.05 * i * i * 0.3), width, height * (0.7 + 0.08 * i)),
      inks.dark,
      4,
    )
  body += hung(paint(bw, bh), bw, bh, `matrix(${narrow} ${rise} 0 1 ${round(x)} ${round(y)})`)
  // the near edge, and its prop
  body += filled(
    polygon([
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
  body += stroked(prop, inks.dark, 22) + stroked(prop, TIMBER, 13)
  const { wire, lit } = bulbs(-20, height * 0.1, right + 40, y + lift - 40, 46, 13)
  body += stroked(wire, inks.light, 3) + filled(lit, inks.accent)
  body += filled(crowd({ ...sheet, width: width * 0.7 }, height * 0.97, 27, 0.35), inks.dark)
  return random.happens() ? body : `<g transform="matrix(-1 0 0 1 ${width} 0)">${body}</g>`
}

/** The views take turns over eight pictures. */
const VIEWS = [fromTheCrowd, fromTheFront, fromTheWings]

/** Draws a backdrop on its festival night. `index` chooses the view; the eighth is always from the wings. */
export function drawNight(sheet: Sheet, index: number, paint: Paint): string {
  const view = VIEWS[index === 7 ? 2 : index % VIEWS.length] ?? fromTheCrowd
  return svg(sheet.width, sheet.height, view(sheet, paint))
}
