import { entryAt } from '../entry-at.ts'
import { round, filled, box, disc, polygon, type Sheet } from '../drawing.ts'

/** A wall of pasted posters. */
export const hoard = ({ width, height, random, inks, count }: Sheet): string => {
  // sheets in rows like bricks; neighbours have different inks
  const bw = width / 2.5,
    bh = bw * 1.28,
    rows = Math.ceil(height / bh) + 1
  const base = [inks.accent, inks.light, inks.second, inks.dark, inks.third]
  let body = filled(box(0, 0, width, height), inks.ground)
  for (let j = 0; j < rows; j++)
    for (let i = -1; i < 3; i++) {
      const x = (i + (j % 2 ? 0.55 : 0.1)) * bw,
        y = j * bh * 0.96 - bh * 0.3,
        t = random.between(-3.5, 3.5),
        u = bw * 0.93,
        v = bh * 0.93
      const b = entryAt(base, (i + 1 + j * 2 + count) % 5),
        ink = b === inks.dark || b === inks.second ? inks.light : inks.dark,
        o = b === inks.accent || b === inks.light ? inks.second : inks.accent
      let art = filled(box(x, y, u, v), b)
      const kind = (i + 1 + j * 3 + count) % 6
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
            polygon([
              [x, y + v],
              [x + u, y + v],
              [x + u, y + v * 0.1],
            ]),
            o,
          ) + filled(disc(x + u * 0.3, y + v * 0.26, u * 0.16), ink)
      if (kind === 3)
        art +=
          filled(
            `M${round(x + u * 0.12)} ${round(y + v)}V${round(y + v * 0.46)}a${round(u * 0.38)} ${round(u * 0.38)} 0 0 1 ${round(u * 0.76)} 0V${round(y + v)}z`,
            o,
          ) + filled(disc(x + u / 2, y + v * 0.62, u * 0.16), ink)
      if (kind === 4) {
        let d = ''
        for (let a = 0; a < 12; a++) {
          const q1 = (a / 12) * Math.PI * 2,
            q2 = ((a + 0.5) / 12) * Math.PI * 2
          d += polygon([
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
            polygon([
              [x, y],
              [x + u * 0.5, y + v * 0.5],
              [x, y + v],
            ]),
            o,
          ) +
          filled(
            polygon([
              [x + u, y],
              [x + u * 0.5, y + v * 0.5],
              [x + u, y + v],
            ]),
            ink,
          )
      art += filled(
        box(x + u * 0.4, y - v * 0.025, u * 0.2, v * 0.06),
        b === inks.light ? inks.third : inks.light,
      )
      body += `<g transform="rotate(${t.toFixed(1)} ${round(x + u / 2)} ${round(y + v / 2)})">${art}</g>`
    }
  return body
}
