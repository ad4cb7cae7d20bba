import { entryAt } from '../entry-at.ts'
import { round, filled, stroked, box, polygon, line, type System } from '../drawing.ts'

/** Lanterns on strings around a large one. */
export const lanterns: System = ({ width, height, random, inks, count }) => {
  let body = filled(box(0, 0, width, height), inks.ground)
  const lamp = (x: number, y: number, R: number, kind: number, body: string, rib: string) => {
    let t = ''
    const sw = Math.max(3, round(R * 0.06))
    if (kind === 0) {
      t += filled(
        `M${round(x - R)} ${round(y)}a${round(R)} ${round(R * 1.12)} 0 1 1 ${2 * round(R)} 0a${round(R)} ${round(R * 1.12)} 0 1 1 ${-2 * round(R)} 0z`,
        body,
      )
      for (const k of [0.33, 0.7])
        t += stroked(
          `M${round(x)} ${round(y - R * 1.12)}a${round(R * k)} ${round(R * 1.12)} 0 0 0 0 ${round(R * 2.24)}a${round(R * k)} ${round(R * 1.12)} 0 0 0 0 ${-round(R * 2.24)}`,
          rib,
          sw,
        )
      t +=
        filled(box(x - R * 0.38, y - R * 1.22, R * 0.76, R * 0.22), rib) +
        filled(box(x - R * 0.38, y + R, R * 0.76, R * 0.22), rib)
    } else if (kind === 1) {
      const pts: [number, number][] = Array.from({ length: 16 }, (_, i) => {
        const a = (i * Math.PI) / 8,
          k = i % 2 ? R * 0.62 : R * 1.15
        return [x + k * Math.sin(a), y - k * Math.cos(a)]
      })
      t += filled(polygon(pts), body)
      t += filled(
        pts
          .map((_, i) =>
            i % 2 ? '' : polygon([[x, y], entryAt(pts, i), entryAt(pts, (i + 1) % 16)]),
          )
          .join(''),
        rib,
      )
    } else {
      const a = R * 0.55
      t += filled(
        polygon([
          [x - a, y - R],
          [x + a, y - R],
          [x + R, y],
          [x + a, y + R],
          [x - a, y + R],
          [x - R, y],
        ]),
        body,
      )
      t += filled(
        polygon([
          [x, y - R],
          [x + a, y - R],
          [x + R, y],
          [x + a, y + R],
          [x, y + R],
          [x + R * 0.4, y],
        ]),
        rib,
      )
      t += filled(box(x - a, y - R - R * 0.18, 2 * a, R * 0.18), inks.dark)
    }
    // a star has no tassel: it ends in a point
    if (kind === 1) return t
    let fringe = ''
    for (let i = -3; i <= 3; i++)
      fringe += line(
        x + i * R * 0.11,
        y + R * 1.15,
        x + i * R * 0.11,
        y + R * (1.6 - Math.abs(i) * 0.06),
      )
    return t + stroked(fringe, rib, Math.max(2, sw - 1))
  }
  const m = Math.min(width, height * 0.75)
  // the large lamp hangs between two of each row; lamps that would touch it are left out
  const radius = m * random.between(0.3, 0.38),
    x = width * random.pick([0.415, 0.585]),
    y = height * random.between(0.64, 0.7)
  const rows = 3
  const pairs = random.shuffle([
    [inks.accent, inks.second],
    [inks.light, inks.accent],
    [inks.third, inks.dark],
    [inks.second, inks.accent],
    [inks.light, inks.second],
  ] as [string, string][])
  for (let i = 0; i < rows; i++) {
    const y0 = height * (0.06 + i * 0.14),
      sag = height * random.between(0.06, 0.13),
      k = 7 - i * 2,
      off = random.between(-0.3, 0.3)
    body += stroked(
      `M-20 ${round(y0)}Q${round(width * (0.5 + off))} ${round(y0 + sag * 2)} ${width + 20} ${round(y0 - 14)}`,
      inks.dark,
      4,
    )
    for (let j = 0; j < k; j++) {
      const t = (j + 0.5) / k,
        lx = width * t,
        ly = y0 + sag * 4 * t * (1 - t) * 0.95
      const size = m * (0.028 + i * 0.022)
      if (Math.hypot(lx - x, ly + size * 2.6 - y) < radius * 1.2 + size * 1.9) continue
      body +=
        stroked(line(lx, ly, lx, ly + size * 1.6), inks.dark, 3) +
        lamp(lx, ly + size * 2.4, size, (count + i + j) % 3, ...entryAt(pairs, (i + j) % 4))
    }
  }
  body +=
    stroked(line(x, -10, x, y - radius), inks.dark, 7) +
    lamp(x, y, radius, count % 3, ...entryAt(pairs, 4))
  return { body, corner: x > width / 2 ? 'bl' : 'br', ink: inks.light }
}
