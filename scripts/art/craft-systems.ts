import { filled, stroked, box, disc, poly, q, type Sheet } from './drawing.ts'

// craft pictures for people
export const iris = ({ w, h, r, p, n }: Sheet): string => {
  const cx = w / 2,
    cy = h / 2,
    R = Math.min(w, h) * 0.46,
    k = 7 + (n % 3),
    hex = R * r.in(0.3, 0.44),
    turn = r.in(0, 1)
  let s = filled(box(0, 0, w, h), p.g) + filled(disc(cx, cy, R * 1.06), p.d)
  for (let i = 0; i < k; i++) {
    const a = (i / k) * 2 * Math.PI + turn,
      b = ((i + 1) / k) * 2 * Math.PI + turn
    const A = [cx + hex * Math.cos(a), cy + hex * Math.sin(a)] as const,
      B = [cx + hex * Math.cos(b), cy + hex * Math.sin(b)] as const
    const c = a + 1.15,
      e = b + 1.15
    s += filled(
      `M${q(A[0])} ${q(A[1])}L${q(B[0])} ${q(B[1])}L${q(cx + R * Math.cos(e))} ${q(cy + R * Math.sin(e))}A${q(R)} ${q(R)} 0 0 0 ${q(cx + R * Math.cos(c))} ${q(cy + R * Math.sin(c))}z`,
      [p.a, p.b, p.l, p.c][i % (k % 4 === 1 ? 3 : 4)]!,
    )
  }
  s += filled(disc(cx, cy, hex * 0.36), p.a)
  const e = Math.min(w, h) * 0.07,
    m = e
  for (const [x, y, sx, sy] of [
    [m, m, 1, 1],
    [w - m, m, -1, 1],
    [m, h - m, 1, -1],
    [w - m, h - m, -1, -1],
  ] as const)
    s += stroked(`M${q(x + sx * e)} ${q(y)}H${q(x)}V${q(y + sy * e)}`, p.l, 5)
  return s
}
export const hoard = ({ w, h, r, p, n }: Sheet): string => {
  // a wall of pasted sheets, row on row like bricks; no two neighbours of one ink
  const bw = w / 2.5,
    bh = bw * 1.28,
    rows = Math.ceil(h / bh) + 1
  const base = [p.a, p.l, p.b, p.d, p.c]
  let s = filled(box(0, 0, w, h), p.g)
  for (let j = 0; j < rows; j++)
    for (let i = -1; i < 3; i++) {
      const x = (i + (j % 2 ? 0.55 : 0.1)) * bw,
        y = j * bh * 0.96 - bh * 0.3,
        t = r.in(-3.5, 3.5),
        u = bw * 0.93,
        v = bh * 0.93
      const b = base[(i + 1 + j * 2 + n) % 5]!,
        ink = b === p.d || b === p.b ? p.l : p.d,
        o = b === p.a || b === p.l ? p.b : p.a
      let art = filled(box(x, y, u, v), b)
      const kind = (i + 1 + j * 3 + n) % 6
      if (kind === 0)
        art +=
          filled(disc(x + u / 2, y + v * 0.4, u * 0.34), o) +
          filled(
            box(x + u * 0.1, y + v * 0.8, u * 0.8, v * 0.07) +
              box(x + u * 0.1, y + v * 0.9, u * 0.5, v * 0.035),
            ink,
          )
      if (kind === 1)
        for (let k = 0; k < 6; k++) art += filled(box(x, y + v * (k / 6), u, v / 12), o)
      if (kind === 2)
        art +=
          filled(
            poly([
              [x, y + v],
              [x + u, y + v],
              [x + u, y + v * 0.1],
            ]),
            o,
          ) + filled(disc(x + u * 0.3, y + v * 0.26, u * 0.16), ink)
      if (kind === 3)
        art +=
          filled(
            `M${q(x + u * 0.12)} ${q(y + v)}V${q(y + v * 0.46)}a${q(u * 0.38)} ${q(u * 0.38)} 0 0 1 ${q(u * 0.76)} 0V${q(y + v)}z`,
            o,
          ) + filled(disc(x + u / 2, y + v * 0.62, u * 0.16), ink)
      if (kind === 4) {
        let d = ''
        for (let a = 0; a < 12; a++) {
          const q1 = (a / 12) * Math.PI * 2,
            q2 = ((a + 0.5) / 12) * Math.PI * 2
          d += poly([
            [x + u / 2, y + v / 2],
            [x + u / 2 + u * 0.44 * Math.cos(q1), y + v / 2 + u * 0.44 * Math.sin(q1)],
            [x + u / 2 + u * 0.44 * Math.cos(q2), y + v / 2 + u * 0.44 * Math.sin(q2)],
          ])
        }
        art += filled(d, o) + filled(disc(x + u / 2, y + v / 2, u * 0.14), ink)
      }
      if (kind === 5)
        art +=
          filled(
            poly([
              [x, y],
              [x + u * 0.5, y + v * 0.5],
              [x, y + v],
            ]),
            o,
          ) +
          filled(
            poly([
              [x + u, y],
              [x + u * 0.5, y + v * 0.5],
              [x + u, y + v],
            ]),
            ink,
          )
      art += filled(box(x + u * 0.4, y - v * 0.025, u * 0.2, v * 0.06), b === p.l ? p.c : p.l)
      s += `<g transform="rotate(${t.toFixed(1)} ${q(x + u / 2)} ${q(y + v / 2)})">${art}</g>`
    }
  return s
}
