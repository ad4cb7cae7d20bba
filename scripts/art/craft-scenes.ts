import { box, disc, filled, line, polygon, radians, stroked, svg } from './drawing.ts'
import { ink, TIMBER } from './inks.ts'

const W = 600
const H = 900
const GRAIN = '#b87a42'

const sheet = (body: string) => svg(W, H, body)
const turned = (body: string, degrees: number, x: number, y: number) =>
  `<g transform="rotate(${degrees} ${x} ${y})">${body}</g>`
const oval = (x: number, y: number, rx: number, ry: number) =>
  `M${x - rx} ${y}a${rx} ${ry} 0 1 1 ${2 * rx} 0a${rx} ${ry} 0 1 1 ${-2 * rx} 0z`

/** A bucket, its mouth and its front, with what stands in it between the two. */
function bucket(
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

/** Shears of two spars, lashed where they cross, and on their tackle a flat that goes up. */
function structure(): string {
  const { ground: g, dark: d, light: l, accent: a, second: b, third: c } = ink('khus')
  const edged = (path: string, face: string, width: number, rest = '') =>
    stroked(path, d, width + 10, rest) + stroked(path, face, width, rest)
  const spar = (side: 1 | -1) => {
    const at = (dx: number, y: number) => [300 + side * dx, y] as const
    return (
      filled(polygon([at(-104, 22), at(-32, -10), at(398, 900), at(318, 900)]), d) +
      filled(polygon([at(-96, 24), at(-36, -2), at(388, 900), at(328, 900)]), TIMBER) +
      (side > 0
        ? filled(polygon([at(-96, 24), at(-76, 15), at(348, 900), at(328, 900)]), GRAIN)
        : filled(polygon([at(-56, 7), at(-36, -2), at(388, 900), at(368, 900)]), GRAIN))
    )
  }
  let turns = ''
  for (let i = 0; i < 5; i++) turns += line(242 - i * 4, 116 + i * 25, 358 + i * 4, 126 + i * 25)
  const gusset = (side: 1 | -1) => {
    const at = (dx: number, y: number) => [306 + side * dx, y] as const
    return (
      filled(polygon([at(-118, 378), at(-22, 378), at(-118, 474)]), c) +
      filled(disc(...at(-100, 398), 8) + disc(...at(-66, 396), 7) + disc(...at(-101, 432), 7), d)
    )
  }
  const frame = box(204, 394, 204, 360) + line(204, 574, 408, 574)
  const braces = line(208, 569, 404, 399) + line(208, 579, 404, 749)
  const flat =
    filled(box(198, 392, 246, 392), d) +
    filled(box(188, 378, 236, 392), b) +
    edged(braces, '#d8cfae', 24) +
    edged(frame, l, 32) +
    gusset(1) +
    gusset(-1)
  return sheet(
    filled(box(0, 0, W, H), g) +
      filled(disc(300, 330, 250), a) +
      filled(box(0, 590, W, 310), b) +
      filled('M0 900V760L150 590H420L250 900z', d) +
      spar(-1) +
      spar(1) +
      stroked('M296 230V380', l, 12) +
      edged(turns, l, 21, ' stroke-linecap="round"') +
      edged('M330 300L640 490', l, 11) +
      turned(flat, 12, 300, 384) +
      stroked('M302 330V400', d, 30) +
      filled(disc(302, 318, 50), d) +
      filled(disc(302, 318, 35), c) +
      filled(disc(302, 318, 12), d),
  )
}

/** Brushes stand in their bucket before a wall painted by half. */
function painting(): string {
  const { ground: g, dark: d, light: l, accent: a, second: b, third: c } = ink('rani')
  let rays = ''
  let drawn = ''
  for (let i = -9; i < 9; i++) {
    const at = (turn: number) =>
      [300 + 900 * Math.sin(radians(turn * 11)), 560 - 900 * Math.cos(radians(turn * 11))] as const
    if (i % 2) rays += polygon([[300, 560], at(i), at(i + 1)])
    drawn += line(300, 560, ...at(i))
  }
  // each pass of the brush ends elsewhere, and runs
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
      filled(box(0, 0, W, H), l) +
      stroked(drawn, c, 4) +
      `<g clip-path="url(#w)">${filled(box(0, 0, W, H), g)}${filled(rays, b)}</g>` +
      filled(box(0, 690, W, 210), d) +
      filled('M600 730L480 900H220L400 690H600z', b) +
      bucket(
        [300, 440, 1],
        { lit: c, shade: '#127872', dark: d, paint: a },
        turned(round, 19, 396, 500) + turned(flat, -9, 240, 500),
      ),
  )
}

/** A sheet goes up on a hoarding: the roller is over it, one corner has yet to be caught. */
function publicity(): string {
  const { ground: g, dark: d, light: l, accent: a, second: b, third: c } = ink('haldi')
  const [wood, paste, back] = ['#b87705', '#ffd76e', '#e3c88c']
  let gaps = ''
  for (let x = 56; x < W; x += 120) gaps += box(x, 64, 8, 690)
  // what hung there before
  const left = 'M0 236L70 228L58 280L84 330L60 384L80 452L0 470z'
  const right = 'M600 470L548 482L562 540L530 600L556 664L600 670z'
  const printed =
    filled(box(90, 130, 440, 570), c) +
    filled(disc(276, 352, 156), a) +
    filled('M90 560Q300 330 530 500V700H90z', b) +
    filled('M90 640Q180 520 400 700H90z', g)
  const roller =
    filled(box(176, 452, 226, 88), d) +
    stroked('M386 470H428V566H284V640', d, 18) +
    filled(box(160, 428, 232, 88) + oval(160, 472, 16, 44), l) +
    filled(box(160, 482, 232, 34) + oval(392, 472, 16, 44), back) +
    filled(oval(392, 472, 8, 22) + box(260, 620, 48, 360), d) +
    filled(box(264, 640, 26, 340), TIMBER) +
    filled(box(288, 640, 16, 340), GRAIN)
  return sheet(
    `<clipPath id="s"><path d="M114 166L346 158L494 330L504 672L130 680z"/></clipPath>` +
      filled(box(0, 0, W, H), c) +
      filled(box(0, 64, W, 690), g) +
      filled(gaps + box(0, 64, W, 16), wood) +
      filled(left, b) +
      filled(right, c) +
      filled('M72 164L340 160L500 350L510 724L90 724z', wood) +
      filled(box(0, 754, W, 146), b) +
      filled('M418 768L254 900H444L540 768z', d) +
      // paste, where the corner is to go
      filled(
        'M330 120L548 108L560 158L532 162L566 214L540 222V322a12 12 0 0 1 -24 0V280L480 330z',
        paste,
      ) +
      filled('M92 146L344 138L516 330L524 692L110 702z', l) +
      `<g clip-path="url(#s)">${printed}</g>` +
      filled('M340 142Q316 270 330 372Q420 330 516 330z', d) +
      filled('M344 138Q330 260 356 346Q430 312 516 330Q496 190 344 138z', back) +
      filled('M344 138Q402 250 516 330Q496 190 344 138z', l) +
      turned(roller, 16, 321, 399) +
      bucket([486, 596, 0.5], { lit: a, shade: '#9c2412', dark: d, paint: l }),
  )
}

/** A film camera on its tripod, dark before a lit stage. */
function media(): string {
  const { ground: g, dark: d, light: l, accent: a, second: b, third: c } = ink('blueprint')
  const folds = '#b5331d'
  let boards = ''
  for (let i = -6; i <= 6; i++) boards += line(300 + i * 50, 570, 300 + i * 150, H)
  let drape = ''
  for (const x of [14, 54, 94])
    drape += `M${x} 0h18Q${x + 24} 300 ${x + 4} 626h-16Q${x + 2} 300 ${x} 0z`
  const curtain =
    filled('M0 0H140Q136 300 112 632Q84 656 56 636Q28 656 0 632z', b) + filled(drape, folds)
  let scallops = 'M600 64'
  for (let i = 0; i < 6; i++) scallops += 'a50 44 0 0 1 -100 0'
  const reel = (x: number, y: number, R: number) => {
    let holes = ''
    for (let i = 0; i < 5; i++)
      holes += disc(
        x + R * 0.56 * Math.sin(radians(i * 72)),
        y - R * 0.56 * Math.cos(radians(i * 72)),
        R / 5,
      )
    return filled(disc(x, y, R), d) + filled(holes, a) + filled(disc(x, y, R * 0.14), c)
  }
  const tripod =
    stroked('M288 490L150 860M288 490L426 860M288 490V880', d, 28) +
    stroked('M216 690H360', d, 10) +
    filled(box(238, 470, 100, 44), d) +
    filled(box(218, 456, 140, 18), b)
  const camera =
    reel(218, 246, 82) +
    reel(362, 256, 68) +
    filled(box(168, 330, 226, 128) + 'M138 344H170V384H138L124 396V332z', d) +
    filled(box(394, 362, 40, 70) + 'M430 370L466 340V454L430 424z', d) +
    filled(box(168, 330, 226, 18) + box(400, 362, 12, 70), c) +
    filled(box(190, 366, 100, 74) + box(312, 420, 62, 10) + box(312, 438, 62, 10), g) +
    filled(disc(240, 403, 24), d) +
    filled(disc(240, 403, 9), a) +
    filled(disc(346, 384, 14), b) +
    filled('M453 351L466 340V454L453 443z', l)
  return sheet(
    filled(box(0, 0, W, H), d) +
      filled('M230 0H370L520 640H80z', c) +
      filled(disc(292, 330, 206), a) +
      filled('M60 570Q170 450 310 532Q420 464 540 570z', l) +
      filled(box(0, 570, W, 330), g) +
      stroked(boards, d, 4) +
      filled(oval(300, 752, 280, 100), l) +
      curtain +
      `<g transform="matrix(-1 0 0 1 ${W} 0)">${curtain}</g>` +
      filled(`${scallops}V0H600z`, folds) +
      stroked(scallops, a, 12) +
      filled('M288 880L560 770L600 800V836L330 892z', d) +
      tripod +
      camera,
  )
}

/** The four crafts at work; what matters stands above the name board, which covers the foot. */
export const drawCraftScenes = (): Record<string, string> => ({
  structure: structure(),
  painting: painting(),
  publicity: publicity(),
  media: media(),
})
