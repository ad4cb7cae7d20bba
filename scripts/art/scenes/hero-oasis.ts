import { round, filled, stroked, box, disc, polygon, line, dune, svg } from '../drawing.ts'
import { Random } from '../random.ts'
import { CENTRE_X, CENTRE_Y, HEIGHT, RADIUS, WIDTH } from './hero-screen.ts'

/** The folded screen of the home page seen from the left: Oasis. */
export function drawHeroOasis(): string {
  const random = new Random('hero-oasis')
  const sky = '#cf165f',
    sun = '#fdba2f',
    red = '#e2452a',
    dark = '#33051f',
    cream = '#ffe6d8',
    teal = '#1fa9a2',
    plum = '#7f0c47'
  let body = filled(box(0, 0, WIDTH, HEIGHT), sky)
  for (let i = 4; i > 0; i--)
    body += stroked(
      disc(CENTRE_X, CENTRE_Y, RADIUS + i * 42),
      i % 2 ? sun : cream,
      6,
      ` stroke-dasharray="${i % 2 ? '2 18' : '34 16'}" stroke-linecap="round"`,
    )
  body += filled(disc(CENTRE_X, CENTRE_Y, RADIUS), sun)
  body +=
    dune(1180, 360, 700, 560, 600, red, plum, random) +
    dune(560, 410, 460, 520, 610, teal, dark, random)
  body += filled(box(0, 598, WIDTH, 130), plum)
  body +=
    dune(1350, 470, 520, 420, 700, cream, plum, random, dark) +
    dune(800, 520, 600, 520, 730, sun, dark, random, dark)
  // the gate
  const gx = 250,
    gw = 165
  const gate = `M${gx - gw} 720V330C${gx - gw} 250 ${gx - 60} 210 ${gx} 150C${gx + 60} 210 ${gx + gw} 250 ${gx + gw} 330V720z`
  body +=
    filled(`M${gx - gw - 70} 720V120H${gx + gw + 70}V720z`, dark) +
    filled(`M${gx - gw - 90} 120V92H${gx + gw + 90}V120z`, sun)
  let teeth = ''
  for (let i = 0; i < 9; i++) teeth += `M${gx - gw - 86 + i * 57} 92l24-42 24 42z`
  body += filled(teeth, sun) + filled(gate, sky) + stroked(gate, cream, 14)
  let lattice = ''
  for (const side of [-1, 1])
    for (let k = 0; k < 11; k++)
      lattice += polygon([
        [gx + side * (gw + 35), 146 + k * 52],
        [gx + side * (gw + 35) + 22, 172 + k * 52],
        [gx + side * (gw + 35), 198 + k * 52],
        [gx + side * (gw + 35) - 22, 172 + k * 52],
      ])
  body += filled(lattice, red)
  body += dune(300, 520, 330, 260, 720, cream, plum, random).replace(
    '<path',
    `<path clip-path="url(#g)"`,
  )
  body = `<defs><clipPath id="g"><path d="${gate}"/></clipPath></defs>` + body
  // lamps on a line
  body += stroked('M-20 40Q420 190 820 46T1640 60', dark, 5)
  const lampAt: [number, number, number][] = [
    [560, 112, 30],
    [700, 84, 22],
    [900, 24, 26],
    [1060, 4, 34],
    [1250, 16, 24],
    [1430, 44, 36],
  ]
  for (const [x, y, k] of lampAt) {
    body +=
      stroked(line(x, y - 16, x, y + k), dark, 4) +
      filled(
        `M${x - k} ${y + k * 2}a${k} ${round(k * 1.15)} 0 1 1 ${2 * k} 0a${k} ${round(k * 1.15)} 0 1 1 ${-2 * k} 0z`,
        x % 4 ? cream : sun,
      ) +
      stroked(
        `M${x} ${round(y + k * 0.86)}a${round(k * 0.45)} ${round(k * 1.15)} 0 0 0 0 ${round(k * 2.3)}a${round(k * 0.45)} ${round(k * 1.15)} 0 0 0 0 ${-round(k * 2.3)}`,
        red,
        4,
      ) +
      filled(box(x - k * 0.4, y + k * 0.74, k * 0.8, 8), dark)
  }
  return svg(WIDTH, HEIGHT, body, ' preserveAspectRatio="none"')
}
