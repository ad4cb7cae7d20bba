import { Chance } from './chance.ts'
import { drawEmptyStage } from './empty-stage.ts'
import { filled, stroked, box, disc, dune, line, poly, q, svg } from './drawing.ts'
import { TIMBER } from './inks.ts'

/** The large painted scenes: the two sides of the folded screen, about, aftermovie, 404, the seal and the back of a flat. */
export function drawScenes(): Map<string, string> {
  const drawn = new Map<string, string>()
  const save = (name: string, text: string) => drawn.set(name, text)
  const W = 1600,
    H = 720,
    cx = 1010,
    cy = 330,
    R = 236

  // ---- hero, seen from the left: Oasis
  {
    const r = new Chance('hero-oasis')
    const sky = '#cf165f',
      sun = '#fdba2f',
      red = '#e2452a',
      dark = '#33051f',
      cream = '#ffe6d8',
      teal = '#1fa9a2',
      plum = '#7f0c47'
    let s = filled(box(0, 0, W, H), sky)
    for (let i = 4; i > 0; i--)
      s += stroked(
        disc(cx, cy, R + i * 42),
        i % 2 ? sun : cream,
        6,
        ` stroke-dasharray="${i % 2 ? '2 18' : '34 16'}" stroke-linecap="round"`,
      )
    s += filled(disc(cx, cy, R), sun)
    s += dune(1180, 360, 700, 560, 600, red, plum, r) + dune(560, 410, 460, 520, 610, teal, dark, r)
    s += filled(box(0, 598, W, 130), plum)
    s +=
      dune(1350, 470, 520, 420, 700, cream, plum, r, dark) +
      dune(800, 520, 600, 520, 730, sun, dark, r, dark)
    // the gate
    const gx = 250,
      gw = 165
    const gate = `M${gx - gw} 720V330C${gx - gw} 250 ${gx - 60} 210 ${gx} 150C${gx + 60} 210 ${gx + gw} 250 ${gx + gw} 330V720z`
    s +=
      filled(`M${gx - gw - 70} 720V120H${gx + gw + 70}V720z`, dark) +
      filled(`M${gx - gw - 90} 120V92H${gx + gw + 90}V120z`, sun)
    let teeth = ''
    for (let i = 0; i < 9; i++) teeth += `M${gx - gw - 86 + i * 57} 92l24-42 24 42z`
    s += filled(teeth, sun) + filled(gate, sky) + stroked(gate, cream, 14)
    let lattice = ''
    for (const side of [-1, 1])
      for (let k = 0; k < 11; k++)
        lattice += poly([
          [gx + side * (gw + 35), 146 + k * 52],
          [gx + side * (gw + 35) + 22, 172 + k * 52],
          [gx + side * (gw + 35), 198 + k * 52],
          [gx + side * (gw + 35) - 22, 172 + k * 52],
        ])
    s += filled(lattice, red)
    s += dune(300, 520, 330, 260, 720, cream, plum, r).replace('<path', `<path clip-path="url(#g)"`)
    s = `<defs><clipPath id="g"><path d="${gate}"/></clipPath></defs>` + s
    // lamps on a line
    s += stroked('M-20 40Q420 190 820 46T1640 60', dark, 5)
    const lampAt: [number, number, number][] = [
      [560, 112, 30],
      [700, 84, 22],
      [900, 24, 26],
      [1060, 4, 34],
      [1250, 16, 24],
      [1430, 44, 36],
    ]
    for (const [x, y, k] of lampAt) {
      s +=
        stroked(line(x, y - 16, x, y + k), dark, 4) +
        filled(
          `M${x - k} ${y + k * 2}a${k} ${q(k * 1.15)} 0 1 1 ${2 * k} 0a${k} ${q(k * 1.15)} 0 1 1 ${-2 * k} 0z`,
          x % 4 ? cream : sun,
        ) +
        stroked(
          `M${x} ${q(y + k * 0.86)}a${q(k * 0.45)} ${q(k * 1.15)} 0 0 0 0 ${q(k * 2.3)}a${q(k * 0.45)} ${q(k * 1.15)} 0 0 0 0 ${-q(k * 2.3)}`,
          red,
          4,
        ) +
        filled(box(x - k * 0.4, y + k * 0.74, k * 0.8, 8), dark)
    }
    save('hero-oasis.svg', svg(W, H, s, ' preserveAspectRatio="none"'))
  }
  // ---- the same screen, seen from the right: APOGEE
  {
    const r = new Chance('hero-apogee')
    const sky = '#0d4fae',
      pale = '#eaf2ff',
      dark = '#04183f',
      sun = '#ffd23f',
      red = '#ff5a3c',
      mid = '#6fa6ff'
    let s = filled(box(0, 0, W, H), sky)
    for (let i = 4; i > 0; i--)
      s += stroked(
        disc(cx, cy, R + i * 64),
        i % 2 ? mid : pale,
        i % 2 ? 4 : 8,
        ` stroke-dasharray="${['4 16', '80 24', '2 12', '220 40'][i - 1]}"`,
      )
    s += filled(disc(cx, cy, R), pale)
    let bands = ''
    for (let i = 0; i < 6; i++) {
      const y = cy - R * 0.5 + i * 62,
        span = Math.sqrt(R * R - (y - cy) ** 2)
      bands += `M${q(cx - span)} ${q(y)}Q${cx} ${q(y + 40)} ${q(cx + span)} ${q(y)}`
    }
    s += stroked(bands, mid, 12)
    s += filled(disc(cx + 90, cy - 96, 46), mid) + filled(disc(cx - 104, cy + 78, 28), mid)
    const spin = ` transform="rotate(-16 ${cx} ${cy})"`,
      half = (k: 0 | 1) => `M${cx - 390} ${cy}A390 92 0 0 ${k} ${cx + 390} ${cy}`
    s =
      s.replace(
        filled(disc(cx, cy, R), pale),
        stroked(half(1), sun, 22, spin) + filled(disc(cx, cy, R), pale),
      ) +
      stroked(half(0), dark, 42, spin) +
      stroked(half(0), sun, 22, spin)
    let stars = ''
    for (let i = 0; i < 54; i++) stars += `M${q(r.in(0, W))} ${q(r.in(0, 470))}h0`
    s += stroked(stars, pale, 6, ' stroke-linecap="round"')
    s += filled(disc(1460, 130, 34), red) + filled(disc(640, 120, 20), sun)
    // ground
    s += filled(`M0 610Q420 560 900 604T1600 586V720H0z`, dark)
    s += stroked('M0 648Q420 600 900 642T1600 626M0 690Q420 644 900 684T1600 670', mid, 4)
    // launch tower and rocket
    let lat = '',
      bolts = ''
    for (let i = 0; i < 11; i++) {
      const y = 640 - i * 54
      lat += `M110 ${y}H230L110 ${y - 54}M110 ${y}L230 ${y - 54}`
      bolts += disc(110, y, 8) + disc(230, y, 8)
    }
    s +=
      filled(box(96, 640, 380, 30), dark) +
      stroked(lat + 'M110 640V46M230 640V46M110 46H230', dark, 14) +
      stroked(lat + 'M110 640V46M230 640V46M110 46H230', sun, 8) +
      filled(bolts, red)
    s += stroked('M230 250H300M230 400H300', sun, 12)
    s += `<g transform="translate(372 330)">${filled('M0-262C74-160 84-20 70 210H-70C-84-20-74-160 0-262z', pale)}${filled('M0-262C74-160 84-20 70 210H16C34-20 26-160 0-262z', mid)}${filled('M-70 90L-136 250L-70 222zM70 90L136 250L70 222z', red)}${filled(disc(0, -60, 34), dark)}${filled(disc(0, -60, 20), sun)}${filled(box(-74, 130, 148, 22), red)}${filled('M-52 214H52L70 300 34 268 0 330-34 268-70 300z', sun)}</g>`
    // dishes
    for (const [x, y, k] of [
      [1360, 600, 70],
      [1500, 590, 46],
    ] as const)
      s +=
        filled(
          poly([
            [x, y - k * 0.5],
            [x - k * 0.4, y + 60],
            [x + k * 0.4, y + 60],
          ]),
          mid,
        ) +
        filled(`M${x - k} ${q(y - k * 0.9)}A${k} ${k} 0 0 0 ${x + k} ${q(y - k * 0.1)}z`, pale) +
        stroked(line(x, y - k * 0.5, x + k * 0.5, y - k * 1.3), red, 7)
    save('hero-apogee.svg', svg(W, H, s, ' preserveAspectRatio="none"'))
  }
  // ---- about: one flat from the front, one from behind
  {
    const r = new Chance('about')
    const w = 900,
      h = 1000
    let s =
      filled(box(0, 0, w, h), '#8a2a14') +
      filled(
        poly([
          [0, 760],
          [w, 700],
          [w, h],
          [0, h],
        ]),
        '#2b0e08',
      )
    for (let i = 0; i < 5; i++) s += stroked(line(0, 800 + i * 52, w, 742 + i * 60), '#4a1a10', 5)
    // from behind
    const back: [number, number][] = [
      [470, 120],
      [850, 190],
      [850, 800],
      [470, 850],
    ]
    const frame = (a: number, b: number, c: number, d: number) => `M${a} ${b}L${c} ${d}`
    s += filled(poly(back), '#5a3a1f')
    let grain = ''
    for (let i = 1; i < 9; i++) grain += frame(470, 120 + i * 81, 850, 190 + i * 68)
    s += stroked(grain, '#4b2f18', 4)
    const timber =
      frame(486, 126, 486, 846) +
      frame(834, 190, 834, 800) +
      frame(470, 136, 850, 204) +
      frame(470, 834, 850, 786) +
      frame(470, 480, 850, 492) +
      frame(486, 480, 834, 204) +
      frame(486, 834, 834, 492)
    s += stroked(timber, '#2b1508', 34) + stroked(timber, TIMBER, 26)
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
    s += stroked(screws, '#2b1508', 8, ' stroke-linecap="round"')
    s +=
      stroked(frame(660, 480, 760, 900) + frame(760, 900, 860, 880), '#2b1508', 24) +
      stroked(frame(660, 480, 760, 900), '#b87a42', 16)
    // from the front
    const front: [number, number][] = [
      [60, 190],
      [500, 70],
      [500, 900],
      [60, 830],
    ]
    s += `<defs><clipPath id="f"><path d="${poly(front)}"/></clipPath></defs>`
    s += filled(
      poly([
        [500, 70],
        [522, 78],
        [522, 892],
        [500, 900],
      ]),
      TIMBER,
    )
    s += filled(
      poly([
        [60, 830],
        [500, 900],
        [522, 892],
        [640, 930],
        [140, 910],
      ]),
      '#160603',
    )
    s += `<g clip-path="url(#f)">${filled(box(0, 0, w, h), '#0e6b66')}${[3, 2, 1].map((i) => stroked(disc(320, 360, 150 + i * 34), i % 2 ? '#fdba2f' : '#f6efe1', 6, ' stroke-dasharray="4 16" stroke-linecap="round"')).join('')}${filled(disc(320, 360, 150), '#fdba2f')}${dune(380, 430, 460, 300, 660, '#e2452a', '#7f1c12', r)}${filled(box(0, 650, 600, 300), '#7f1c12')}${dune(180, 560, 300, 420, 800, '#f6efe1', '#cf165f', r, '#33051f')}${dune(430, 690, 480, 300, 930, '#fdba2f', '#33051f', r, '#33051f')}</g>`
    // what was just put down
    s +=
      filled('M560 890h110l-14 84h-82z', '#f6efe1') +
      filled('M556 872h118v24h-118z', '#c4bdb0') +
      filled('M566 872q20-22 50-12t48 12z', '#e2452a') +
      filled('M600 896v44q10 12 18 0v-40z', '#e2452a') +
      stroked('M648 866L700 770', TIMBER, 12) +
      filled('M694 778l24-44 22 12-22 46z', '#111820')
    save('about.svg', svg(w, h, s))
  }
  // ---- aftermovie: last night, from the back of the crowd
  {
    const r = new Chance('after')
    const w = 1600,
      h = 900
    let s = filled(box(0, 0, w, h), '#0b1730')
    const stage = { x: 300, y: 150, w: 1000, h: 470 }
    s +=
      filled(
        poly([
          [800, -200],
          [140, 900],
          [460, 900],
        ]),
        '#123a5c',
      ) +
      filled(
        poly([
          [800, -200],
          [1140, 900],
          [1460, 900],
        ]),
        '#123a5c',
      )
    s += filled(box(stage.x, stage.y, stage.w, stage.h), '#cf165f')
    s += `<defs><clipPath id="s"><path d="${box(stage.x, stage.y, stage.w, stage.h)}"/></clipPath></defs><g clip-path="url(#s)">`
    let rays = ''
    for (let i = 0; i < 26; i += 2) {
      const a = Math.PI + (i / 26) * Math.PI,
        b = Math.PI + ((i + 1) / 26) * Math.PI
      rays += poly([
        [800, 640],
        [800 + 900 * Math.cos(a), 640 + 900 * Math.sin(a)],
        [800 + 900 * Math.cos(b), 640 + 900 * Math.sin(b)],
      ])
    }
    s +=
      filled(rays, '#e2452a') +
      filled(disc(800, 640, 250), '#fdba2f') +
      filled(disc(800, 640, 170), '#f6efe1') +
      '</g>'
    // wings: painted side panels
    for (const side of [0, 1])
      for (let i = 0; i < 4; i++) {
        const x = side ? 1300 + i * 78 : 222 - i * 78
        s +=
          filled(
            poly([
              [x, 120 - i * 26],
              [x + 78, 120 - i * 26 + (side ? -26 : 26)],
              [x + 78, 640],
              [x, 640],
            ]),
            ['#0e6b66', '#fdba2f', '#e2452a', '#f6efe1'][i]!,
          ) +
          filled(disc(x + 39, 300 + i * 20, 22), ['#fdba2f', '#0e6b66', '#f6efe1', '#e2452a'][i]!)
      }
    s += filled(box(0, 620, w, 60), '#2b1508') + stroked(`M0 640H${w}`, TIMBER, 6)
    s += stroked('M-20 60Q400 160 800 70T1640 60', '#f6efe1', 4)
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
    ] as [number, number][][])
      for (let i = 0; i < 12; i++) {
        const t = (i + 0.5) / 12,
          at = (m: 0 | 1) => (1 - t) ** 2 * a![m]! + 2 * t * (1 - t) * b![m]! + t * t * c![m]!
        bulbs += disc(at(0), at(1) + 15, 11)
      }
    s += filled(bulbs, '#fdba2f')
    let far = '',
      near = ''
    for (let x = -20; x < w + 40; x += 62) {
      const y = 706 + r.in(-14, 14)
      far += disc(x, y, 30) + box(x - 44, y + 24, 88, 200)
    }
    for (let x = -40; x < w + 80; x += 112) {
      const y = 806 + r.in(-20, 20)
      near += disc(x, y, 50) + box(x - 78, y + 44, 156, 200)
      if (r.yes(0.3))
        near +=
          poly([
            [x + 60, y + 60],
            [x + 82, y - 112],
            [x + 104, y - 110],
            [x + 88, y + 60],
          ]) + disc(x + 94, y - 118, 17)
    }
    s += filled(far, '#142a4a') + filled(near, '#050d1c')
    save('aftermovie.svg', svg(w, h, s))
  }
  // ---- an empty stage, a tape cross where something should stand; upright for phones
  const wide = { w: 1440, h: 700, horizon: 400, foot: 616, rx: 390 }
  const tall = { w: 640, h: 1800, horizon: 1420, foot: 1670, rx: 290 }
  save('404.svg', drawEmptyStage({ ...wide, foot: 556, rx: 470, tape: 1.65 }))
  save('404-tall.svg', drawEmptyStage({ ...tall, foot: 1610, tape: 2.4 }))
  save('stage.svg', drawEmptyStage(wide))
  save('stage-tall.svg', drawEmptyStage(tall))
  const small = { w: 600, h: 400, horizon: 215, foot: 338, rx: 250 }
  save('nobody.svg', drawEmptyStage({ ...small, flat: [196, 36, 0.7] }))
  // ---- seal: sun, truss, flat brush
  {
    const ink1 = '#fdba2f',
      ink2 = '#051522'
    let teeth = ''
    for (let i = 0; i < 32; i++) {
      const a = (i / 32) * 2 * Math.PI,
        b = ((i + 0.5) / 32) * 2 * Math.PI,
        c = ((i + 1) / 32) * 2 * Math.PI
      teeth += poly([
        [100 + 88 * Math.cos(a), 100 + 88 * Math.sin(a)],
        [100 + 99 * Math.cos(b), 100 + 99 * Math.sin(b)],
        [100 + 88 * Math.cos(c), 100 + 88 * Math.sin(c)],
      ])
    }
    let s =
      filled(disc(100, 100, 89) + teeth, ink1) +
      filled(disc(100, 100, 82), ink2) +
      filled(disc(100, 100, 77), ink1)
    s += `<defs><clipPath id="d"><path d="${disc(100, 100, 78)}"/></clipPath></defs><g clip-path="url(#d)">`
    // truss below
    s += filled(box(0, 118, 200, 90), ink2)
    let t = ''
    for (let i = -1; i < 6; i++) t += `M${i * 36 + 10} 158L${i * 36 + 28} 124L${i * 36 + 46} 158`
    s += stroked(t + 'M10 124H190M10 158H190', ink1, 6)
    // rays either side of the brush
    let rays = ''
    for (let i = -4; i <= 4; i++)
      if (Math.abs(i) > 0) {
        const a = (i / 10) * Math.PI
        rays += poly([
          [100 + 48 * Math.sin(a - 0.07), 118 - 48 * Math.cos(a - 0.07)],
          [100 + 84 * Math.sin(a), 118 - 84 * Math.cos(a)],
          [100 + 48 * Math.sin(a + 0.07), 118 - 48 * Math.cos(a + 0.07)],
        ])
      }
    s += filled(rays, ink2)
    s += filled('M62 118a38 38 0 0 1 76 0z', ink2) + '</g>'
    // brush, bristles down on the truss
    s +=
      filled('M88 20h24l-4 46h-16z', ink2) +
      filled('M78 66h44v22h-44z', ink1) +
      stroked('M78 66h44v22h-44z', ink2, 5) +
      filled('M80 90h40l4 34q-8 10-12 2-4 10-10 2-6 10-12-1-6 7-14-2z', '#e2452a') +
      stroked('M80 90h40l4 34q-8 10-12 2-4 10-10 2-6 10-12-1-6 7-14-2z', ink2, 4)
    save('seal.svg', svg(200, 200, s))
  }
  // ---- timber rail (back of the flat), repeats sideways
  {
    const r = new Chance('timber')
    let s = filled(box(0, 0, 600, 24), '#8f6239')
    for (let i = 0; i < 7; i++) {
      const y = 2 + i * 3.2
      s += stroked(
        `M0 ${q(y)}C150 ${q(y + r.in(-3, 3))} 300 ${q(y + r.in(-4, 4))} 450 ${q(y + r.in(-3, 3))}S560 ${q(y)} 600 ${q(y)}`,
        i % 2 ? '#a97948' : '#70491f',
        1,
      )
    }
    s +=
      filled(disc(20, 12, 4) + disc(580, 12, 4) + disc(300, 12, 4), '#2b1508') +
      stroked('M17 12h6M577 12h6M297 12h6', '#c9986a', 1)
    save('timber.svg', svg(600, 24, s, ' preserveAspectRatio="none"'))
  }
  // ---- a stile of the frame, upright
  {
    let s = filled(box(0, 0, 24, 600), '#8f6239')
    const r = new Chance('stile')
    for (let i = 0; i < 7; i++) {
      const x = 2 + i * 3.2
      s += stroked(
        `M${q(x)} 0C${q(x + r.in(-3, 3))} 150 ${q(x + r.in(-4, 4))} 300 ${q(x + r.in(-3, 3))} 450S${q(x)} 560 ${q(x)} 600`,
        i % 2 ? '#a97948' : '#70491f',
        1,
      )
    }
    s += filled(disc(12, 24, 4) + disc(12, 576, 4), '#2b1508')
    save('stile.svg', svg(24, 600, s, ' preserveAspectRatio="none"'))
  }

  // ---- round the corner of the flat: paint runs over the edge, then timber
  {
    const r = new Chance('door')
    const w = 900,
      h = 1100
    let s = filled(box(0, 0, w, h), '#2a1a0d')
    let grain = ''
    for (let i = 0; i < 22; i++) {
      const y = i * 52
      grain += `M0 ${y}C220 ${q(y + r.in(-18, 18))} 560 ${q(y + r.in(-20, 20))} 900 ${q(y + r.in(-12, 12))}`
    }
    s += stroked(grain, '#23150a', 5)
    const beams = `M150 0V${h}M760 0V${h}M110 120H900M110 640H900M110 1060H900M150 640L760 120M760 640L150 1060`
    s +=
      stroked(beams, '#120a04', 66) +
      stroked(beams, '#a8743f', 52) +
      stroked(`M168 0V${h}M778 0V${h}`, '#8a5b2d', 8) +
      stroked('M110 136H900M110 656H900M110 1076H900', '#8a5b2d', 8)
    let bolts = ''
    for (const x of [150, 760])
      for (const y of [120, 640, 1060]) bolts += disc(x, y, 11) + disc(x, y + 34, 7)
    s += filled(bolts, '#2b1508')
    // the painted side, seen edge-on
    const bands = [
      '#cf165f',
      '#fdba2f',
      '#e2452a',
      '#0e6b66',
      '#fdba2f',
      '#cf165f',
      '#f6efe1',
      '#e2452a',
    ]
    let y = 0
    bands.forEach((c, i) => {
      const d = [150, 110, 190, 120, 90, 200, 70, 240][i]!
      s += filled(
        poly([
          [0, y - 30],
          [92, y],
          [92, y + d],
          [0, y + d - 30],
        ]),
        c,
      )
      y += d
    })
    s += filled(box(92, 0, 18, h), TIMBER)
    for (const [yy, len, c] of [
      [150, 120, '#fdba2f'],
      [372, 210, '#e2452a'],
      [452, 90, '#0e6b66'],
      [760, 150, '#cf165f'],
    ] as [number, number, string][])
      s += filled(`M92 ${yy}h18q6 0 6 10v${len}q0 12-8 12t-8-12v${-q(len * 0.4)}q-4-10-8 0z`, c)
    save('door.svg', svg(w, h, s))
  }
  // ---- the case of the tape: the blade leaves it at the left
  {
    const corner = (inset: number) => {
      const [a, b, c, d] = [inset, 240 - inset, 8 + inset, 200 - inset]
      return poly([
        [a, c],
        [b - 60, c],
        [b, c + 60],
        [b, d],
        [a, d],
      ])
    }
    save(
      'tape-case.svg',
      svg(
        240,
        200,
        filled(corner(0), '#861f12') +
          filled(corner(12), '#e2452a') +
          filled(box(0, 8, 112, 14), '#2b0e08') +
          filled(disc(136, 118, 56), '#f6efe1') +
          filled(disc(136, 118, 40), '#2b0e08') +
          stroked('M112 94L160 142M160 94L112 142', '#f6efe1', 14) +
          filled(disc(30, 174, 7) + disc(212, 174, 7) + disc(30, 44, 7), '#861f12'),
      ),
    )
  }
  return drawn
}
