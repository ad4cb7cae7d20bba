import { luminance } from './inks.ts'
import { filled, stroked, box, disc, dune, line, poly, q, rad, type System } from './drawing.ts'

export const dunes: System = ({ w, h, r, p, n, year }) => {
  const right = year % 2 === 0
  const R = w * r.in(0.24, 0.38)
  const sx = right ? w * r.in(0.55, 0.72) : w * r.in(0.28, 0.45),
    sy = h * r.in(0.3, 0.42)
  const low = r.yes(0.4)
  let s = filled(box(0, 0, w, h), p.g)
  const halo = low ? 0 : 1 + (n % 4)
  for (let i = halo; i > 0; i--)
    s += stroked(
      disc(sx, sy, R + i * 26),
      p.a,
      5,
      ` stroke-dasharray="${r.one(['2 14', '30 12', '6 10'])}" stroke-linecap="round"`,
    )
  s += filled(disc(sx, sy, R), p.a)
  if (low)
    for (let i = 0; i < 5; i++)
      s += filled(box(sx - R - 4, sy + R * (0.12 + i * 0.2), 2 * R + 8, 4 + i * 5), p.g)
  const rows = 3
  const lit = r.shuffle([p.l, p.c, p.b])
  for (let i = 0; i < rows; i++) {
    const foot = h * (0.66 + i * 0.14),
      ink = lit[i]!
    const k = 1 + ((n + i) % 2)
    for (let j = 0; j < k; j++) {
      const x = w * ((j + r.in(0.25, 0.75)) / k)
      s += dune(
        x,
        foot - h * r.in(0.13, 0.24),
        w * r.in(0.5, 0.8),
        w * r.in(0.4, 0.7),
        foot + 1,
        ink,
        i % 2 && ink !== p.b ? p.b : p.d,
        r,
        i > 1 ? p.d : undefined,
      )
    }
    // drifted sand over the feet of the row, which would end on a ruled line
    const [high, low] = [foot - h * r.in(0.04, 0.06), foot - h * r.in(0, 0.008)]
    const [a, b] = (n + year + i) % 2 ? [high, low] : [low, high]
    s += filled(
      `M0 ${q((a + b) / 2)}C${q(w * r.in(0.22, 0.34))} ${q(a)} ${q(w * r.in(0.6, 0.74))} ${q(b)} ${w} ${q((a + b) / 2)}V${h}H0z`,
      i % 2 ? p.d : p.b,
    )
  }
  return { body: s, corner: right ? 'tl' : 'tr', ink: p.l }
}

export const jaali: System = ({ w, h, r, p, n, year }) => {
  const points = 6 + 2 * (n % 4),
    t = r.one([60, 75, 100])
  const star = (cx: number, cy: number, R: number, k: number, inner: number, turn = 0) =>
    poly(
      Array.from({ length: k * 2 }, (_, i) => {
        const a = (i * Math.PI) / k + turn,
          q1 = i % 2 ? R * inner : R
        return [cx + q1 * Math.cos(a), cy + q1 * Math.sin(a)] as const
      }),
    )
  const wall = r.one([p.g, p.b, p.d]),
    cut = wall === p.g ? p.d : wall === p.b ? p.a : p.g
  const field = `<pattern id="j" width="${t}" height="${t}" patternUnits="userSpaceOnUse">${filled(box(0, 0, t, t), wall)}${filled(star(t / 2, t / 2, t * 0.46, points, r.in(0.45, 0.68)), cut)}${filled(star(t / 2, t / 2, t * 0.16, points / 2, 0.5), wall)}${[
    [0, 0],
    [t, 0],
    [0, t],
    [t, t],
  ]
    .map(([x, y]) => filled(star(x!, y!, t * 0.2, 4, 0.45, Math.PI / 4), cut))
    .join('')}</pattern>`
  const cx = w / 2,
    aw = w * r.in(0.3, 0.37),
    // under the plate, which stands on the lattice alone
    top = h * r.in(0.27, 0.31),
    spring = h * r.in(0.5, 0.56)
  const lobes = year % 3
  let arch: string
  if (lobes === 0)
    arch = `M${q(cx - aw)} ${h}V${q(spring)}C${q(cx - aw)} ${q(spring - h * 0.16)} ${q(cx - aw * 0.35)} ${q(top + h * 0.1)} ${q(cx)} ${q(top)}C${q(cx + aw * 0.35)} ${q(top + h * 0.1)} ${q(cx + aw)} ${q(spring - h * 0.16)} ${q(cx + aw)} ${q(spring)}V${h}z`
  else {
    const k = lobes === 1 ? 5 : 7,
      lift = spring - top
    // along half an ellipse, in lobes of one length, however wide the sheet is
    const along = Array.from({ length: 181 }, (_, i) => {
      const a = Math.PI * (1 - i / 180)
      return [cx + aw * Math.cos(a), spring - lift * Math.sin(a)] as const
    })
    const walked = [0]
    for (const [i, [x, y]] of along.entries()) {
      const [X, Y] = along[i + 1] ?? [x, y]
      walked.push(walked[i]! + Math.hypot(X - x, Y - y))
    }
    const length = walked.at(-1)! / k
    arch = `M${q(cx - aw)} ${h}V${q(spring)}`
    for (let i = 1; i <= k; i++) {
      const [x, y] = along[i === k ? 180 : walked.findIndex((one) => one >= i * length)]!
      arch += `A${q(length * 0.66)} ${q(length * 0.66)} 0 0 1 ${q(x)} ${q(y)}`
    }
    arch += `V${h}z`
  }
  const sky = wall === p.d ? p.g : p.d
  let s =
    `<defs>${field}<clipPath id="c"><path d="${arch}"/></clipPath></defs>` +
    filled(box(0, 0, w, h), 'url(#j)')
  s += stroked(arch, p.l, 34) + stroked(arch, p.b === wall ? p.a : p.b, 18)
  const sy = h * r.in(0.54, 0.66),
    R = aw * r.in(0.42, 0.66)
  let scene = filled(box(0, 0, w, h), sky)
  for (let i = 3; i > 0; i--)
    scene += stroked(
      disc(cx, sy, R + i * 22),
      i % 2 ? p.c : p.a,
      4,
      ' stroke-dasharray="3 12" stroke-linecap="round"',
    )
  scene += filled(disc(cx, sy, R), sky === p.g && p.g === p.a ? p.l : p.a)
  // both dunes are wider than the arch, and neither has a side in the ink of the sky
  const [dim, lit] = [sky === p.d ? p.g : p.d, p.b].toSorted((a, b) => luminance(a) - luminance(b))
  scene +=
    dune(cx + aw * r.in(-0.6, 0.6), sy + R * 0.25, w * 0.7, w * 0.9, h + 4, lit!, dim!, r) +
    dune(cx + aw * r.in(-0.5, 0.5), h * 0.8, w * 0.6, w * 0.8, h + 4, p.l, p.c, r)
  return { body: s + `<g clip-path="url(#c)">${scene}</g>`, corner: 'tl', ink: p.d }
}

export const lanterns: System = ({ w, h, r, p, n }) => {
  let s = filled(box(0, 0, w, h), p.g)
  const lamp = (x: number, y: number, R: number, kind: number, body: string, rib: string) => {
    let t = ''
    const sw = Math.max(3, q(R * 0.06))
    if (kind === 0) {
      t += filled(
        `M${q(x - R)} ${q(y)}a${q(R)} ${q(R * 1.12)} 0 1 1 ${2 * q(R)} 0a${q(R)} ${q(R * 1.12)} 0 1 1 ${-2 * q(R)} 0z`,
        body,
      )
      for (const k of [0.33, 0.7])
        t += stroked(
          `M${q(x)} ${q(y - R * 1.12)}a${q(R * k)} ${q(R * 1.12)} 0 0 0 0 ${q(R * 2.24)}a${q(R * k)} ${q(R * 1.12)} 0 0 0 0 ${-q(R * 2.24)}`,
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
      t += filled(poly(pts), body)
      t += filled(
        pts.map((_, i) => (i % 2 ? '' : poly([[x, y], pts[i]!, pts[(i + 1) % 16]!]))).join(''),
        rib,
      )
    } else {
      const a = R * 0.55
      t += filled(
        poly([
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
        poly([
          [x, y - R],
          [x + a, y - R],
          [x + R, y],
          [x + a, y + R],
          [x, y + R],
          [x + R * 0.4, y],
        ]),
        rib,
      )
      t += filled(box(x - a, y - R - R * 0.18, 2 * a, R * 0.18), p.d)
    }
    // a star ends in a point, which carries none
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
  const m = Math.min(w, h * 0.75)
  // the great lamp hangs between two of each row; whichever it would touch stays away
  const R = m * r.in(0.3, 0.38),
    x = w * r.one([0.415, 0.585]),
    y = h * r.in(0.64, 0.7)
  const rows = 3
  const pairs = r.shuffle([
    [p.a, p.b],
    [p.l, p.a],
    [p.c, p.d],
    [p.b, p.a],
    [p.l, p.b],
  ] as [string, string][])
  for (let i = 0; i < rows; i++) {
    const y0 = h * (0.06 + i * 0.14),
      sag = h * r.in(0.06, 0.13),
      k = 7 - i * 2,
      off = r.in(-0.3, 0.3)
    s += stroked(
      `M-20 ${q(y0)}Q${q(w * (0.5 + off))} ${q(y0 + sag * 2)} ${w + 20} ${q(y0 - 14)}`,
      p.d,
      4,
    )
    for (let j = 0; j < k; j++) {
      const t = (j + 0.5) / k,
        lx = w * t,
        ly = y0 + sag * 4 * t * (1 - t) * 0.95
      const size = m * (0.028 + i * 0.022)
      if (Math.hypot(lx - x, ly + size * 2.6 - y) < R * 1.2 + size * 1.9) continue
      s +=
        stroked(line(lx, ly, lx, ly + size * 1.6), p.d, 3) +
        lamp(lx, ly + size * 2.4, size, (n + i + j) % 3, ...pairs[(i + j) % 4]!)
    }
  }
  s += stroked(line(x, -10, x, y - R), p.d, 7) + lamp(x, y, R, n % 3, pairs[4]![0], pairs[4]![1])
  return { body: s, corner: x > w / 2 ? 'bl' : 'br', ink: p.l }
}

export const rosettes: System = ({ w, h, r, p, n, year }) => {
  let s = filled(box(0, 0, w, h), p.g)
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
      d += poly([
        [x, y],
        [x + R * Math.cos(a), y + R * Math.sin(a)],
        [x + R * Math.cos(b), y + R * Math.sin(b)],
      ])
    }
    return filled(disc(x, y, R), c1) + filled(d, c2)
  }
  const colours: [string, string][] = r.shuffle([
    [p.l, p.a],
    [p.a, p.b],
    [p.b, p.d],
    [p.c, p.l],
    [p.d, p.a],
    [p.l, p.b],
  ])
  const big = w * r.in(0.5, 0.62),
    bx = year % 2 ? w * 0.28 : w * 0.72,
    by = h * r.in(0.62, 0.74)
  const spots: [number, number, number][] = [
    [bx, by, big],
    [year % 2 ? w * 0.78 : w * 0.22, h * r.in(0.2, 0.3), w * r.in(0.26, 0.34)],
    // at the rim, away from the plate, where no more than a sliver of it would be seen
    [year % 2 ? w : 0, h * r.in(0.5, 0.56), w * r.in(0.12, 0.18)],
    [w - bx * 0.9, h * r.in(0.86, 0.95), w * r.in(0.14, 0.2)],
  ]
  spots.forEach(([x, y, R], i) => {
    const k = Math.max(14, Math.min(40, n - i * 6))
    const turn = rad((year % 12) * 30)
    const [c1, c2] = colours[i]!
    s += wheel(x, y, R, k, c1, c2, turn)
    const [d1, d2] = colours[(i + 2) % 6]!
    s += wheel(x, y, R * 0.62, k, d1, d2, turn + 0.1)
    s += filled(disc(x, y, R * 0.3), i % 2 ? p.g : p.d) + filled(disc(x, y, R * 0.13), p.l)
  })
  return { body: s, corner: year % 2 ? 'tl' : 'tr', ink: p.l }
}
