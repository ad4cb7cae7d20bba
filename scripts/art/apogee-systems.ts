import { noiseOf } from './chance.ts'
import { filled, stroked, box, disc, line, poly, q, rad, type System } from './drawing.ts'

export const truss: System = ({ w, h, r, p, n, year, oasis }) => {
  let s = filled(box(0, 0, w, h), p.g)
  const mode = n % 2
  let lines = '',
    bolts = ''
  const panels: string[][] = [[], [], []]
  if (mode) {
    const R = Math.min(w, h * 0.75) * r.in(0.3, 0.36)
    s +=
      filled(disc(w * (year % 3 ? 0.42 : 0.58), h * 0.5, R), p.a) +
      filled(box(0, h * 0.88, w, h), p.d)
    const bays = 7 + (n % 4),
      // its top stands free beside the plate
      cx = w * (year % 3 ? r.in(0.68, 0.72) : r.in(0.28, 0.32)),
      b0 = w * 0.27,
      b1 = w * 0.07
    for (let i = 0; i < bays; i++) {
      const t0 = 1 - (1 - i / bays) ** 1.25,
        t1 = 1 - (1 - (i + 1) / bays) ** 1.25
      const y0 = h * 0.9 - t0 * h * 0.84,
        y1 = h * 0.9 - t1 * h * 0.84,
        a = b0 + (b1 - b0) * t0,
        b = b0 + (b1 - b0) * t1
      const quad: [number, number][] = [
        [cx - a, y0],
        [cx + a, y0],
        [cx + b, y1],
        [cx - b, y1],
      ]
      if (r.yes(0.42))
        panels[r.int(0, 2)]!.push(r.yes(0.6) ? poly(quad) : poly([quad[0]!, quad[1]!, quad[2]!]))
      lines +=
        line(cx - a, y0, cx - b, y1) + line(cx + a, y0, cx + b, y1) + line(cx - b, y1, cx + b, y1)
      lines += i % 2 ? line(cx - a, y0, cx + b, y1) : line(cx + a, y0, cx - b, y1)
      if (r.yes(0.4)) lines += i % 2 ? line(cx + a, y0, cx - b, y1) : line(cx - a, y0, cx + b, y1)
      bolts += disc(cx - b, y1, 9) + disc(cx + b, y1, 9)
    }
    s += stroked(
      line(cx - b1, h * 0.06, -10, h * 0.9) + line(cx + b1, h * 0.06, w + 10, h * 0.9),
      p.d,
      3,
    )
    s +=
      filled(panels[0]!.join(''), p.b) +
      filled(panels[1]!.join(''), p.l) +
      filled(panels[2]!.join(''), p.c)
    return {
      body: s + stroked(lines, p.d, 11, ' stroke-linecap="round"') + filled(bolts, p.l),
      corner: year % 3 ? 'tl' : 'tr',
      ink: p.l,
    }
  }
  const cx = 4,
    cy = 5,
    bw = w / cx,
    bh = h / cy
  for (let j = 0; j < cy; j++)
    for (let i = 0; i < cx; i++) {
      const x = i * bw,
        y = j * bh,
        v = r.int(0, 5)
      // no bar along the edge, where it would look like a rim: those inside run off the frame
      if (j) lines += line(x, y, x + bw, y)
      if (i) lines += line(x, y, x, y + bh)
      if ((i < 2 && j < 1) || (i < 1 && j < 2)) continue
      if (v < 3)
        panels[v]!.push(
          r.yes(0.5)
            ? box(x, y, bw, bh)
            : r.yes()
              ? poly([
                  [x, y],
                  [x + bw, y],
                  [x, y + bh],
                ])
              : poly([
                  [x + bw, y],
                  [x + bw, y + bh],
                  [x, y + bh],
                ]),
        )
      if (v === 3)
        panels[0]!.push(
          `M${q(x)} ${q(y + bh)}a${q(bw)} ${q(bh)} 0 0 1 ${q(bw)} ${-q(bh)}v${q(bh)}z`,
        )
      if (v === 4) panels[2]!.push(disc(x + bw / 2, y + bh / 2, bw * 0.36))
      lines +=
        (i + j + n) % 3 === 0
          ? ''
          : (i + j) % 2
            ? line(x, y, x + bw, y + bh)
            : line(x + bw, y, x, y + bh)
      if (i && j) bolts += disc(x, y, 11)
    }
  s +=
    filled(panels[0]!.join(''), p.a) +
    filled(panels[1]!.join(''), p.l) +
    filled(panels[2]!.join(''), p.b)
  return {
    body:
      s +
      stroked(lines, p.d, oasis ? 13 : 10, ' stroke-linecap="square"') +
      filled(bolts, p.d) +
      filled(
        bolts
          .replaceAll('a11 11', 'a5 5')
          .replaceAll(/M(-?\d+) /g, (_, x) => `M${+x + 6} `)
          .replaceAll('22 0', '10 0')
          .replaceAll('-22', '-10'),
        p.l,
      ),
    corner: 'tl',
    ink: p.l,
  }
}

export const orbit: System = ({ w, h, r, p, n, year }) => {
  const cx = w * r.in(0.2, 0.8),
    cy = h * r.in(0.96, 1.12),
    R = w * r.in(0.62, 0.8)
  let s = filled(box(0, 0, w, h), p.g)
  const x = cx > w / 2 ? w * 0.36 : w * 0.62,
    y = h * r.in(0.3, 0.4),
    k = w * 0.0022,
    lean = (year % 12) * 5 - 28,
    corner = x > w / 2 ? 'tl' : 'tr'
  // the rocket flies through open space: how far from its axis, nose to flame, a point lies
  const offRocket = (px: number, py: number) => {
    const [dx, dy] = [Math.sin(rad(lean)), -Math.cos(rad(lean))]
    const along = Math.min(95, Math.max(-236, ((px - x) * dx + (py - y) * dy) / k)) * k
    return Math.hypot(px - x - along * dx, py - y - along * dy) / k
  }
  const rings = 4 + (n % 4)
  for (let i = rings; i > 0; i--) {
    const rr = R + i * i * 9 + i * 46
    const on = (deg: number) =>
      [cx + rr * Math.cos(rad(deg)), cy + rr * Math.sin(rad(deg))] as const
    const thick = i % 3 ? 4 : 10
    const [dash, least] = r.one([
      [4, 14],
      [60, 18],
      [200, 30],
      [2, 10],
      [24, 10],
    ] as const)
    // round ends reach into the gap
    const gap = least + (thick > 4 ? thick : 0)
    const near = Array.from({ length: 720 }, (_, step) => step / 2 - 270).filter(
      (deg) => offRocket(...on(deg)) < 80,
    )
    // it breaks off on both sides of the rocket with a whole dash
    const from = near.at(-1) ?? 90,
      to = 360 + (near[0] ?? 89),
      length = rad(to - from) * rr,
      fit = length / (Math.round((length - dash) / (dash + gap)) * (dash + gap) + dash)
    const [sx, sy] = on(from),
      [ex, ey] = on(to)
    s += stroked(
      `M${q(sx)} ${q(sy)}A${q(rr)} ${q(rr)} 0 1 1 ${q(ex)} ${q(ey)}`,
      i % 2 ? p.c : p.l,
      thick,
      ` stroke-dasharray="${(dash * fit).toFixed(2)} ${(gap * fit).toFixed(2)}"${r.yes() ? ' stroke-linecap="round"' : ''}`,
    )
    // a moon stands whole: inside the sheet, clear of the plate and of the rocket, or not at all
    const size = r.in(9, 26)
    const moon = Array.from({ length: 6 }, () => on(-r.in(30, 150))).find(
      ([mx, my]) =>
        mx > size * 2 &&
        mx < w - size * 2 &&
        my > h * 0.05 + size * 2 &&
        !(my < h * 0.26 + size * 2 && (corner === 'tl' ? mx < w * 0.64 : mx > w * 0.36)) &&
        offRocket(mx, my) * k > 80 * k + size,
    )
    if (moon) s += filled(disc(...moon, size), [p.a, p.b, p.l][i % 3]!)
  }
  const bands = 3 + (year % 3),
    night = disc(cx + R * 0.2, cy + R * 0.14, R * 0.92)
  let belts = ''
  for (let i = 0; i < bands; i++)
    belts += stroked(
      `M${q(cx - R * 1.3)} ${q(cy + i * 31)}Q${q(cx)} ${q(cy - R * 0.56 + i * 63)} ${q(cx + R * 1.3)} ${q(cy + i * 31)}`,
      i % 2 ? p.c : p.b,
      7,
    )
  s +=
    filled(disc(cx, cy, R), p.b) +
    filled(night, p.d) +
    `<clipPath id="c"><path d="${night}"/></clipPath><g clip-path="url(#c)">${belts}</g>`
  const rocket =
    filled(`M0-95C34-60 40-6 30 62H-30C-40-6-34-60 0-95z`, p.l) +
    filled('M0-95C34-60 40-6 30 62H6C14 0 14-60 0-95z', p.c) +
    filled('M-30 20L-66 84L-30 70zM30 20L66 84L30 70z', p.b) +
    filled(disc(0, -22, 13), p.d) +
    filled(disc(0, -22, 7), p.a) +
    filled('M-22 66H22L34 190 12 150 0 236-12 150-34 190z', p.a) +
    filled('M-10 70H10L14 140 0 180-14 140z', p.l)
  s += `<g transform="translate(${q(x)} ${q(y)}) rotate(${lean}) scale(${k.toFixed(2)})">${rocket}</g>`
  return { body: s, corner, ink: p.l }
}

export const blocks: System = ({ w, h, r, p, n, year }) => {
  const nz = noiseOf(r),
    cols = 5,
    u = w / cols,
    hh = u * 0.289,
    edge = u * 0.577,
    rows = Math.ceil((h * 0.72) / hh) + 3
  let left = '',
    right = '',
    lit = '',
    tops = new Map<string, string>()
  const spin = year % 2
  // a hair larger than its outline, so that nothing shines through where two meet; the left ones more than the right
  // ones, whose rims they cover in a wall
  const face = (d: string, ink: string, rest = '') => filled(d, ink, ` stroke="${ink}"${rest}`)
  for (let j = 0; j < rows; j++)
    for (let i = j % 2 ? -1 : 0; i < cols; i++) {
      const x = (i + (j % 2) / 2) * u + u / 2,
        base = j * hh + h * 0.34
      const v = nz(i * 0.8 + 4, j * 0.3 + 4)
      const z = q(Math.max(0, v - 0.3) * ((n % 3) + 4)) * edge
      const y = base - z
      // a raised top lies on the sheet where a flat one of a farther row would: two that meet there differ in ink,
      // and none has the sun's before the sun
      const row = j - 2 * q(z / edge) + n
      const ink = row % 2 === 0 ? p.a : y - hh < h * 0.36 || Math.abs(row) % 4 === 3 ? p.c : p.l
      const top = `M${q(x)} ${q(y - hh)}l${q(u / 2)} ${q(hh)} ${-q(u / 2)} ${q(hh)} ${-q(u / 2)} ${-q(hh)}z`
      tops.set(ink, (tops.get(ink) ?? '') + top)
      const deep = q(Math.max(edge, z + edge * 0.4))
      left += `M${q(x - u / 2)} ${q(y)}l${q(u / 2)} ${q(hh)}v${deep}l${-q(u / 2)} ${-q(hh)}z`
      right += `M${q(x + u / 2)} ${q(y)}l${-q(u / 2)} ${q(hh)}v${deep}l${q(u / 2)} ${-q(hh)}z`
      // painter's order: rows overlap, so each row is its own set of three paths
      if (i === cols - 1) {
        lit +=
          face(left, spin ? p.d : p.b, ' stroke-width="2"') +
          face(right, spin ? p.b : p.d) +
          [...tops].map(([ink, d]) => face(d, ink)).join('')
        tops.clear()
        left = right = ''
      }
    }
  return {
    body:
      filled(box(0, 0, w, h), p.g) +
      filled(disc(w * (spin ? 0.78 : 0.22), h * 0.2, w * 0.17), p.l) +
      `<g stroke-linejoin="bevel">${lit}</g>`,
    corner: spin ? 'tl' : 'tr',
    ink: p.l,
  }
}

export const rings: System = ({ w, h, r, p, n, year }) => {
  const gap = 16 + (n % 4) * 4
  const cen: [number, number][] =
    year % 2
      ? [
          [w * r.in(0.2, 0.35), h * r.in(0.5, 0.7)],
          [w * r.in(0.65, 0.85), h * r.in(0.55, 0.8)],
        ]
      : [
          [w * 0.5, h * r.in(0.34, 0.44)],
          [w * r.in(0.4, 0.6), h * r.in(0.64, 0.78)],
        ]
  let d = ''
  // out to the farthest corner from either centre
  const reach = Math.max(...cen.map(([x, y]) => Math.hypot(Math.max(x, w - x), Math.max(y, h - y))))
  for (const [x, y] of cen)
    for (let i = Math.ceil(reach / gap); i > 0; i--) d += disc(x, y, i * gap)
  const deep = ['carbon', 'phosphor', 'blueprint', 'radar', 'petrol', 'signal'].includes(p.name)
  let s =
    filled(box(0, 0, w, h), p.g) +
    filled(d, deep ? (year % 2 ? p.l : p.c) : p.d, ' fill-rule="evenodd"')
  const pick = cen[n % 2]!
  s += filled(disc(pick[0], pick[1], gap * 4), p.a) + filled(disc(pick[0], pick[1], gap * 2), p.l)
  const other = cen[(n + 1) % 2]!
  s += filled(disc(other[0], other[1], gap * 2), p.b === p.g ? p.c : p.b)
  return { body: s, corner: 'tl', ink: deep ? p.l : p.d }
}
