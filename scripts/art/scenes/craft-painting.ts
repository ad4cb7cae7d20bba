import { box, filled, line, polygon, radians, stroked } from '../drawing.ts'
import { ink, TIMBER } from '../inks.ts'
import { bucket, GRAIN, HEIGHT, WIDTH, sheet, turned } from './craft-parts.ts'

/** A bucket of brushes in front of a half-painted wall. */
export function drawPainting(): string {
  const { ground: g, dark: d, light: l, accent: a, second: b, third: c } = ink('rani')
  let rays = ''
  let drawn = ''
  for (let i = -9; i < 9; i++) {
    const at = (turn: number) =>
      [300 + 900 * Math.sin(radians(turn * 11)), 560 - 900 * Math.cos(radians(turn * 11))] as const
    if (i % 2) rays += polygon([[300, 560], at(i), at(i + 1)])
    drawn += line(300, 560, ...at(i))
  }
  // strokes of different lengths, with drips
  const edge =
    'M0 0H492V96q0 14 -14 14H466V172a11 11 0 0 1 -22 0V110H426V236q0 14 -14 14H404V334a12 12 0 0 1 -24 0V250H360V700H0z'
  const flat =
    filled('M180 500L190 350Q190 330 162 326V280H318V326Q290 330 290 350L296 500z', TIMBER) +
    filled('M256 500L262 326H318Q290 330 290 350L296 500z', GRAIN) +
    filled(box(142, 236, 196, 66), d) +
    filled(box(142, 250, 196, 10) + box(142, 278, 196, 10), l) +
    filled('M148 238V120H332V238z', TIMBER) +
    filled('M296 238V120H332V238z', GRAIN) +
    filled(
      'M146 190L136 64Q150 40 170 50Q186 30 210 44Q232 26 254 42Q280 28 302 44Q326 36 346 62L334 176a13 13 0 0 1 -26 0v-20a12 12 0 0 0 -24 0v58a14 14 0 0 1 -28 0v-74a12 12 0 0 0 -24 0v40a14 14 0 0 1 -28 0v-22a12 12 0 0 0 -24 0v70a17 17 0 0 1 -34 0z',
      a,
    )
  const round =
    filled('M380 500L376 320H416L412 500z', TIMBER) +
    filled(box(372, 262, 48, 70), d) +
    filled('M374 264Q344 190 396 104Q448 190 418 264z', c)
  return sheet(
    `<clipPath id="w"><path d="${edge}"/></clipPath>` +
      filled(box(0, 0, WIDTH, HEIGHT), l) +
      stroked(drawn, c, 4) +
      `<g clip-path="url(#w)">${filled(box(0, 0, WIDTH, HEIGHT), g)}${filled(rays, b)}</g>` +
      filled(box(0, 690, WIDTH, 210), d) +
      filled('M600 730L480 900H220L400 690H600z', b) +
      bucket(
        [300, 440, 1],
        { lit: c, shade: '#127872', dark: d, paint: a },
        turned(round, 19, 396, 500) + turned(flat, -9, 240, 500),
      ),
  )
}
