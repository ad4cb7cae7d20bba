import { box, disc, filled, line, polygon, stroked, svg } from './drawing.ts'
import { TIMBER } from './inks.ts'

const CELL = 100
const [W, H] = [6 * CELL, 8 * CELL]
const INK = '#051522'
const SHEET = '#f6efe1'

/** How many cells of each row have been painted, from the left. */
const PAINTED = [3, 4, 5, 5, 4, 4, 3, 2]

/** Draws the poster for an unknown edition: a question mark on a grid, half painted. */
export function drawUnknownPoster(): string {
  const mark = 'M150 290A150 150 0 1 1 376 420Q300 464 300 540V560'
  const dot = disc(300, 670, 58)
  let grid = ''
  for (let i = 1; i < 6; i++) grid += line(i * CELL, 0, i * CELL, H)
  for (let i = 1; i < 8; i++) grid += line(0, i * CELL, W, i * CELL)
  const painted = PAINTED.map((cells, row) => box(0, row * CELL, cells * CELL, CELL)).join('')
  const rays = Array.from({ length: 12 }, (_, ray) => {
    const at = (turn: number) => [300 + 900 * Math.cos(turn), 290 + 900 * Math.sin(turn)] as const
    const turn = (ray * Math.PI) / 6
    return polygon([[300, 290], at(turn), at(turn + Math.PI / 12)])
  }).join('')
  const pencil =
    stroked(mark, INK, 108) + stroked(mark, SHEET, 100) + stroked(dot, INK, 8) + filled(dot, SHEET)
  const paint =
    filled(box(0, 0, W, H), '#0f6b66') +
    filled(rays, '#14817b') +
    stroked(mark, INK, 124) +
    filled(disc(300, 670, 70), INK) +
    stroked(mark, '#fdba2f', 100) +
    filled(dot, '#e2452a')
  // a paint pot with a brush, in front
  const pot =
    stroked(line(512, 640, 560, 500), TIMBER, 18) +
    filled(
      polygon([
        [444, 660],
        [576, 660],
        [562, 776],
        [458, 776],
      ]),
      '#cf165f',
    ) +
    filled(box(436, 640, 148, 30), INK) +
    filled(
      polygon([
        [468, 670],
        [492, 670],
        [492, 724],
        [468, 712],
      ]),
      '#fdba2f',
    )
  return svg(
    W,
    H,
    `<clipPath id="d"><path d="${painted}"/></clipPath>` +
      filled(box(0, 0, W, H), SHEET) +
      pencil +
      stroked(grid, '#a59e8f', 2) +
      `<g clip-path="url(#d)">${paint}</g>` +
      pot,
  )
}
