import { box, filled, line, polygon, round, stroked, svg } from './drawing.ts'

/** A flat seen from behind, its prop and its shadow on the boards. */
function drawFlat(x: number, y: number, scale: number): string {
  const [right, low] = [x + 220 * scale, y + 430 * scale]
  const rail = y + 215 * scale
  const braces =
    line(x, y, right, rail) +
    line(x, rail, right, low) +
    line(right, y + 120 * scale, right + 80 * scale, low)
  const frame = `${line(x, y, x, low)}${line(right, y, right, low)}${line(x, y, right, y)}${line(x, low, right, low)}${line(x, rail, right, rail)}`
  let body = filled(
    polygon([
      [x - 20 * scale, low + 16 * scale],
      [right + 90 * scale, low + 16 * scale],
      [right + 10 * scale, low - 8 * scale],
      [x, low - 8 * scale],
    ]),
    '#0a1924',
  )
  for (const [ink, width] of [
    ['#050d14', 26],
    ['#b87a42', 18],
  ] as const)
    body +=
      stroked(braces, ink, round((width - 4) * scale)) +
      stroked(frame, ink, round(width * scale), ' stroke-linecap="square"')
  return body
}

/** Draws a lit stage floor, with the options below. In the number 404 a cross of tape replaces the zero. */
export function drawEmptyStage(stage: {
  w: number
  h: number
  horizon: number
  /** The y of the centre of the pool of light, and half its width. */
  foot: number
  rx: number
  flat?: [x: number, y: number, scale: number]
  /** Draws 404 in tape, stretched in height by this factor so that it can be read. */
  tape?: number
}): string {
  const { w, h, horizon, foot, rx } = stage
  const middle = w / 2
  const unit = rx / 390
  const depth = unit * (stage.tape ?? 1)
  const ry = 66 * depth
  let body = filled(box(0, 0, w, h), '#0d202f') + filled(box(0, horizon, w, h - horizon), '#182c3d')
  for (let i = -7; i <= 7; i++)
    body += stroked(line(middle + i * 90, horizon, middle + i * 260, h), '#0d202f', 5)
  const beam: [number, number][] = [
    [middle, -40],
    [middle - rx, foot],
    [middle + rx, foot],
  ]
  body += filled(polygon(beam), '#223a4e')
  const pool = `M${middle - rx} ${foot}a${rx} ${round(ry)} 0 1 0 ${2 * rx} 0a${rx} ${round(ry)} 0 1 0 ${-2 * rx} 0z`
  body += `<clipPath id="p"><path d="${pool}"/></clipPath>` + filled(pool, '#dccfae')
  let boards = ''
  for (let i = -7; i <= 7; i++) boards += line(middle + i * 90, horizon, middle + i * 260, h)
  body += `<g clip-path="url(#p)">${stroked(boards, '#b9a985', 4)}</g>`
  if (stage.flat) body += drawFlat(...stage.flat)
  if (!stage.tape) return svg(w, h, body)
  // tape on the floor: a four on each side of the cross
  const laid = (pts: [number, number][]) =>
    polygon(pts.map(([u, v]) => [middle + u * (1 + 0.04 * v) * unit, foot + 37 * v * depth]))
  const four = (u: number) =>
    laid([
      [u + 18, -1],
      [u + 46, -1],
      [u + 46, 1],
      [u + 18, 1],
    ]) +
    laid([
      [u - 62, 0.28],
      [u + 66, 0.28],
      [u + 66, 0.62],
      [u - 62, 0.62],
    ]) +
    laid([
      [u + 8, -1],
      [u + 46, -1],
      [u - 26, 0.3],
      [u - 62, 0.3],
    ])
  // the cross that stands for the zero
  const ring = `M${round(middle - 88 * unit)} ${foot}a${round(88 * unit)} ${round(36 * depth)} 0 1 0 ${round(176 * unit)} 0a${round(88 * unit)} ${round(36 * depth)} 0 1 0 ${-round(176 * unit)} 0z`
  const strip = (side: 1 | -1) =>
    polygon(
      (
        [
          [-128, -38],
          [-104, -44],
          [130, 36],
          [104, 44],
        ] as const
      ).map(([dx, dy]) => [middle + side * dx * unit, foot + dy * depth]),
    )
  body += filled(four(-246) + four(246), '#0d202f') + stroked(ring, '#0d202f', round(24 * unit))
  return svg(w, h, body + filled(strip(1), '#e2452a') + filled(strip(-1), '#e2452a'))
}
