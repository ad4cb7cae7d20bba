import { entryAt } from '../entry-at.ts'
import { filled, box, disc, polygon, radians, type System } from '../drawing.ts'

/** Wheels of pleated paper. */
export const rosettes: System = ({ width, height, random, inks, count, year }) => {
  let body = filled(box(0, 0, width, height), inks.ground)
  const wheel = (
    x: number,
    y: number,
    R: number,
    k: number,
    c1: string,
    c2: string,
    turn: number,
  ) => {
    let d = ''
    for (let i = 0; i < k; i++) {
      const a = (i / k) * 2 * Math.PI + turn,
        b = ((i + 0.5) / k) * 2 * Math.PI + turn
      d += polygon([
        [x, y],
        [x + R * Math.cos(a), y + R * Math.sin(a)],
        [x + R * Math.cos(b), y + R * Math.sin(b)],
      ])
    }
    return filled(disc(x, y, R), c1) + filled(d, c2)
  }
  const colours: [string, string][] = random.shuffle([
    [inks.light, inks.accent],
    [inks.accent, inks.second],
    [inks.second, inks.dark],
    [inks.third, inks.light],
    [inks.dark, inks.accent],
    [inks.light, inks.second],
  ])
  const big = width * random.between(0.5, 0.62),
    bx = year % 2 ? width * 0.28 : width * 0.72,
    by = height * random.between(0.62, 0.74)
  const spots: [number, number, number][] = [
    [bx, by, big],
    [
      year % 2 ? width * 0.78 : width * 0.22,
      height * random.between(0.2, 0.3),
      width * random.between(0.26, 0.34),
    ],
    // at the edge of the sheet away from the plate, only a sliver would show
    [year % 2 ? width : 0, height * random.between(0.5, 0.56), width * random.between(0.12, 0.18)],
    [width - bx * 0.9, height * random.between(0.86, 0.95), width * random.between(0.14, 0.2)],
  ]
  spots.forEach(([x, y, R], i) => {
    const k = Math.max(14, Math.min(40, count - i * 6))
    const turn = radians((year % 12) * 30)
    const [c1, c2] = entryAt(colours, i)
    body += wheel(x, y, R, k, c1, c2, turn)
    const [d1, d2] = entryAt(colours, (i + 2) % 6)
    body += wheel(x, y, R * 0.62, k, d1, d2, turn + 0.1)
    body +=
      filled(disc(x, y, R * 0.3), i % 2 ? inks.ground : inks.dark) +
      filled(disc(x, y, R * 0.13), inks.light)
  })
  return { body, corner: year % 2 ? 'tl' : 'tr', ink: inks.light }
}
