import { box, disc, filled, line, radians, stroked } from '../drawing.ts'
import { ink } from '../inks.ts'
import { HEIGHT, WIDTH, oval, sheet } from './craft-parts.ts'

/** The dark shape of a film camera on a tripod, in front of a lit stage. */
export function drawMedia(): string {
  const { ground: g, dark: d, light: l, accent: a, second: b, third: c } = ink('blueprint')
  const folds = '#b5331d'
  let boards = ''
  for (let i = -6; i <= 6; i++) boards += line(300 + i * 50, 570, 300 + i * 150, HEIGHT)
  let drape = ''
  for (const x of [14, 54, 94])
    drape += `M${x} 0h18Q${x + 24} 300 ${x + 4} 626h-16Q${x + 2} 300 ${x} 0z`
  const curtain =
    filled('M0 0H140Q136 300 112 632Q84 656 56 636Q28 656 0 632z', b) + filled(drape, folds)
  let scallops = 'M600 64'
  for (let i = 0; i < 6; i++) scallops += 'a50 44 0 0 1 -100 0'
  const reel = (x: number, y: number, R: number) => {
    let holes = ''
    for (let i = 0; i < 5; i++)
      holes += disc(
        x + R * 0.56 * Math.sin(radians(i * 72)),
        y - R * 0.56 * Math.cos(radians(i * 72)),
        R / 5,
      )
    return filled(disc(x, y, R), d) + filled(holes, a) + filled(disc(x, y, R * 0.14), c)
  }
  const tripod =
    stroked('M288 490L150 860M288 490L426 860M288 490V880', d, 28) +
    stroked('M216 690H360', d, 10) +
    filled(box(238, 470, 100, 44), d) +
    filled(box(218, 456, 140, 18), b)
  const camera =
    reel(218, 246, 82) +
    reel(362, 256, 68) +
    filled(box(168, 330, 226, 128) + 'M138 344H170V384H138L124 396V332z', d) +
    filled(box(394, 362, 40, 70) + 'M430 370L466 340V454L430 424z', d) +
    filled(box(168, 330, 226, 18) + box(400, 362, 12, 70), c) +
    filled(box(190, 366, 100, 74) + box(312, 420, 62, 10) + box(312, 438, 62, 10), g) +
    filled(disc(240, 403, 24), d) +
    filled(disc(240, 403, 9), a) +
    filled(disc(346, 384, 14), b) +
    filled('M453 351L466 340V454L453 443z', l)
  return sheet(
    filled(box(0, 0, WIDTH, HEIGHT), d) +
      filled('M230 0H370L520 640H80z', c) +
      filled(disc(292, 330, 206), a) +
      filled('M60 570Q170 450 310 532Q420 464 540 570z', l) +
      filled(box(0, 570, WIDTH, 330), g) +
      stroked(boards, d, 4) +
      filled(oval(300, 752, 280, 100), l) +
      curtain +
      `<g transform="matrix(-1 0 0 1 ${WIDTH} 0)">${curtain}</g>` +
      filled(`${scallops}V0H600z`, folds) +
      stroked(scallops, a, 12) +
      filled('M288 880L560 770L600 800V836L330 892z', d) +
      tripod +
      camera,
  )
}
