import { round, filled, stroked, box, disc, svg } from '../drawing.ts'
import { Random } from '../random.ts'

/** An upright of timber, as on the back of a flat. */
export function drawStile(): string {
  let body = filled(box(0, 0, 24, 600), '#8f6239')
  const random = new Random('stile')
  for (let i = 0; i < 7; i++) {
    const x = 2 + i * 3.2
    body += stroked(
      `M${round(x)} 0C${round(x + random.between(-3, 3))} 150 ${round(x + random.between(-4, 4))} 300 ${round(x + random.between(-3, 3))} 450S${round(x)} 560 ${round(x)} 600`,
      i % 2 ? '#a97948' : '#70491f',
      1,
    )
  }
  body += filled(disc(12, 24, 4) + disc(12, 576, 4), '#2b1508')
  return svg(24, 600, body, ' preserveAspectRatio="none"')
}
