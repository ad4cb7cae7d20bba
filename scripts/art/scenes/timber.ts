import { round, filled, stroked, box, disc, svg } from '../drawing.ts'
import { Random } from '../random.ts'

/** A rail of timber, as on the back of a flat; it repeats sideways. */
export function drawTimber(): string {
  const random = new Random('timber')
  let body = filled(box(0, 0, 600, 24), '#8f6239')
  for (let i = 0; i < 7; i++) {
    const y = 2 + i * 3.2
    body += stroked(
      `M0 ${round(y)}C150 ${round(y + random.between(-3, 3))} 300 ${round(y + random.between(-4, 4))} 450 ${round(y + random.between(-3, 3))}S560 ${round(y)} 600 ${round(y)}`,
      i % 2 ? '#a97948' : '#70491f',
      1,
    )
  }
  body +=
    filled(disc(20, 12, 4) + disc(580, 12, 4) + disc(300, 12, 4), '#2b1508') +
    stroked('M17 12h6M577 12h6M297 12h6', '#c9986a', 1)
  return svg(600, 24, body, ' preserveAspectRatio="none"')
}
