import { entryAt } from '../entry-at.ts'
import { round, filled, stroked, box, disc, polygon, svg } from '../drawing.ts'
import { TIMBER } from '../inks.ts'
import { Random } from '../random.ts'

/** The edge of a flat, with drips of paint and timber behind. */
export function drawDoor(): string {
  const random = new Random('door')
  const width = 900,
    height = 1100
  let body = filled(box(0, 0, width, height), '#2a1a0d')
  let grain = ''
  for (let i = 0; i < 22; i++) {
    const y = i * 52
    grain += `M0 ${y}C220 ${round(y + random.between(-18, 18))} 560 ${round(y + random.between(-20, 20))} 900 ${round(y + random.between(-12, 12))}`
  }
  body += stroked(grain, '#23150a', 5)
  const beams = `M150 0V${height}M760 0V${height}M110 120H900M110 640H900M110 1060H900M150 640L760 120M760 640L150 1060`
  body +=
    stroked(beams, '#120a04', 66) +
    stroked(beams, '#a8743f', 52) +
    stroked(`M168 0V${height}M778 0V${height}`, '#8a5b2d', 8) +
    stroked('M110 136H900M110 656H900M110 1076H900', '#8a5b2d', 8)
  let bolts = ''
  for (const x of [150, 760])
    for (const y of [120, 640, 1060]) bolts += disc(x, y, 11) + disc(x, y + 34, 7)
  body += filled(bolts, '#2b1508')
  // the painted side, seen edge-on
  const bands = [
    '#cf165f',
    '#fdba2f',
    '#e2452a',
    '#0e6b66',
    '#fdba2f',
    '#cf165f',
    '#f6efe1',
    '#e2452a',
  ]
  let y = 0
  bands.forEach((c, i) => {
    const d = entryAt([150, 110, 190, 120, 90, 200, 70, 240], i)
    body += filled(
      polygon([
        [0, y - 30],
        [92, y],
        [92, y + d],
        [0, y + d - 30],
      ]),
      c,
    )
    y += d
  })
  body += filled(box(92, 0, 18, height), TIMBER)
  for (const [yy, len, c] of [
    [150, 120, '#fdba2f'],
    [372, 210, '#e2452a'],
    [452, 90, '#0e6b66'],
    [760, 150, '#cf165f'],
  ] as [number, number, string][])
    body += filled(
      `M92 ${yy}h18q6 0 6 10v${len}q0 12-8 12t-8-12v${-round(len * 0.4)}q-4-10-8 0z`,
      c,
    )
  return svg(width, height, body)
}
