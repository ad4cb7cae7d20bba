import { entryAt } from '../entry-at.ts'
import { round, filled, stroked, box, disc, dune, type System } from '../drawing.ts'

/** Dunes in front of a sun. */
export const dunes: System = ({ width, height, random, inks, count, year }) => {
  const right = year % 2 === 0
  const radius = width * random.between(0.24, 0.38)
  const sx = right ? width * random.between(0.55, 0.72) : width * random.between(0.28, 0.45),
    sy = height * random.between(0.3, 0.42)
  const low = random.happens(0.4)
  let body = filled(box(0, 0, width, height), inks.ground)
  const halo = low ? 0 : 1 + (count % 4)
  for (let i = halo; i > 0; i--)
    body += stroked(
      disc(sx, sy, radius + i * 26),
      inks.accent,
      5,
      ` stroke-dasharray="${random.pick(['2 14', '30 12', '6 10'])}" stroke-linecap="round"`,
    )
  body += filled(disc(sx, sy, radius), inks.accent)
  if (low)
    for (let i = 0; i < 5; i++)
      body += filled(
        box(sx - radius - 4, sy + radius * (0.12 + i * 0.2), 2 * radius + 8, 4 + i * 5),
        inks.ground,
      )
  const rows = 3
  const lit = random.shuffle([inks.light, inks.third, inks.second])
  for (let i = 0; i < rows; i++) {
    const foot = height * (0.66 + i * 0.14),
      ink = entryAt(lit, i)
    const k = 1 + ((count + i) % 2)
    for (let j = 0; j < k; j++) {
      const x = width * ((j + random.between(0.25, 0.75)) / k)
      body += dune(
        x,
        foot - height * random.between(0.13, 0.24),
        width * random.between(0.5, 0.8),
        width * random.between(0.4, 0.7),
        foot + 1,
        ink,
        i % 2 && ink !== inks.second ? inks.second : inks.dark,
        random,
        i > 1 ? inks.dark : undefined,
      )
    }
    // sand drifts hide the straight lower edge of the row
    const [high, low] = [
      foot - height * random.between(0.04, 0.06),
      foot - height * random.between(0, 0.008),
    ]
    const [a, b] = (count + year + i) % 2 ? [high, low] : [low, high]
    body += filled(
      `M0 ${round((a + b) / 2)}C${round(width * random.between(0.22, 0.34))} ${round(a)} ${round(width * random.between(0.6, 0.74))} ${round(b)} ${width} ${round((a + b) / 2)}V${height}H0z`,
      i % 2 ? inks.dark : inks.second,
    )
  }
  return { body, corner: right ? 'tl' : 'tr', ink: inks.light }
}
