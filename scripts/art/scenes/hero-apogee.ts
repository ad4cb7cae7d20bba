import { round, filled, stroked, box, disc, polygon, line, svg } from '../drawing.ts'
import { Random } from '../random.ts'
import { CENTRE_X, CENTRE_Y, HEIGHT, RADIUS, WIDTH } from './hero-screen.ts'

/** The folded screen of the home page seen from the right: APOGEE. */
export function drawHeroApogee(): string {
  const random = new Random('hero-apogee')
  const sky = '#0d4fae',
    pale = '#eaf2ff',
    dark = '#04183f',
    sun = '#ffd23f',
    red = '#ff5a3c',
    mid = '#6fa6ff'
  let body = filled(box(0, 0, WIDTH, HEIGHT), sky)
  for (let i = 4; i > 0; i--)
    body += stroked(
      disc(CENTRE_X, CENTRE_Y, RADIUS + i * 64),
      i % 2 ? mid : pale,
      i % 2 ? 4 : 8,
      ` stroke-dasharray="${['4 16', '80 24', '2 12', '220 40'][i - 1]}"`,
    )
  body += filled(disc(CENTRE_X, CENTRE_Y, RADIUS), pale)
  let bands = ''
  for (let i = 0; i < 6; i++) {
    const y = CENTRE_Y - RADIUS * 0.5 + i * 62,
      span = Math.sqrt(RADIUS * RADIUS - (y - CENTRE_Y) ** 2)
    bands += `M${round(CENTRE_X - span)} ${round(y)}Q${CENTRE_X} ${round(y + 40)} ${round(CENTRE_X + span)} ${round(y)}`
  }
  body += stroked(bands, mid, 12)
  body +=
    filled(disc(CENTRE_X + 90, CENTRE_Y - 96, 46), mid) +
    filled(disc(CENTRE_X - 104, CENTRE_Y + 78, 28), mid)
  const spin = ` transform="rotate(-16 ${CENTRE_X} ${CENTRE_Y})"`,
    half = (k: 0 | 1) =>
      `M${CENTRE_X - 390} ${CENTRE_Y}A390 92 0 0 ${k} ${CENTRE_X + 390} ${CENTRE_Y}`
  body =
    body.replace(
      filled(disc(CENTRE_X, CENTRE_Y, RADIUS), pale),
      stroked(half(1), sun, 22, spin) + filled(disc(CENTRE_X, CENTRE_Y, RADIUS), pale),
    ) +
    stroked(half(0), dark, 42, spin) +
    stroked(half(0), sun, 22, spin)
  let stars = ''
  for (let i = 0; i < 54; i++)
    stars += `M${round(random.between(0, WIDTH))} ${round(random.between(0, 470))}h0`
  body += stroked(stars, pale, 6, ' stroke-linecap="round"')
  body += filled(disc(1460, 130, 34), red) + filled(disc(640, 120, 20), sun)
  // ground
  body += filled(`M0 610Q420 560 900 604T1600 586V720H0z`, dark)
  body += stroked('M0 648Q420 600 900 642T1600 626M0 690Q420 644 900 684T1600 670', mid, 4)
  // launch tower and rocket
  let lat = '',
    bolts = ''
  for (let i = 0; i < 11; i++) {
    const y = 640 - i * 54
    lat += `M110 ${y}H230L110 ${y - 54}M110 ${y}L230 ${y - 54}`
    bolts += disc(110, y, 8) + disc(230, y, 8)
  }
  body +=
    filled(box(96, 640, 380, 30), dark) +
    stroked(lat + 'M110 640V46M230 640V46M110 46H230', dark, 14) +
    stroked(lat + 'M110 640V46M230 640V46M110 46H230', sun, 8) +
    filled(bolts, red)
  body += stroked('M230 250H300M230 400H300', sun, 12)
  body += `<g transform="translate(372 330)">${filled('M0-262C74-160 84-20 70 210H-70C-84-20-74-160 0-262z', pale)}${filled('M0-262C74-160 84-20 70 210H16C34-20 26-160 0-262z', mid)}${filled('M-70 90L-136 250L-70 222zM70 90L136 250L70 222z', red)}${filled(disc(0, -60, 34), dark)}${filled(disc(0, -60, 20), sun)}${filled(box(-74, 130, 148, 22), red)}${filled('M-52 214H52L70 300 34 268 0 330-34 268-70 300z', sun)}</g>`
  // dishes
  for (const [x, y, k] of [
    [1360, 600, 70],
    [1500, 590, 46],
  ] as const)
    body +=
      filled(
        polygon([
          [x, y - k * 0.5],
          [x - k * 0.4, y + 60],
          [x + k * 0.4, y + 60],
        ]),
        mid,
      ) +
      filled(
        `M${x - k} ${round(y - k * 0.9)}A${k} ${k} 0 0 0 ${x + k} ${round(y - k * 0.1)}z`,
        pale,
      ) +
      stroked(line(x, y - k * 0.5, x + k * 0.5, y - k * 1.3), red, 7)
  return svg(WIDTH, HEIGHT, body, ' preserveAspectRatio="none"')
}
