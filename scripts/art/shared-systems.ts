import { noiseOf } from './chance.ts'
import { filled, stroked, box, disc, dune, line, poly, q, rad, type System } from './drawing.ts'

export const flow: System = ({ w, h, r, p, n, oasis }) => {
  // combed ground: long ribbons first, thin lines into the gaps; an occupancy grid keeps them apart
  const nz = noiseOf(r),
    scale = r.in(260, 420),
    turn = r.in(-0.7, 0.7),
    swirl = r.in(0.8, 1.3)
  const vx = w * r.in(0.3, 0.7),
    vy = h * r.in(0.35, 0.65),
    R = Math.min(w, h) * (0.15 + (n % 7) * 0.018)
  const angle = (x: number, y: number) => {
    const d = Math.hypot(x - vx, y - vy)
    const round = Math.atan2(y - vy, x - vx) + Math.PI / 2,
      k = Math.exp(-((Math.max(0, d - R) / (R * 1.5)) ** 2))
    const a = (nz(x / scale + 3, y / scale + 3) - 0.5) * swirl * Math.PI + turn
    return Math.atan2(
      Math.sin(a) * (1 - k) + Math.sin(round) * k,
      Math.cos(a) * (1 - k) + Math.cos(round) * k,
    )
  }
  const cell = 10,
    gw = Math.ceil(w / cell) + 16,
    gh = Math.ceil(h / cell) + 16,
    taken = new Int16Array(gw * gh).fill(-1)
  const key = (x: number, y: number) => (Math.floor(y / cell) + 8) * gw + Math.floor(x / cell) + 8
  const cols = r.shuffle([p.a, p.l, p.b, p.c])
  const groups = new Map<string, string>()
  let id = 0
  const trace = (
    sx: number,
    sy: number,
    width: number,
    colour: string,
    least: number,
    room: number,
  ) => {
    const half: [number, number][][] = [[], []]
    id++
    for (const dir of [0, 1]) {
      let x = sx,
        y = sy
      for (let k = 0; k < 90; k++) {
        if (
          x < -50 ||
          y < -50 ||
          x > w + 50 ||
          y > h + 50 ||
          Math.hypot(x - vx, y - vy) < R + 10 + width / 2
        )
          break
        const c = key(x, y)
        let hit = false
        for (let dx = -room; dx <= room; dx++)
          for (let dy = -room; dy <= room; dy++) {
            const v = taken[c + dx + dy * gw]!
            if (v >= 0 && v !== id) hit = true
          }
        if (hit) break
        half[dir]!.push([x, y])
        const a = angle(x, y) + (dir ? Math.PI : 0)
        x += Math.cos(a) * 10
        y += Math.sin(a) * 10
      }
    }
    const pts = [...half[1]!.toReversed(), ...half[0]!.slice(1)]
    if (pts.length < least) return
    const own = Math.floor(width / 20)
    for (const [a, b] of pts)
      for (let dx = -own; dx <= own; dx++)
        for (let dy = -own; dy <= own; dy++) taken[key(a, b) + dx + dy * gw] = id
    const slim = pts.filter((_, k) => k % 7 === 0 || k === pts.length - 1)
    let d = `M${q(slim[0]![0])} ${q(slim[0]![1])}`
    for (let k = 1; k < slim.length - 1; k++) {
      const [a, b] = slim[k]!,
        [c, e] = slim[k + 1]!
      d += `Q${q(a)} ${q(b)} ${q((a + c) / 2)} ${q((b + e) / 2)}`
    }
    d += `L${q(slim.at(-1)![0])} ${q(slim.at(-1)![1])}`
    const g = `${colour}|${width}`
    groups.set(g, (groups.get(g) ?? '') + d)
  }
  for (let i = 0; i < 130; i++) trace(r.in(0, w), r.in(0, h), 30, cols[i % 2]!, 34, 3)
  for (let i = 0; i < 260; i++) trace(r.in(0, w), r.in(0, h), 14, cols[(i % 2) + 1]!, 16, 2)
  for (let i = 0; i < 300; i++) trace(r.in(0, w), r.in(0, h), 6, cols[(i % 2) + 2]!, 9, 1)
  let s = filled(box(0, 0, w, h), p.g)
  for (const [g, d] of groups) {
    const [c, wd] = g.split('|')
    s += stroked(d, c!, +wd!, ' stroke-linecap="round"')
  }
  s += filled(disc(vx, vy, R), p.d) + filled(disc(vx, vy, R - 18), oasis ? p.a : p.l)
  return { body: s, corner: vx + vy > (w + h) / 2 ? 'tl' : 'br', ink: p.d, focus: vy / h }
}

export const truchet: System = ({ w, h, r, p, year }) => {
  const nz = noiseOf(r),
    big = 8 * Math.ceil(w / r.one([3, 4]) / 8),
    kind = year % 3
  const fine: string[] = [],
    bold: string[] = [],
    fill: string[] = [],
    dots: string[] = [],
    round: [number, number, number][] = []
  const tile = (x: number, y: number, t: number, depth: number) => {
    // bands of one width: where a wide one meets narrow ones it would end in the air
    if (kind > 0 && depth < 2 && nz(x / 210 + 5, y / 210 + 5) > (depth ? 0.62 : 0.47)) {
      for (const dx of [0, t / 2])
        for (const dy of [0, t / 2]) tile(x + dx, y + dy, t / 2, depth + 1)
      return
    }
    const a = r.yes(),
      R = t / 2
    const arcs = a
      ? `M${q(x + R)} ${q(y)}a${q(R)} ${q(R)} 0 0 1 ${-q(R)} ${q(R)}M${q(x + t)} ${q(y + R)}a${q(R)} ${q(R)} 0 0 0 ${-q(R)} ${q(R)}`
      : `M${q(x)} ${q(y + R)}a${q(R)} ${q(R)} 0 0 1 ${q(R)} ${q(R)}M${q(x + R)} ${q(y)}a${q(R)} ${q(R)} 0 0 0 ${q(R)} ${q(R)}`
    if (kind === 0) bold.push(arcs)
    else if (kind === 1) {
      fill.push(
        a
          ? `M${q(x)} ${q(y)}h${q(t)}a${q(t)} ${q(t)} 0 0 1 ${-q(t)} ${q(t)}z`
          : `M${q(x + t)} ${q(y + t)}h${-q(t)}a${q(t)} ${q(t)} 0 0 1 ${q(t)} ${-q(t)}z`,
      )
      const dotted = r.yes(0.5)
      // an arc about the corner of its leaf: any other would leave slivers of the leaf, or of a dot, beside it
      if (r.yes(0.4))
        fine.push(
          a
            ? `M${q(x + R)} ${q(y)}a${q(R)} ${q(R)} 0 0 1 ${-q(R)} ${q(R)}`
            : `M${q(x + R)} ${q(y + t)}a${q(R)} ${q(R)} 0 0 1 ${q(R)} ${-q(R)}`,
        )
      else if (dotted) round.push([x + t * (a ? 0.3 : 0.7), y + t * (a ? 0.3 : 0.7), t * 0.13])
    } else {
      ;(r.yes() ? fill : dots).push(
        a
          ? poly([
              [x, y],
              [x + t, y],
              [x, y + t],
            ])
          : poly([
              [x + t, y],
              [x + t, y + t],
              [x, y + t],
            ]),
      )
      if (r.yes(0.35)) round.push([x + R, y + R, t * 0.26])
    }
  }
  for (let y = 0; y < h; y += big) for (let x = 0; x < w; x += big) tile(x, y, big, 0)
  const tl = r.yes()
  const m = big * 2
  // no disc is cut by the flat: it would leave a crumb beside it
  const discs = round
    .filter(([x, y, R]) => Math.hypot(tl ? x : w - x, tl ? y : h - y) > m + R)
    .map((one) => disc(...one))
    .join('')
  let s = filled(box(0, 0, w, h), p.g)
  if (kind === 0)
    s +=
      stroked(bold.join(''), p.d, big * 0.42) +
      stroked(bold.join(''), p.a, big * 0.3) +
      stroked(bold.join(''), p.l, big * 0.06)
  if (kind === 1)
    s += filled(fill.join(''), p.b) + filled(discs, p.a) + stroked(fine.join(''), p.l, 9)
  if (kind === 2) s += filled(fill.join(''), p.a) + filled(dots.join(''), p.b) + filled(discs, p.l)
  // a calm flat for the numeral: one corner painted over, in inks that are neither the tiles' nor as dark as the page
  for (const [R, flat] of [
    [m, kind === 0 ? p.b : p.c],
    [q(m * 0.64), kind === 0 ? p.c : p.d],
    [q(m * 0.5), kind === 0 ? p.b : p.a],
  ] as const)
    s += tl
      ? filled(`M0 0h${R}a${R} ${R} 0 0 1 ${-R} ${R}z`, flat)
      : filled(`M${w} ${h}h${-R}a${R} ${R} 0 0 1 ${R} ${-R}z`, flat)
  return { body: s, corner: tl ? 'tl' : 'br', ink: p.l }
}

export const halftone: System = ({ w, h, r, p, n, year, oasis }) => {
  const cx = w * r.in(0.44, 0.6),
    cy = h * r.in(0.42, 0.56),
    R = w * r.in(0.4, 0.5),
    g = 21
  const light = rad((year % 12) * 30 + 15),
    tilt = rad(18 + (n % 4) * 14)
  const lx = Math.cos(light),
    ly = Math.sin(light)
  const dots = new Map<number, string>()
  const out2 = new Map<number, string>()
  for (let i = -30; i < 30; i++)
    for (let j = -30; j < 30; j++) {
      const x = cx + (i * Math.cos(tilt) - j * Math.sin(tilt)) * g,
        y = cy + (i * Math.sin(tilt) + j * Math.cos(tilt)) * g
      const d = Math.hypot(x - cx, y - cy)
      if (x < -g || y < -g || x > w + g || y > h + g) continue
      if (d < R + 15) {
        const nx = (x - cx) / R,
          ny = (y - cy) / R,
          nzv = Math.sqrt(Math.max(0, 1 - nx * nx - ny * ny))
        const v = Math.max(0, nx * lx * 0.8 + ny * ly * 0.8 + nzv * 0.35)
        const size = q((1 - v) * 15) * 2
        // beyond the edge only where dots close up into shade: of a small one no more than a crumb would be left
        if (size > (d < R - 6 ? 3 : 20))
          dots.set(size, (dots.get(size) ?? '') + `M${q(x)} ${q(y)}h0`)
      } else if (oasis && (i + j) % 2 === 0 && d > R + 30) {
        const v = Math.max(0, 1 - (d - R) / (h * 0.42))
        const size = q(v * 7) * 2
        if (size > 2) out2.set(size, (out2.get(size) ?? '') + `M${q(x)} ${q(y)}h0`)
      }
    }
  let s = filled(box(0, 0, w, h), p.g)
  for (const [k, d] of out2) s += stroked(d, p.b, k, ' stroke-linecap="round"')
  const ring = !oasis
  const ringPath = (half: 0 | 1) =>
    `M${q(cx - R * 1.5)} ${q(cy)}A${q(R * 1.5)} ${q(R * 0.36)} 0 0 ${half} ${q(cx + R * 1.5)} ${q(cy)}`
  const spin = ` transform="rotate(${-18 - (n % 5) * 6} ${q(cx)} ${q(cy)})"`
  if (ring) s += stroked(ringPath(1), p.l, 26, spin) + stroked(ringPath(1), p.b, 8, spin)
  // a hair smaller than its shade, which would show a rim of it otherwise
  s += filled(disc(cx, cy, R - 1), p.a)
  s += `<clipPath id="c"><path d="${disc(cx, cy, R)}"/></clipPath><g clip-path="url(#c)">`
  for (const [k, d] of dots) s += stroked(d, oasis ? p.b : p.d, k, ' stroke-linecap="round"')
  s += '</g>'
  if (ring)
    s +=
      stroked(ringPath(0), p.d, 40, spin) +
      stroked(ringPath(0), p.l, 26, spin) +
      stroked(ringPath(0), p.b, 8, spin)
  else {
    s += filled(box(0, h * 0.83, w, h), p.d)
    for (let i = 0; i < 6; i++)
      s += filled(box(0, h * 0.83 - 8 - i * 26, w, Math.max(3, 14 - i * 2.4)), p.d)
  }
  // the sun on its horizon, or the whole of the planet
  return { body: s, corner: 'tl', ink: p.l, focus: oasis ? 0.68 : cy / h }
}

export const folded: System = ({ w, h, r, p, n, oasis }) => {
  const k = 2 * q(((5 + (n % 3)) * w) / 600),
    face = w / k,
    lift = q(face * 0.64),
    top = q(h * 0.07),
    foot = q(h * 0.94) - lift
  const cx = w * r.in(0.4, 0.6),
    cy = h * r.in(0.36, 0.5),
    R = Math.min(w, h) * r.in(0.3, 0.4)
  // one figure on both faces: disc, arch or eight-pointed star
  const figure = (k: number) =>
    n % 3 === 0
      ? disc(cx, cy, R * k)
      : n % 3 === 1
        ? `M${q(cx - R * k)} ${h}V${q(cy)}C${q(cx - R * k)} ${q(cy - R * k * 0.7)} ${q(cx - R * k * 0.4)} ${q(cy - R * k * 0.8)} ${q(cx)} ${q(cy - R * k * 1.25)}C${q(cx + R * k * 0.4)} ${q(cy - R * k * 0.8)} ${q(cx + R * k)} ${q(cy - R * k * 0.7)} ${q(cx + R * k)} ${q(cy)}V${h}z`
        : poly(
            Array.from({ length: 16 }, (_, i) => {
              const a = (i * Math.PI) / 8,
                m = R * k * (i % 2 ? 0.72 : 1.16)
              return [cx + m * Math.sin(a), cy - m * Math.cos(a)] as const
            }),
          )
  let A =
    filled(box(0, 0, w, h), p.a) +
    filled(figure(1), p.l) +
    (n % 3 === 1 ? filled(figure(0.86), p.g) : '') +
    filled(figure(0.6), p.b)
  let B =
    filled(box(0, 0, w, h), p.b) +
    filled(figure(1), p.d) +
    (n % 3 === 0 ? '' : filled(figure(0.6), p.c))
  if (oasis) {
    for (let i = 0; i < 2; i++) {
      const [ink, ground] = [[p.b, p.g][i]!, h * (0.76 + i * 0.1)]
      A += filled(box(0, ground - 4, w, h), ink)
      A += dune(w * r.in(0.2, 0.8), h * (0.6 + i * 0.12), w * 0.7, w * 0.6, ground, ink, ink, r)
    }
    for (let i = 0; i < 6; i++)
      B += filled(box(0, foot - h * 0.07 * (6 - i), w, 8 + i * 4), i % 2 ? p.a : p.c)
  } else {
    A += filled(box(0, h * 0.74, w, h), p.d)
    for (let i = 0; i < 9; i++) B += stroked(disc(cx, cy, R + 30 + i * 44), i % 2 ? p.l : p.c, 14)
  }
  // the two pictures stand on the faces in turn, each sheared with its face: down to the valley, up to the ridge
  const edge = Array.from(
    { length: k + 1 },
    (_, i) => [i * face, foot - 2 + (i % 2 ? lift : 0)] as const,
  )
  let faces = '',
    ridges = ''
  for (let i = 0; i < k; i++) {
    const x = q(i * face),
      odd = i % 2
    faces += `<g clip-path="url(#c)" transform="matrix(1 ${((odd ? -lift : lift) / face).toFixed(3)} 0 1 ${x} ${odd ? lift : 0})"><use href="#${odd ? 'b' : 'a'}" x="${-x}"/></g>`
    if (i && !odd) ridges += line(x, top, x, foot)
  }
  return {
    body:
      `<defs><g id="a">${A}</g><g id="b">${B}</g><clipPath id="c"><path d="${box(0, top, Math.ceil(face) + 1, foot - top)}"/></clipPath></defs>` +
      filled(box(0, 0, w, h), p.g) +
      faces +
      filled(poly([...edge, ...edge.toReversed().map(([x, y]) => [x, y + 24] as const)]), p.d) +
      stroked(ridges, p.d, 3),
    corner: 'tl',
    ink: p.d,
  }
}

export const brush: System = ({ w, h, r, p, n }) => {
  let s = filled(box(0, 0, w, h), p.g)
  const stroke = (pts: [number, number][], width: number, ink: string, bristles: number) => {
    const groups: Record<number, string> = {}
    const pitch = width / bristles
    // neighbours run dry at about the same place, the whole row in a ragged line; a few last to the end or stop early
    let dry = r.next()
    for (let b = 0; b < bristles; b++) {
      const off = (b / (bristles - 1) - 0.5) * width + r.in(-0.3, 0.3) * pitch
      dry = Math.min(1, Math.max(0, dry + r.in(-0.3, 0.3)))
      const a0 = 0.3 * r.next() ** 3,
        a1 = pts.length - 1 - 1.1 * (r.yes(0.2) ? r.next() : dry * dry * 0.7 + r.in(0, 0.08))
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
      d += `M${q(dots[0]![0])} ${q(dots[0]![1])}`
      for (let i = 1; i < dots.length - 1; i++)
        d += `Q${q(dots[i]![0])} ${q(dots[i]![1])} ${q((dots[i]![0] + dots[i + 1]![0]) / 2)} ${q((dots[i]![1] + dots[i + 1]![1]) / 2)}`
      const key = Math.max(2, q(r.one([0.9, 1.5, 1.7, 1.9]) * pitch))
      groups[key] = (groups[key] ?? '') + d
    }
    return Object.entries(groups)
      .map(([k, d]) => stroked(d, ink, +k, ' stroke-linejoin="round" stroke-linecap="round"'))
      .join('')
  }
  const kind = n % 4
  const order = r.shuffle([p.a, p.b, p.l])
  // a ring clears the plate under it
  const middle = h > w ? Math.max(h * 0.41, w * 0.49) : h * 0.5
  const wd = w * (kind === 1 ? 0.22 : kind === 3 ? 0.24 : r.in(0.26, 0.32))
  const shapes: [number, number][][] =
    kind === 0
      ? [
          [
            [-40, h * 0.86],
            [w * 0.3, h * 0.8],
            [w * 0.62, h * 0.52],
            [w * 0.66, h * 0.24],
            [w * 0.7, -60],
          ],
          [
            [w * 0.1, h * 1.05],
            [w * 0.5, h * 0.9],
            [w * 0.9, h * 0.7],
            [w * 1.1, h * 0.5],
          ],
        ]
      : kind === 1
        ? [
            [
              // it never turns back: a stroke that does is soon a digit
              [-60, h * r.in(0.6, 0.7)],
              [w * 0.14, h * 0.6],
              [w * 0.32, h * r.in(0.34, 0.42)],
              [w * 0.52, h * r.in(0.56, 0.62)],
              [w * 0.7, h * r.in(0.74, 0.8)],
              [w * 0.88, h * r.in(0.5, 0.58)],
              [w + 60, h * r.in(0.3, 0.36)],
            ],
          ]
        : kind === 2
          ? [
              [
                [w * 0.16, -h * 0.2],
                [w * 0.2, h * 0.4],
                [w * 0.16, h * 0.8],
              ],
              [
                [w * 0.5, -h * 0.2],
                [w * 0.52, h * 0.5],
                [w * 0.5, h * 0.95],
              ],
              [
                [w * 0.84, -h * 0.2],
                [w * 0.82, h * 0.3],
                [w * 0.84, h * 0.62],
              ],
            ]
          : [
              Array.from({ length: 10 }, (_, i) => {
                const a = -1.9 + i * 0.66
                return [w * 0.5 + w * 0.3 * Math.cos(a), middle + w * 0.32 * Math.sin(a)] as [
                  number,
                  number,
                ]
              }),
            ]
  s += filled(
    kind === 1
      ? box(0, h * 0.66, w, h)
      : kind === 3
        ? disc(w * 0.5, middle, w * 0.21)
        : // the ground is higher than a plate, and where strokes run off the foot, no more than a wedge under them
          box(0, h * (kind ? 0.7 : 0.82), w, h),
    p.c,
  )
  shapes.forEach((pts, i) => {
    s += stroke(pts, wd, order[i % 3]!, 24)
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
    const x = w * r.in(0.1, 0.9),
      y = h * r.in(0.3, 0.68),
      size = r.in(5, 15),
      beside = alongside(x, y) - wd * 0.56
    // what falls into a ring would be an eye
    if (kind === 3 && Math.hypot(x - w * 0.5, y - middle) < w * 0.3) continue
    if (beside > size + 6 && beside < size + 40) drips += disc(x, y, size)
  }
  return {
    body: s + (drips && filled(drips, order[0]!)),
    corner: kind < 2 ? 'tl' : 'bl',
    ink: p.d,
    ...(kind === 2 && { focus: 0.68 }),
  }
}
