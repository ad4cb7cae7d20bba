import { entryAt } from '../entry-at.ts'
import { round, filled, stroked, box, disc, type Sheet } from '../drawing.ts'

/** The blades of a camera iris. */
export const iris = ({ width, height, random, inks, count }: Sheet): string => {
  const cx = width / 2,
    cy = height / 2,
    radius = Math.min(width, height) * 0.46,
    k = 7 + (count % 3),
    hex = radius * random.between(0.3, 0.44),
    turn = random.between(0, 1)
  let body =
    filled(box(0, 0, width, height), inks.ground) + filled(disc(cx, cy, radius * 1.06), inks.dark)
  for (let i = 0; i < k; i++) {
    const a = (i / k) * 2 * Math.PI + turn,
      b = ((i + 1) / k) * 2 * Math.PI + turn
    const A = [cx + hex * Math.cos(a), cy + hex * Math.sin(a)] as const,
      B = [cx + hex * Math.cos(b), cy + hex * Math.sin(b)] as const
    const c = a + 1.15,
      e = b + 1.15
    body += filled(
      `M${round(A[0])} ${round(A[1])}L${round(B[0])} ${round(B[1])}L${round(cx + radius * Math.cos(e))} ${round(cy + radius * Math.sin(e))}A${round(radius)} ${round(radius)} 0 0 0 ${round(cx + radius * Math.cos(c))} ${round(cy + radius * Math.sin(c))}z`,
      entryAt([inks.accent, inks.second, inks.light, inks.third], i % (k % 4 === 1 ? 3 : 4)),
    )
  }
  body += filled(disc(cx, cy, hex * 0.36), inks.accent)
  const e = Math.min(width, height) * 0.07,
    m = e
  for (const [x, y, sx, sy] of [
    [m, m, 1, 1],
    [width - m, m, -1, 1],
    [m, height - m, 1, -1],
    [width - m, height - m, -1, -1],
  ] as const)
    body += stroked(
      `M${round(x + sx * e)} ${round(y)}H${round(x)}V${round(y + sy * e)}`,
      inks.light,
      5,
    )
  return body
}
