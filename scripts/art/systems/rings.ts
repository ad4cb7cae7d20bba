import { entryAt } from '../entry-at.ts'
import { filled, box, disc, type System } from '../drawing.ts'

/** Rings around two centres that overlap. */
export const rings: System = ({ width, height, random, inks, count, year }) => {
  const gap = 16 + (count % 4) * 4
  const cen: [number, number][] =
    year % 2
      ? [
          [width * random.between(0.2, 0.35), height * random.between(0.5, 0.7)],
          [width * random.between(0.65, 0.85), height * random.between(0.55, 0.8)],
        ]
      : [
          [width * 0.5, height * random.between(0.34, 0.44)],
          [width * random.between(0.4, 0.6), height * random.between(0.64, 0.78)],
        ]
  let d = ''
  // rings reach the farthest corner from each centre
  const reach = Math.max(
    ...cen.map(([x, y]) => Math.hypot(Math.max(x, width - x), Math.max(y, height - y))),
  )
  for (const [x, y] of cen)
    for (let i = Math.ceil(reach / gap); i > 0; i--) d += disc(x, y, i * gap)
  const deep = ['carbon', 'phosphor', 'blueprint', 'radar', 'petrol', 'signal'].includes(inks.name)
  let body =
    filled(box(0, 0, width, height), inks.ground) +
    filled(d, deep ? (year % 2 ? inks.light : inks.third) : inks.dark, ' fill-rule="evenodd"')
  const pick = entryAt(cen, count % 2)
  body +=
    filled(disc(pick[0], pick[1], gap * 4), inks.accent) +
    filled(disc(pick[0], pick[1], gap * 2), inks.light)
  const other = entryAt(cen, (count + 1) % 2)
  body += filled(
    disc(other[0], other[1], gap * 2),
    inks.second === inks.ground ? inks.third : inks.second,
  )
  return { body, corner: 'tl', ink: deep ? inks.light : inks.dark }
}
