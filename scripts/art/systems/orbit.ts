import { entryAt } from '../entry-at.ts'
import { round, filled, stroked, box, disc, radians, type System } from '../drawing.ts'

/** A planet, its orbits and a rocket. */
export const orbit: System = ({ width, height, random, inks, count, year }) => {
  const cx = width * random.between(0.2, 0.8),
    cy = height * random.between(0.96, 1.12),
    radius = width * random.between(0.62, 0.8)
  let body = filled(box(0, 0, width, height), inks.ground)
  const x = cx > width / 2 ? width * 0.36 : width * 0.62,
    y = height * random.between(0.3, 0.4),
    k = width * 0.0022,
    lean = (year % 12) * 5 - 28,
    corner = x > width / 2 ? 'tl' : 'tr'
  // the distance of a point from the rocket's axis, nose to flame: nothing is drawn near the rocket
  const offRocket = (px: number, py: number) => {
    const [dx, dy] = [Math.sin(radians(lean)), -Math.cos(radians(lean))]
    const along = Math.min(95, Math.max(-236, ((px - x) * dx + (py - y) * dy) / k)) * k
    return Math.hypot(px - x - along * dx, py - y - along * dy) / k
  }
  const rings = 4 + (count % 4)
  for (let i = rings; i > 0; i--) {
    const rr = radius + i * i * 9 + i * 46
    const on = (deg: number) =>
      [cx + rr * Math.cos(radians(deg)), cy + rr * Math.sin(radians(deg))] as const
    const thick = i % 3 ? 4 : 10
    const [dash, least] = random.pick([
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
    // the orbit pauses at the rocket, and ends with a whole dash on each side
    const from = near.at(-1) ?? 90,
      to = 360 + (near[0] ?? 89),
      length = radians(to - from) * rr,
      fit = length / (Math.round((length - dash) / (dash + gap)) * (dash + gap) + dash)
    const [sx, sy] = on(from),
      [ex, ey] = on(to)
    body += stroked(
      `M${round(sx)} ${round(sy)}A${round(rr)} ${round(rr)} 0 1 1 ${round(ex)} ${round(ey)}`,
      i % 2 ? inks.third : inks.light,
      thick,
      ` stroke-dasharray="${(dash * fit).toFixed(2)} ${(gap * fit).toFixed(2)}"${random.happens() ? ' stroke-linecap="round"' : ''}`,
    )
    // draw a moon only if all of it is inside the sheet and clear of plate and rocket
    const size = random.between(9, 26)
    const moon = Array.from({ length: 6 }, () => on(-random.between(30, 150))).find(
      ([mx, my]) =>
        mx > size * 2 &&
        mx < width - size * 2 &&
        my > height * 0.05 + size * 2 &&
        !(
          my < height * 0.26 + size * 2 && (corner === 'tl' ? mx < width * 0.64 : mx > width * 0.36)
        ) &&
        offRocket(mx, my) * k > 80 * k + size,
    )
    if (moon)
      body += filled(disc(...moon, size), entryAt([inks.accent, inks.second, inks.light], i % 3))
  }
  const bands = 3 + (year % 3),
    night = disc(cx + radius * 0.2, cy + radius * 0.14, radius * 0.92)
  let belts = ''
  for (let i = 0; i < bands; i++)
    belts += stroked(
      `M${round(cx - radius * 1.3)} ${round(cy + i * 31)}Q${round(cx)} ${round(cy - radius * 0.56 + i * 63)} ${round(cx + radius * 1.3)} ${round(cy + i * 31)}`,
      i % 2 ? inks.third : inks.second,
      7,
    )
  body +=
    filled(disc(cx, cy, radius), inks.second) +
    filled(night, inks.dark) +
    `<clipPath id="c"><path d="${night}"/></clipPath><g clip-path="url(#c)">${belts}</g>`
  const rocket =
    filled(`M0-95C34-60 40-6 30 62H-30C-40-6-34-60 0-95z`, inks.light) +
    filled('M0-95C34-60 40-6 30 62H6C14 0 14-60 0-95z', inks.third) +
    filled('M-30 20L-66 84L-30 70zM30 20L66 84L30 70z', inks.second) +
    filled(disc(0, -22, 13), inks.dark) +
    filled(disc(0, -22, 7), inks.accent) +
    filled('M-22 66H22L34 190 12 150 0 236-12 150-34 190z', inks.accent) +
    filled('M-10 70H10L14 140 0 180-14 140z', inks.light)
  body += `<g transform="translate(${round(x)} ${round(y)}) rotate(${lean}) scale(${k.toFixed(2)})">${rocket}</g>`
  return { body, corner, ink: inks.light }
}
