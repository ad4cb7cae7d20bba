import { box, disc, filled, stroked } from '../drawing.ts'
import { ink, TIMBER } from '../inks.ts'
import { bucket, GRAIN, HEIGHT, WIDTH, oval, sheet, turned } from './craft-parts.ts'

/** A roller pastes a sheet on a hoarding. One corner still hangs loose. */
export function drawPublicity(): string {
  const { ground: g, dark: d, light: l, accent: a, second: b, third: c } = ink('haldi')
  const [wood, paste, back] = ['#b87705', '#ffd76e', '#e3c88c']
  let gaps = ''
  for (let x = 56; x < WIDTH; x += 120) gaps += box(x, 64, 8, 690)
  // the older sheets
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
      filled(box(0, 0, WIDTH, HEIGHT), c) +
      filled(box(0, 64, WIDTH, 690), g) +
      filled(gaps + box(0, 64, WIDTH, 16), wood) +
      filled(left, b) +
      filled(right, c) +
      filled('M72 164L340 160L500 350L510 724L90 724z', wood) +
      filled(box(0, 754, WIDTH, 146), b) +
      filled('M418 768L254 900H444L540 768z', d) +
      // paste for the loose corner
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
