import { filled, stroked, svg } from '../drawing.ts'

export const WIDTH = 600
export const HEIGHT = 900
/** The shaded side of timber. */
export const GRAIN = '#b87a42'

export const sheet = (body: string) => svg(WIDTH, HEIGHT, body)
export const turned = (body: string, degrees: number, x: number, y: number) =>
  `<g transform="rotate(${degrees} ${x} ${y})">${body}</g>`
export const oval = (x: number, y: number, rx: number, ry: number) =>
  `M${x - rx} ${y}a${rx} ${ry} 0 1 1 ${2 * rx} 0a${rx} ${ry} 0 1 1 ${-2 * rx} 0z`

/** A bucket. Its content is drawn between its mouth and its front. */
export function bucket(
  [x, y, scale]: readonly [number, number, number],
  inks: { lit: string; shade: string; dark: string; paint: string },
  inside = '',
): string {
  const placed = (body: string) => `<g transform="translate(${x} ${y}) scale(${scale})">${body}</g>`
  return (
    placed(filled(oval(0, 0, 168, 42), inks.dark) + filled(oval(0, 9, 156, 34), inks.paint)) +
    inside +
    placed(
      filled('M-168 0A168 42 0 0 0 168 0L134 340A134 42 0 0 1 -134 340z', inks.lit) +
        filled('M67 38A168 42 0 0 0 168 0L134 340A134 42 0 0 1 54 378z', inks.shade) +
        filled(
          'M-134 23v97a13 13 0 0 0 26 0v-90h2v46a17 17 0 0 0 34 0v-46h7v162a15 15 0 0 0 30 0v-160h2v36a20 20 0 0 0 40 0v-40z',
          inks.paint,
        ) +
        stroked('M-168 0A168 42 0 0 0 168 0', inks.dark, 14),
    )
  )
}
