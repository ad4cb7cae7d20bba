import { filled, stroked, box, disc, polygon, svg } from '../drawing.ts'

/** The seal of the department: a sun, a truss and a flat brush. */
export function drawSeal(): string {
  const ink1 = '#fdba2f',
    ink2 = '#051522'
  let teeth = ''
  for (let i = 0; i < 32; i++) {
    const a = (i / 32) * 2 * Math.PI,
      b = ((i + 0.5) / 32) * 2 * Math.PI,
      c = ((i + 1) / 32) * 2 * Math.PI
    teeth += polygon([
      [100 + 88 * Math.cos(a), 100 + 88 * Math.sin(a)],
      [100 + 99 * Math.cos(b), 100 + 99 * Math.sin(b)],
      [100 + 88 * Math.cos(c), 100 + 88 * Math.sin(c)],
    ])
  }
  let body =
    filled(disc(100, 100, 89) + teeth, ink1) +
    filled(disc(100, 100, 82), ink2) +
    filled(disc(100, 100, 77), ink1)
  body += `<defs><clipPath id="d"><path d="${disc(100, 100, 78)}"/></clipPath></defs><g clip-path="url(#d)">`
  // truss below
  body += filled(box(0, 118, 200, 90), ink2)
  let t = ''
  for (let i = -1; i < 6; i++) t += `M${i * 36 + 10} 158L${i * 36 + 28} 124L${i * 36 + 46} 158`
  body += stroked(t + 'M10 124H190M10 158H190', ink1, 6)
  // rays either side of the brush
  let rays = ''
  for (let i = -4; i <= 4; i++)
    if (Math.abs(i) > 0) {
      const a = (i / 10) * Math.PI
      rays += polygon([
        [100 + 48 * Math.sin(a - 0.07), 118 - 48 * Math.cos(a - 0.07)],
        [100 + 84 * Math.sin(a), 118 - 84 * Math.cos(a)],
        [100 + 48 * Math.sin(a + 0.07), 118 - 48 * Math.cos(a + 0.07)],
      ])
    }
  body += filled(rays, ink2)
  body += filled('M62 118a38 38 0 0 1 76 0z', ink2) + '</g>'
  // brush, bristles down on the truss
  body +=
    filled('M88 20h24l-4 46h-16z', ink2) +
    filled('M78 66h44v22h-44z', ink1) +
    stroked('M78 66h44v22h-44z', ink2, 5) +
    filled('M80 90h40l4 34q-8 10-12 2-4 10-10 2-6 10-12-1-6 7-14-2z', '#e2452a') +
    stroked('M80 90h40l4 34q-8 10-12 2-4 10-10 2-6 10-12-1-6 7-14-2z', ink2, 4)
  return svg(200, 200, body)
}
