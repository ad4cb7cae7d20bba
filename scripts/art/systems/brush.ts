import { round, filled, stroked, box, disc, type System } from '../drawing.ts'

export const brush: System = ({ width, height, random, inks, count }) => {
  let body = filled(box(0, 0, width, height), inks.ground)
  const stroke = (pts: [number, number][], breadth: number, paint: string, bristles: number) => {
    const groups: Record<number, string> = {}
    const pitch = breadth / bristles
    // neighbours run dry at about the same place, the whole row in a ragged line; a few last to the end or stop early
    let dry = random.next()
    for (let b = 0; b < bristles; b++) {
      const off = (b / (bristles - 1) - 0.5) * breadth + random.between(-0.3, 0.3) * pitch
      dry = Math.min(1, Math.max(0, dry + random.between(-0.3, 0.3)))
      const a0 = 0.3 * random.next() ** 3,
        a1 =
          pts.length -
          1 -
          1.1 * (random.happens(0.2) ? random.next() : dry * dry * 0.7 + random.between(0, 0.08))
      let d = ''
      const steps = pts.length > 4 ? 14 : 8
      const dots: [number, number][] = []
      for (let i = 0; i <= steps; i++) {
        const t = a0 + ((a1 - a0) * i) / steps,
          k = Math.max(0, Math.min(pts.length - 2, Math.floor(t))),
          u = t - k
        const P1 = pts[k]!,
          P2 = pts[k + 1]!
        const P0 = pts[k - 1] ?? [2 * P1[0] - P2[0], 2 * P1[1] - P2[1]],
          P3 = pts[k + 2] ?? [2 * P2[0] - P1[0], 2 * P2[1] - P1[1]]
        const at = (m: 0 | 1) =>
          0.5 *
          (2 * P1[m] +
            (P2[m] - P0[m]!) * u +
            (2 * P0[m]! - 5 * P1[m] + 4 * P2[m] - P3[m]!) * u * u +
            (3 * P1[m] - P0[m]! - 3 * P2[m] + P3[m]!) * u ** 3)
        const slope = (m: 0 | 1) =>
          0.5 *
          (P2[m] -
            P0[m]! +
            2 * (2 * P0[m]! - 5 * P1[m] + 4 * P2[m] - P3[m]!) * u +
            3 * (3 * P1[m] - P0[m]! - 3 * P2[m] + P3[m]!) * u * u)
        const L = Math.hypot(slope(0), slope(1)) || 1
        dots.push([at(0) - (slope(1) / L) * off, at(1) + (slope(0) / L) * off])
      }
      d += `M${round(dots[0]![0])} ${round(dots[0]![1])}`
      for (let i = 1; i < dots.length - 1; i++)
        d += `Q${round(dots[i]![0])} ${round(dots[i]![1])} ${round((dots[i]![0] + dots[i + 1]![0]) / 2)} ${round((dots[i]![1] + dots[i + 1]![1]) / 2)}`
      const key = Math.max(2, round(random.pick([0.9, 1.5, 1.7, 1.9]) * pitch))
      groups[key] = (groups[key] ?? '') + d
    }
    return Object.entries(groups)
      .map(([k, d]) => stroked(d, paint, +k, ' stroke-linejoin="round" stroke-linecap="round"'))
      .join('')
  }
  const kind = count % 4
  const order = random.shuffle([inks.accent, inks.second, inks.light])
  // a ring clears the plate under it
  const middle = height > width ? Math.max(height * 0.41, width * 0.49) : height * 0.5
  const wd = width * (kind === 1 ? 0.22 : kind === 3 ? 0.24 : random.between(0.26, 0.32))
  const shapes: [number, number][][] =
    kind === 0
      ? [
          [
            [-40, height * 0.86],
            [width * 0.3, height * 0.8],
            [width * 0.62, height * 0.52],
            [width * 0.66, height * 0.24],
            [width * 0.7, -60],
          ],
          [
            [width * 0.1, height * 1.05],
            [width * 0.5, height * 0.9],
            [width * 0.9, height * 0.7],
            [width * 1.1, height * 0.5],
          ],
        ]
      : kind === 1
        ? [
            [
              // it never turns back: a stroke that does is soon a digit
              [-60, height * random.between(0.6, 0.7)],
              [width * 0.14, height * 0.6],
              [width * 0.32, height * random.between(0.34, 0.42)],
              [width * 0.52, height * random.between(0.56, 0.62)],
              [width * 0.7, height * random.between(0.74, 0.8)],
              [width * 0.88, height * random.between(0.5, 0.58)],
              [width + 60, height * random.between(0.3, 0.36)],
            ],
          ]
        : kind === 2
          ? [
              [
                [width * 0.16, -height * 0.2],
                [width * 0.2, height * 0.4],
                [width * 0.16, height * 0.8],
              ],
              [
                [width * 0.5, -height * 0.2],
                [width * 0.52, height * 0.5],
                [width * 0.5, height * 0.95],
              ],
              [
                [width * 0.84, -height * 0.2],
                [width * 0.82, height * 0.3],
                [width * 0.84, height * 0.62],
              ],
            ]
          : [
              Array.from({ length: 10 }, (_, i) => {
                const a = -1.9 + i * 0.66
                return [
                  width * 0.5 + width * 0.3 * Math.cos(a),
                  middle + width * 0.32 * Math.sin(a),
                ] as [number, number]
              }),
            ]
  body += filled(
    kind === 1
      ? box(0, height * 0.66, width, height)
      : kind === 3
        ? disc(width * 0.5, middle, width * 0.21)
        : // the ground is higher than a plate, and where strokes run off the foot, no more than a wedge under them
          box(0, height * (kind ? 0.7 : 0.82), width, height),
    inks.third,
  )
  shapes.forEach((pts, i) => {
    body += stroke(pts, wd, order[i % 3]!, 24)
  })
  // spatter falls close beside a stroke, never half under one
  const alongside = (x: number, y: number) =>
    Math.min(
      ...shapes.flatMap((pts) =>
        pts.slice(1).map(([bx, by], k) => {
          const [ax, ay] = pts[k]!,
            t = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2),
            u = Math.max(0, Math.min(1, t))
          return Math.hypot(x - ax - (bx - ax) * u, y - ay - (by - ay) * u)
        }),
      ),
    )
  let drips = ''
  for (let i = 0; i < 24; i++) {
    const x = width * random.between(0.1, 0.9),
      y = height * random.between(0.3, 0.68),
      size = random.between(5, 15),
      beside = alongside(x, y) - wd * 0.56
    // what falls into a ring would be an eye
    if (kind === 3 && Math.hypot(x - width * 0.5, y - middle) < width * 0.3) continue
    if (beside > size + 6 && beside < size + 40) drips += disc(x, y, size)
  }
  return {
    body: body + (drips && filled(drips, order[0]!)),
    corner: kind < 2 ? 'tl' : 'bl',
    ink: inks.dark,
    ...(kind === 2 && { focus: 0.68 }),
  }
}
