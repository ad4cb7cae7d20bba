import { round, filled, stroked, box, disc, polygon, type System } from '../drawing.ts'
import { createNoise } from '../random.ts'

/** Truchet tiles: arcs, leaves or triangles that join at random. */
export const truchet: System = ({ width, height, random, inks, year }) => {
  const noise = createNoise(random),
    big = 8 * Math.ceil(width / random.pick([3, 4]) / 8),
    kind = year % 3
  const fine: string[] = [],
    bold: string[] = [],
    fill: string[] = [],
    dots: string[] = [],
    rounds: [number, number, number][] = []
  const tile = (x: number, y: number, t: number, depth: number) => {
    // all bands have one width, so that they join
    if (kind > 0 && depth < 2 && noise(x / 210 + 5, y / 210 + 5) > (depth ? 0.62 : 0.47)) {
      for (const dx of [0, t / 2])
        for (const dy of [0, t / 2]) tile(x + dx, y + dy, t / 2, depth + 1)
      return
    }
    const a = random.happens(),
      radius = t / 2
    const arcs = a
      ? `M${round(x + radius)} ${round(y)}a${round(radius)} ${round(radius)} 0 0 1 ${-round(radius)} ${round(radius)}M${round(x + t)} ${round(y + radius)}a${round(radius)} ${round(radius)} 0 0 0 ${-round(radius)} ${round(radius)}`
      : `M${round(x)} ${round(y + radius)}a${round(radius)} ${round(radius)} 0 0 1 ${round(radius)} ${round(radius)}M${round(x + radius)} ${round(y)}a${round(radius)} ${round(radius)} 0 0 0 ${round(radius)} ${round(radius)}`
    if (kind === 0) bold.push(arcs)
    else if (kind === 1) {
      fill.push(
        a
          ? `M${round(x)} ${round(y)}h${round(t)}a${round(t)} ${round(t)} 0 0 1 ${-round(t)} ${round(t)}z`
          : `M${round(x + t)} ${round(y + t)}h${-round(t)}a${round(t)} ${round(t)} 0 0 1 ${round(t)} ${-round(t)}z`,
      )
      const dotted = random.happens(0.5)
      // an arc around the corner of its leaf: another centre would leave slivers of the leaf or of a dot
      if (random.happens(0.4))
        fine.push(
          a
            ? `M${round(x + radius)} ${round(y)}a${round(radius)} ${round(radius)} 0 0 1 ${-round(radius)} ${round(radius)}`
            : `M${round(x + radius)} ${round(y + t)}a${round(radius)} ${round(radius)} 0 0 1 ${round(radius)} ${-round(radius)}`,
        )
      else if (dotted) rounds.push([x + t * (a ? 0.3 : 0.7), y + t * (a ? 0.3 : 0.7), t * 0.13])
    } else {
      ;(random.happens() ? fill : dots).push(
        a
          ? polygon([
              [x, y],
              [x + t, y],
              [x, y + t],
            ])
          : polygon([
              [x + t, y],
              [x + t, y + t],
              [x, y + t],
            ]),
      )
      if (random.happens(0.35)) rounds.push([x + radius, y + radius, t * 0.26])
    }
  }
  for (let y = 0; y < height; y += big) for (let x = 0; x < width; x += big) tile(x, y, big, 0)
  const tl = random.happens()
  const m = big * 2
  // leave out a disc that the flat would cut: a crumb would remain
  const discs = rounds
    .filter(([x, y, R]) => Math.hypot(tl ? x : width - x, tl ? y : height - y) > m + R)
    .map((one) => disc(...one))
    .join('')
  let body = filled(box(0, 0, width, height), inks.ground)
  if (kind === 0)
    body +=
      stroked(bold.join(''), inks.dark, big * 0.42) +
      stroked(bold.join(''), inks.accent, big * 0.3) +
      stroked(bold.join(''), inks.light, big * 0.06)
  if (kind === 1)
    body +=
      filled(fill.join(''), inks.second) +
      filled(discs, inks.accent) +
      stroked(fine.join(''), inks.light, 9)
  if (kind === 2)
    body +=
      filled(fill.join(''), inks.accent) +
      filled(dots.join(''), inks.second) +
      filled(discs, inks.light)
  // a plain corner for the numeral, in inks that differ from the tiles and are lighter than the page
  for (const [R, flat] of [
    [m, kind === 0 ? inks.second : inks.third],
    [round(m * 0.64), kind === 0 ? inks.third : inks.dark],
    [round(m * 0.5), kind === 0 ? inks.second : inks.accent],
  ] as const)
    body += tl
      ? filled(`M0 0h${R}a${R} ${R} 0 0 1 ${-R} ${R}z`, flat)
      : filled(`M${width} ${height}h${-R}a${R} ${R} 0 0 1 ${R} ${-R}z`, flat)
  return { body, corner: tl ? 'tl' : 'br', ink: inks.light }
}
