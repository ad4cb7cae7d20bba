import { box, disc, filled, line, polygon, stroked } from './drawing.ts'
import { contrast, TIMBER, type Inks } from './inks.ts'

/** `shape` is part of the figure, `over` is drawn above it, `behind` below it. */
type Gear = (inks: Inks) => { shape?: string; over?: string; behind?: string }

const ROUND = ' stroke-linecap="round" stroke-linejoin="round"'
const HEAD = disc(300, 290, 80) + disc(300, 262, 74)
const BACK =
  'M84 660V600C84 506 128 470 206 452C246 443 258 428 258 396V330H342V396C342 428 354 443 394 452C472 470 516 506 516 600V660z'
const STRAPS = 'M172 660L300 496L428 660M218 450L300 496L382 450'

/** What a crew member wears on the head. */
const HEADGEAR: readonly Gear[] = [
  // a headset
  ({ accent: a, light: l }) => ({
    over:
      stroked('M216 290C212 140 388 140 384 290', a, 18) +
      filled(box(198, 252, 34, 84) + box(368, 252, 34, 84), a) +
      filled(box(198, 270, 10, 48) + box(392, 270, 10, 48), l),
  }),
  // a hard hat
  ({ accent: a, light: l, dark: d }) => ({
    over:
      filled('M206 262C206 140 394 140 394 262z', a) +
      filled('M276 168C284 160 316 160 324 168V262H276z', l) +
      filled(box(192, 254, 216, 24), a) +
      stroked('M192 278H408', d, 6),
  }),
  // a bun, held by a brush
  ({ accent: a, light: l }) => ({
    shape: disc(300, 178, 48),
    over:
      stroked(line(196, 244, 372, 132), a, 14, ROUND) +
      filled('M366 124L392 156C424 146 446 112 440 84C412 82 380 98 366 124z', l),
  }),
  // a cap, its peak to the front
  ({ accent: a, dark: d, light: l }) => ({
    over:
      filled('M214 272C206 142 394 142 386 272z', a) +
      stroked('M300 170V222', d, 5) +
      filled('M262 272C262 210 338 210 338 272z', d) +
      stroked('M212 272H388', l, 12),
  }),
  // curls, and a pencil in them
  ({ accent: a, light: l }) => ({
    shape: [
      [216, 300],
      [206, 246],
      [230, 196],
      [278, 166],
      [330, 168],
      [374, 200],
      [394, 250],
      [382, 304],
      [300, 250],
      [244, 346],
      [354, 346],
    ]
      .map(([x = 0, y = 0]) => disc(x, y, 48))
      .join(''),
    over:
      stroked(line(346, 306, 452, 214), a, 16) +
      filled(
        polygon([
          [456, 222],
          [446, 208],
          [474, 196],
        ]),
        l,
      ),
  }),
  // a beret
  ({ accent: a, light: l }) => ({
    over:
      filled(
        'M204 262C150 250 150 190 214 172C290 144 400 166 412 214C418 246 392 262 380 264z',
        a,
      ) +
      stroked('M214 262H384', l, 12, ROUND) +
      stroked(line(292, 160, 300, 138), a, 14, ROUND),
  }),
  // a plait
  ({ accent: a, light: l }) => ({
    shape: [352, 404, 452, 498].map((y, index) => disc(300, y, 42 - 4 * index)).join(''),
    over:
      stroked(
        'M300 190V394M262 376L300 394L338 376M268 424L300 442L332 424M274 470L300 486L326 470',
        l,
        6,
      ) + filled(box(274, 516, 52, 18), a),
  }),
  // a knotted cloth
  ({ accent: a, light: l }) => ({
    over:
      filled('M218 262C214 150 386 150 382 262C330 246 270 246 218 262z', a) +
      stroked('M218 262C270 244 330 244 382 262', l, 10) +
      filled('M356 246L338 330L364 318L372 262L398 306L414 282z', a) +
      filled(disc(364, 250, 17), l),
  }),
]

/** What a crew member carries. */
const CARRIED: readonly Gear[] = [
  () => ({}),
  // plans in a tube
  ({ light: l, third: c, dark: d, accent: a }) => ({
    behind: `<g transform="rotate(24 400 400)">${
      filled(box(384, 90, 62, 420), l) +
      filled(disc(415, 92, 31), c) +
      stroked(disc(415, 92, 14), d, 5) +
      filled(box(384, 170, 62, 20), a)
    }</g>`,
  }),
  () => ({}),
  // a ladder on the shoulder
  () => ({
    over: `<g transform="rotate(20 430 480)">${
      stroked(line(388, -40, 388, 720) + line(472, -40, 472, 720), TIMBER, 22) +
      stroked(
        Array.from({ length: 9 }, (_, rung) => line(388, rung * 80 - 6, 472, rung * 80 - 6)).join(
          '',
        ),
        TIMBER,
        14,
      )
    }</g>`,
  }),
  () => ({}),
  // a roller at work
  ({ accent: a, light: l, dark: d }) => ({
    behind:
      filled(box(420, 0, 140, 96), l) +
      stroked('M494 236V170H572V116H556', d, 10) +
      filled(box(412, 88, 156, 54), a) +
      stroked('M462 580C524 500 510 380 496 262', l, 74, ROUND) +
      stroked('M462 580C524 500 510 380 496 262', d, 64, ROUND) +
      stroked(line(494, 262, 494, 196), a, 18, ROUND),
  }),
]

/**
 * Draws a crew member from behind, in front of a backdrop, on 600 × 600. The pictures show work and never a face. Consecutive
 * numbers wear and carry different things.
 */
export function drawCrew(backdrop: string, inks: Inks, number: number): string {
  const parts = [HEADGEAR, CARRIED].map((gear) => gear[number % gear.length]?.(inks) ?? {})
  const all = (part: 'shape' | 'over' | 'behind') => parts.map((one) => one[part] ?? '').join('')
  const figure = HEAD + BACK + all('shape')
  const [straps = inks.second] = [inks.second, inks.third].toSorted(
    (one, other) => contrast(other, inks.dark) - contrast(one, inks.dark),
  )
  const side = number % 4 < 2 ? '' : ' transform="translate(600) scale(-1 1)"'
  return `${backdrop}<g transform="translate(0 -24)"><g${side}>${
    all('behind') +
    // a light edge separates the figure from any background
    filled(figure, inks.light, ' transform="translate(-10 -7)"') +
    stroked(figure, inks.light, 10, ROUND) +
    filled(figure, inks.dark) +
    stroked(STRAPS, straps, 20) +
    all('over')
  }</g></g>`
}
