import { entryAt } from '../entry-at.ts'
import { filled, stroked, box, disc, polygon, svg } from '../drawing.ts'
import { TIMBER } from '../inks.ts'
import { Random } from '../random.ts'

/** The last festival night, seen from the back of the crowd. */
export function drawAftermovie(): string {
  const random = new Random('after')
  const width = 1600,
    height = 900
  let body = filled(box(0, 0, width, height), '#0b1730')
  const stage = { x: 300, y: 150, w: 1000, h: 470 }
  body +=
    filled(
      polygon([
        [800, -200],
        [140, 900],
        [460, 900],
      ]),
      '#123a5c',
    ) +
    filled(
      polygon([
        [800, -200],
        [1140, 900],
        [1460, 900],
      ]),
      '#123a5c',
    )
  body += filled(box(stage.x, stage.y, stage.w, stage.h), '#cf165f')
  body += `<defs><clipPath id="s"><path d="${box(stage.x, stage.y, stage.w, stage.h)}"/></clipPath></defs><g clip-path="url(#s)">`
  let rays = ''
  for (let i = 0; i < 26; i += 2) {
    const a = Math.PI + (i / 26) * Math.PI,
      b = Math.PI + ((i + 1) / 26) * Math.PI
    rays += polygon([
      [800, 640],
      [800 + 900 * Math.cos(a), 640 + 900 * Math.sin(a)],
      [800 + 900 * Math.cos(b), 640 + 900 * Math.sin(b)],
    ])
  }
  body +=
    filled(rays, '#e2452a') +
    filled(disc(800, 640, 250), '#fdba2f') +
    filled(disc(800, 640, 170), '#f6efe1') +
    '</g>'
  // wings: painted side panels
  for (const side of [0, 1])
    for (let i = 0; i < 4; i++) {
      const x = side ? 1300 + i * 78 : 222 - i * 78
      body +=
        filled(
          polygon([
            [x, 120 - i * 26],
            [x + 78, 120 - i * 26 + (side ? -26 : 26)],
            [x + 78, 640],
            [x, 640],
          ]),
          entryAt(['#0e6b66', '#fdba2f', '#e2452a', '#f6efe1'], i),
        ) +
        filled(
          disc(x + 39, 300 + i * 20, 22),
          entryAt(['#fdba2f', '#0e6b66', '#f6efe1', '#e2452a'], i),
        )
    }
  body += filled(box(0, 620, width, 60), '#2b1508') + stroked(`M0 640H${width}`, TIMBER, 6)
  body += stroked('M-20 60Q400 160 800 70T1640 60', '#f6efe1', 4)
  let bulbs = ''
  for (const [a, b, c] of [
    [
      [-20, 60],
      [400, 160],
      [800, 70],
    ],
    [
      [800, 70],
      [1200, -20],
      [1640, 60],
    ],
  ] as const)
    for (let i = 0; i < 12; i++) {
      const t = (i + 0.5) / 12,
        at = (m: 0 | 1) => (1 - t) ** 2 * a[m] + 2 * t * (1 - t) * b[m] + t * t * c[m]
      bulbs += disc(at(0), at(1) + 15, 11)
    }
  body += filled(bulbs, '#fdba2f')
  let far = '',
    near = ''
  for (let x = -20; x < width + 40; x += 62) {
    const y = 706 + random.between(-14, 14)
    far += disc(x, y, 30) + box(x - 44, y + 24, 88, 200)
  }
  for (let x = -40; x < width + 80; x += 112) {
    const y = 806 + random.between(-20, 20)
    near += disc(x, y, 50) + box(x - 78, y + 44, 156, 200)
    if (random.happens(0.3))
      near +=
        polygon([
          [x + 60, y + 60],
          [x + 82, y - 112],
          [x + 104, y - 110],
          [x + 88, y + 60],
        ]) + disc(x + 94, y - 118, 17)
  }
  body += filled(far, '#142a4a') + filled(near, '#050d1c')
  return svg(width, height, body)
}
