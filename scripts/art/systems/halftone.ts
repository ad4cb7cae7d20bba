import { round, filled, stroked, box, disc, radians, type System } from '../drawing.ts'

/** A sun or a planet in halftone dots. */
export const halftone: System = ({ width, height, random, inks, count, year, isOasis }) => {
  const cx = width * random.between(0.44, 0.6),
    cy = height * random.between(0.42, 0.56),
    radius = width * random.between(0.4, 0.5),
    g = 21
  const light = radians((year % 12) * 30 + 15),
    tilt = radians(18 + (count % 4) * 14)
  const lx = Math.cos(light),
    ly = Math.sin(light)
  const dots = new Map<number, string>()
  const out2 = new Map<number, string>()
  for (let i = -30; i < 30; i++)
    for (let j = -30; j < 30; j++) {
      const x = cx + (i * Math.cos(tilt) - j * Math.sin(tilt)) * g,
        y = cy + (i * Math.sin(tilt) + j * Math.cos(tilt)) * g
      const d = Math.hypot(x - cx, y - cy)
      if (x < -g || y < -g || x > width + g || y > height + g) continue
      if (d < radius + 15) {
        const nx = (x - cx) / radius,
          ny = (y - cy) / radius,
          nzv = Math.sqrt(Math.max(0, 1 - nx * nx - ny * ny))
        const v = Math.max(0, nx * lx * 0.8 + ny * ly * 0.8 + nzv * 0.35)
        const size = round((1 - v) * 15) * 2
        // outside the edge, draw only dots that merge into shade: a small one would leave a crumb
        if (size > (d < radius - 6 ? 3 : 20))
          dots.set(size, (dots.get(size) ?? '') + `M${round(x)} ${round(y)}h0`)
      } else if (isOasis && (i + j) % 2 === 0 && d > radius + 30) {
        const v = Math.max(0, 1 - (d - radius) / (height * 0.42))
        const size = round(v * 7) * 2
        if (size > 2) out2.set(size, (out2.get(size) ?? '') + `M${round(x)} ${round(y)}h0`)
      }
    }
  let body = filled(box(0, 0, width, height), inks.ground)
  for (const [k, d] of out2) body += stroked(d, inks.second, k, ' stroke-linecap="round"')
  const ring = !isOasis
  const ringPath = (half: 0 | 1) =>
    `M${round(cx - radius * 1.5)} ${round(cy)}A${round(radius * 1.5)} ${round(radius * 0.36)} 0 0 ${half} ${round(cx + radius * 1.5)} ${round(cy)}`
  const spin = ` transform="rotate(${-18 - (count % 5) * 6} ${round(cx)} ${round(cy)})"`
  if (ring)
    body += stroked(ringPath(1), inks.light, 26, spin) + stroked(ringPath(1), inks.second, 8, spin)
  // slightly smaller than its shade, or a rim would show
  body += filled(disc(cx, cy, radius - 1), inks.accent)
  body += `<clipPath id="c"><path d="${disc(cx, cy, radius)}"/></clipPath><g clip-path="url(#c)">`
  for (const [k, d] of dots)
    body += stroked(d, isOasis ? inks.second : inks.dark, k, ' stroke-linecap="round"')
  body += '</g>'
  if (ring)
    body +=
      stroked(ringPath(0), inks.dark, 40, spin) +
      stroked(ringPath(0), inks.light, 26, spin) +
      stroked(ringPath(0), inks.second, 8, spin)
  else {
    body += filled(box(0, height * 0.83, width, height), inks.dark)
    for (let i = 0; i < 6; i++)
      body += filled(
        box(0, height * 0.83 - 8 - i * 26, width, Math.max(3, 14 - i * 2.4)),
        inks.dark,
      )
  }
  // the sun on the horizon, or the whole planet
  return { body, corner: 'tl', ink: inks.light, focus: isOasis ? 0.68 : cy / height }
}
