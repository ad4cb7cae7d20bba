import { entryAt } from '../entry-at.ts'
import { round, filled, stroked, box, disc, polygon, dune, type System } from '../drawing.ts'
import { luminance } from '../inks.ts'

/** An arch in a lattice, with dunes behind it. */
export const jaali: System = ({ width, height, random, inks, count, year }) => {
  const points = 6 + 2 * (count % 4),
    t = random.pick([60, 75, 100])
  const star = (cx: number, cy: number, R: number, k: number, inner: number, turn = 0) =>
    polygon(
      Array.from({ length: k * 2 }, (_, i) => {
        const a = (i * Math.PI) / k + turn,
          q1 = i % 2 ? R * inner : R
        return [cx + q1 * Math.cos(a), cy + q1 * Math.sin(a)] as const
      }),
    )
  const wall = random.pick([inks.ground, inks.second, inks.dark]),
    cut = wall === inks.ground ? inks.dark : wall === inks.second ? inks.accent : inks.ground
  const field = `<pattern id="j" width="${t}" height="${t}" patternUnits="userSpaceOnUse">${filled(box(0, 0, t, t), wall)}${filled(star(t / 2, t / 2, t * 0.46, points, random.between(0.45, 0.68)), cut)}${filled(star(t / 2, t / 2, t * 0.16, points / 2, 0.5), wall)}${[
    [0, 0] as const,
    [t, 0] as const,
    [0, t] as const,
    [t, t] as const,
  ]
    .map(([x, y]) => filled(star(x, y, t * 0.2, 4, 0.45, Math.PI / 4), cut))
    .join('')}</pattern>`
  const cx = width / 2,
    aw = width * random.between(0.3, 0.37),
    // below the plate, which may only cover the lattice
    top = height * random.between(0.27, 0.31),
    spring = height * random.between(0.5, 0.56)
  const lobes = year % 3
  let arch: string
  if (lobes === 0)
    arch = `M${round(cx - aw)} ${height}V${round(spring)}C${round(cx - aw)} ${round(spring - height * 0.16)} ${round(cx - aw * 0.35)} ${round(top + height * 0.1)} ${round(cx)} ${round(top)}C${round(cx + aw * 0.35)} ${round(top + height * 0.1)} ${round(cx + aw)} ${round(spring - height * 0.16)} ${round(cx + aw)} ${round(spring)}V${height}z`
  else {
    const k = lobes === 1 ? 5 : 7,
      lift = spring - top
    // lobes of equal length along half an ellipse, for every width of the sheet
    const along = Array.from({ length: 181 }, (_, i) => {
      const a = Math.PI * (1 - i / 180)
      return [cx + aw * Math.cos(a), spring - lift * Math.sin(a)] as const
    })
    const walked = [0]
    for (const [i, [x, y]] of along.entries()) {
      const [X, Y] = along[i + 1] ?? [x, y]
      walked.push(entryAt(walked, i) + Math.hypot(X - x, Y - y))
    }
    const length = entryAt(walked, -1) / k
    arch = `M${round(cx - aw)} ${height}V${round(spring)}`
    for (let i = 1; i <= k; i++) {
      const [x, y] = entryAt(along, i === k ? 180 : walked.findIndex((one) => one >= i * length))
      arch += `A${round(length * 0.66)} ${round(length * 0.66)} 0 0 1 ${round(x)} ${round(y)}`
    }
    arch += `V${height}z`
  }
  const sky = wall === inks.dark ? inks.ground : inks.dark
  let body =
    `<defs>${field}<clipPath id="c"><path d="${arch}"/></clipPath></defs>` +
    filled(box(0, 0, width, height), 'url(#j)')
  body +=
    stroked(arch, inks.light, 34) +
    stroked(arch, inks.second === wall ? inks.accent : inks.second, 18)
  const sy = height * random.between(0.54, 0.66),
    radius = aw * random.between(0.42, 0.66)
  let scene = filled(box(0, 0, width, height), sky)
  for (let i = 3; i > 0; i--)
    scene += stroked(
      disc(cx, sy, radius + i * 22),
      i % 2 ? inks.third : inks.accent,
      4,
      ' stroke-dasharray="3 12" stroke-linecap="round"',
    )
  scene += filled(
    disc(cx, sy, radius),
    sky === inks.ground && inks.ground === inks.accent ? inks.light : inks.accent,
  )
  // both dunes are wider than the arch, and no side has the ink of the sky
  const byLight = [sky === inks.dark ? inks.ground : inks.dark, inks.second].toSorted(
    (a, b) => luminance(a) - luminance(b),
  )
  scene +=
    dune(
      cx + aw * random.between(-0.6, 0.6),
      sy + radius * 0.25,
      width * 0.7,
      width * 0.9,
      height + 4,
      entryAt(byLight, 1),
      entryAt(byLight, 0),
      random,
    ) +
    dune(
      cx + aw * random.between(-0.5, 0.5),
      height * 0.8,
      width * 0.6,
      width * 0.8,
      height + 4,
      inks.light,
      inks.third,
      random,
    )
  return { body: body + `<g clip-path="url(#c)">${scene}</g>`, corner: 'tl', ink: inks.dark }
}
