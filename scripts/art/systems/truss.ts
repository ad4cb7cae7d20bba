import { entryAt } from '../entry-at.ts'
import { round, filled, stroked, box, disc, polygon, line, type System } from '../drawing.ts'

/** Bars and panels of a truss. */
export const truss: System = ({ width, height, random, inks, count, year, isOasis }) => {
  let body = filled(box(0, 0, width, height), inks.ground)
  const mode = count % 2
  let lines = '',
    bolts = ''
  const panels: string[][] = [[], [], []]
  if (mode) {
    const radius = Math.min(width, height * 0.75) * random.between(0.3, 0.36)
    body +=
      filled(disc(width * (year % 3 ? 0.42 : 0.58), height * 0.5, radius), inks.accent) +
      filled(box(0, height * 0.88, width, height), inks.dark)
    const bays = 7 + (count % 4),
      // its top must stay clear of the plate
      cx = width * (year % 3 ? random.between(0.68, 0.72) : random.between(0.28, 0.32)),
      b0 = width * 0.27,
      b1 = width * 0.07
    for (let i = 0; i < bays; i++) {
      const t0 = 1 - (1 - i / bays) ** 1.25,
        t1 = 1 - (1 - (i + 1) / bays) ** 1.25
      const y0 = height * 0.9 - t0 * height * 0.84,
        y1 = height * 0.9 - t1 * height * 0.84,
        a = b0 + (b1 - b0) * t0,
        b = b0 + (b1 - b0) * t1
      const quad: [number, number][] = [
        [cx - a, y0],
        [cx + a, y0],
        [cx + b, y1],
        [cx - b, y1],
      ]
      if (random.happens(0.42))
        entryAt(panels, random.integer(0, 2)).push(
          random.happens(0.6) ? polygon(quad) : polygon(quad.slice(0, 3)),
        )
      lines +=
        line(cx - a, y0, cx - b, y1) + line(cx + a, y0, cx + b, y1) + line(cx - b, y1, cx + b, y1)
      lines += i % 2 ? line(cx - a, y0, cx + b, y1) : line(cx + a, y0, cx - b, y1)
      if (random.happens(0.4))
        lines += i % 2 ? line(cx + a, y0, cx - b, y1) : line(cx - a, y0, cx + b, y1)
      bolts += disc(cx - b, y1, 9) + disc(cx + b, y1, 9)
    }
    body += stroked(
      line(cx - b1, height * 0.06, -10, height * 0.9) +
        line(cx + b1, height * 0.06, width + 10, height * 0.9),
      inks.dark,
      3,
    )
    body +=
      filled(entryAt(panels, 0).join(''), inks.second) +
      filled(entryAt(panels, 1).join(''), inks.light) +
      filled(entryAt(panels, 2).join(''), inks.third)
    return {
      body:
        body + stroked(lines, inks.dark, 11, ' stroke-linecap="round"') + filled(bolts, inks.light),
      corner: year % 3 ? 'tl' : 'tr',
      ink: inks.light,
    }
  }
  const cx = 4,
    cy = 5,
    bw = width / cx,
    bh = height / cy
  for (let j = 0; j < cy; j++)
    for (let i = 0; i < cx; i++) {
      const x = i * bw,
        y = j * bh,
        v = random.integer(0, 5)
      // no bar along the edge, where it would look like a frame; inner bars leave the sheet
      if (j) lines += line(x, y, x + bw, y)
      if (i) lines += line(x, y, x, y + bh)
      if ((i < 2 && j < 1) || (i < 1 && j < 2)) continue
      if (v < 3)
        entryAt(panels, v).push(
          random.happens(0.5)
            ? box(x, y, bw, bh)
            : random.happens()
              ? polygon([
                  [x, y],
                  [x + bw, y],
                  [x, y + bh],
                ])
              : polygon([
                  [x + bw, y],
                  [x + bw, y + bh],
                  [x, y + bh],
                ]),
        )
      if (v === 3)
        entryAt(panels, 0).push(
          `M${round(x)} ${round(y + bh)}a${round(bw)} ${round(bh)} 0 0 1 ${round(bw)} ${-round(bh)}v${round(bh)}z`,
        )
      if (v === 4) entryAt(panels, 2).push(disc(x + bw / 2, y + bh / 2, bw * 0.36))
      lines +=
        (i + j + count) % 3 === 0
          ? ''
          : (i + j) % 2
            ? line(x, y, x + bw, y + bh)
            : line(x + bw, y, x, y + bh)
      if (i && j) bolts += disc(x, y, 11)
    }
  body +=
    filled(entryAt(panels, 0).join(''), inks.accent) +
    filled(entryAt(panels, 1).join(''), inks.light) +
    filled(entryAt(panels, 2).join(''), inks.second)
  return {
    body:
      body +
      stroked(lines, inks.dark, isOasis ? 13 : 10, ' stroke-linecap="square"') +
      filled(bolts, inks.dark) +
      filled(
        bolts
          .replaceAll('a11 11', 'a5 5')
          .replaceAll(/M(-?\d+) /g, (_, x) => `M${+x + 6} `)
          .replaceAll('22 0', '10 0')
          .replaceAll('-22', '-10'),
        inks.light,
      ),
    corner: 'tl',
    ink: inks.light,
  }
}
