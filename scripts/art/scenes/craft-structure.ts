import { box, disc, filled, line, polygon, stroked } from '../drawing.ts'
import { ink, TIMBER } from '../inks.ts'
import { GRAIN, HEIGHT, WIDTH, sheet, turned } from './craft-parts.ts'

/** Two crossed spars lift a painted flat on a rope. */
export function drawStructure(): string {
  const { ground: g, dark: d, light: l, accent: a, second: b, third: c } = ink('khus')
  const edged = (path: string, face: string, width: number, rest = '') =>
    stroked(path, d, width + 10, rest) + stroked(path, face, width, rest)
  const spar = (side: 1 | -1) => {
    const at = (dx: number, y: number) => [300 + side * dx, y] as const
    return (
      filled(polygon([at(-104, 22), at(-32, -10), at(398, 900), at(318, 900)]), d) +
      filled(polygon([at(-96, 24), at(-36, -2), at(388, 900), at(328, 900)]), TIMBER) +
      (side > 0
        ? filled(polygon([at(-96, 24), at(-76, 15), at(348, 900), at(328, 900)]), GRAIN)
        : filled(polygon([at(-56, 7), at(-36, -2), at(388, 900), at(368, 900)]), GRAIN))
    )
  }
  let turns = ''
  for (let i = 0; i < 5; i++) turns += line(242 - i * 4, 116 + i * 25, 358 + i * 4, 126 + i * 25)
  const gusset = (side: 1 | -1) => {
    const at = (dx: number, y: number) => [306 + side * dx, y] as const
    return (
      filled(polygon([at(-118, 378), at(-22, 378), at(-118, 474)]), c) +
      filled(disc(...at(-100, 398), 8) + disc(...at(-66, 396), 7) + disc(...at(-101, 432), 7), d)
    )
  }
  const frame = box(204, 394, 204, 360) + line(204, 574, 408, 574)
  const braces = line(208, 569, 404, 399) + line(208, 579, 404, 749)
  const flat =
    filled(box(198, 392, 246, 392), d) +
    filled(box(188, 378, 236, 392), b) +
    edged(braces, '#d8cfae', 24) +
    edged(frame, l, 32) +
    gusset(1) +
    gusset(-1)
  return sheet(
    filled(box(0, 0, WIDTH, HEIGHT), g) +
      filled(disc(300, 330, 250), a) +
      filled(box(0, 590, WIDTH, 310), b) +
      filled('M0 900V760L150 590H420L250 900z', d) +
      spar(-1) +
      spar(1) +
      stroked('M296 230V380', l, 12) +
      edged(turns, l, 21, ' stroke-linecap="round"') +
      edged('M330 300L640 490', l, 11) +
      turned(flat, 12, 300, 384) +
      stroked('M302 330V400', d, 30) +
      filled(disc(302, 318, 50), d) +
      filled(disc(302, 318, 35), c) +
      filled(disc(302, 318, 12), d),
  )
}
