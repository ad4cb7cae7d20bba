import { filled, stroked, box, disc, polygon, line, dune, svg } from '../drawing.ts'
import { TIMBER } from '../inks.ts'
import { Random } from '../random.ts'

/** Two painted flats, one seen from the front and one from behind. */
export function drawAbout(): string {
  const random = new Random('about')
  const width = 900,
    height = 1000
  let body =
    filled(box(0, 0, width, height), '#8a2a14') +
    filled(
      polygon([
        [0, 760],
        [width, 700],
        [width, height],
        [0, height],
      ]),
      '#2b0e08',
    )
  for (let i = 0; i < 5; i++)
    body += stroked(line(0, 800 + i * 52, width, 742 + i * 60), '#4a1a10', 5)
  // from behind
  const back: [number, number][] = [
    [470, 120],
    [850, 190],
    [850, 800],
    [470, 850],
  ]
  const frame = (a: number, b: number, c: number, d: number) => `M${a} ${b}L${c} ${d}`
  body += filled(polygon(back), '#5a3a1f')
  let grain = ''
  for (let i = 1; i < 9; i++) grain += frame(470, 120 + i * 81, 850, 190 + i * 68)
  body += stroked(grain, '#4b2f18', 4)
  const timber =
    frame(486, 126, 486, 846) +
    frame(834, 190, 834, 800) +
    frame(470, 136, 850, 204) +
    frame(470, 834, 850, 786) +
    frame(470, 480, 850, 492) +
    frame(486, 480, 834, 204) +
    frame(486, 834, 834, 492)
  body += stroked(timber, '#2b1508', 34) + stroked(timber, TIMBER, 26)
  let screws = ''
  for (const [x, y] of [
    [486, 140],
    [834, 206],
    [486, 480],
    [834, 492],
    [486, 832],
    [834, 788],
  ] as const)
    screws += `M${x - 5} ${y - 5}h0M${x + 6} ${y + 6}h0`
  body += stroked(screws, '#2b1508', 8, ' stroke-linecap="round"')
  body +=
    stroked(frame(660, 480, 760, 900) + frame(760, 900, 860, 880), '#2b1508', 24) +
    stroked(frame(660, 480, 760, 900), '#b87a42', 16)
  // from the front
  const front: [number, number][] = [
    [60, 190],
    [500, 70],
    [500, 900],
    [60, 830],
  ]
  body += `<defs><clipPath id="f"><path d="${polygon(front)}"/></clipPath></defs>`
  body += filled(
    polygon([
      [500, 70],
      [522, 78],
      [522, 892],
      [500, 900],
    ]),
    TIMBER,
  )
  body += filled(
    polygon([
      [60, 830],
      [500, 900],
      [522, 892],
      [640, 930],
      [140, 910],
    ]),
    '#160603',
  )
  body += `<g clip-path="url(#f)">${filled(box(0, 0, width, height), '#0e6b66')}${[3, 2, 1].map((i) => stroked(disc(320, 360, 150 + i * 34), i % 2 ? '#fdba2f' : '#f6efe1', 6, ' stroke-dasharray="4 16" stroke-linecap="round"')).join('')}${filled(disc(320, 360, 150), '#fdba2f')}${dune(380, 430, 460, 300, 660, '#e2452a', '#7f1c12', random)}${filled(box(0, 650, 600, 300), '#7f1c12')}${dune(180, 560, 300, 420, 800, '#f6efe1', '#cf165f', random, '#33051f')}${dune(430, 690, 480, 300, 930, '#fdba2f', '#33051f', random, '#33051f')}</g>`
  // what was just put down
  body +=
    filled('M560 890h110l-14 84h-82z', '#f6efe1') +
    filled('M556 872h118v24h-118z', '#c4bdb0') +
    filled('M566 872q20-22 50-12t48 12z', '#e2452a') +
    filled('M600 896v44q10 12 18 0v-40z', '#e2452a') +
    stroked('M648 866L700 770', TIMBER, 12) +
    filled('M694 778l24-44 22 12-22 46z', '#111820')
  return svg(width, height, body)
}
