import { filled, stroked, box, disc, polygon, svg } from '../drawing.ts'

/** The case of a measuring tape. The tape comes out on the left. */
export function drawTapeCase(): string {
  const corner = (inset: number) => {
    const [a, b, c, d] = [inset, 240 - inset, 8 + inset, 200 - inset]
    return polygon([
      [a, c],
      [b - 60, c],
      [b, c + 60],
      [b, d],
      [a, d],
    ])
  }
  return svg(
    240,
    200,
    filled(corner(0), '#861f12') +
      filled(corner(12), '#e2452a') +
      filled(box(0, 8, 112, 14), '#2b0e08') +
      filled(disc(136, 118, 56), '#f6efe1') +
      filled(disc(136, 118, 40), '#2b0e08') +
      stroked('M112 94L160 142M160 94L112 142', '#f6efe1', 14) +
      filled(disc(30, 174, 7) + disc(212, 174, 7) + disc(30, 44, 7), '#861f12'),
  )
}
