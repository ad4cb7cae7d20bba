import { type Sheet, type System, box, disc, filled, round, stroked } from '../drawing.ts'
import { entryAt } from '../entry-at.ts'
import type { Random } from '../random.ts'

type Point = readonly [x: number, y: number]

/** A smooth curve through the points (Catmull-Rom). Maps 0 to `points.length - 1` to a position and a direction. */
function curveThrough(points: readonly Point[]) {
  return (t: number) => {
    const segment = Math.max(0, Math.min(points.length - 2, Math.floor(t)))
    const u = t - segment
    const [b, c] = [entryAt(points, segment), entryAt(points, segment + 1)]
    // the curve continues straight beyond its ends
    const a = points[segment - 1] ?? [2 * b[0] - c[0], 2 * b[1] - c[1]]
    const d = points[segment + 2] ?? [2 * c[0] - b[0], 2 * c[1] - b[1]]
    const at = (axis: 0 | 1) =>
      0.5 *
      (2 * b[axis] +
        (c[axis] - a[axis]) * u +
        (2 * a[axis] - 5 * b[axis] + 4 * c[axis] - d[axis]) * u * u +
        (3 * b[axis] - a[axis] - 3 * c[axis] + d[axis]) * u ** 3)
    const slope = (axis: 0 | 1) =>
      0.5 *
      (c[axis] -
        a[axis] +
        2 * (2 * a[axis] - 5 * b[axis] + 4 * c[axis] - d[axis]) * u +
        3 * (3 * b[axis] - a[axis] - 3 * c[axis] + d[axis]) * u * u)
    return { x: at(0), y: at(1), dx: slope(0), dy: slope(1) }
  }
}

/** A brush stroke: one line along the curve for each bristle. */
function brushStroke(
  random: Random,
  points: readonly Point[],
  width: number,
  ink: string,
  bristles: number,
): string {
  const curve = curveThrough(points)
  const steps = points.length > 4 ? 14 : 8
  const pitch = width / bristles
  const byThickness: Record<number, string> = {}
  // neighbours run dry at about the same place, so the end is ragged; a few reach the end or stop early
  let dry = random.next()
  for (let bristle = 0; bristle < bristles; bristle++) {
    const offset = (bristle / (bristles - 1) - 0.5) * width + random.between(-0.3, 0.3) * pitch
    dry = Math.min(1, Math.max(0, dry + random.between(-0.3, 0.3)))
    const start = 0.3 * random.next() ** 3
    const end =
      points.length -
      1 -
      1.1 * (random.happens(0.2) ? random.next() : dry * dry * 0.7 + random.between(0, 0.08))
    const dots = Array.from({ length: steps + 1 }, (_, step): Point => {
      const { x, y, dx, dy } = curve(start + ((end - start) * step) / steps)
      const length = Math.hypot(dx, dy) || 1
      return [x - (dy / length) * offset, y + (dx / length) * offset]
    })
    const [x, y] = entryAt(dots, 0)
    let path = `M${round(x)} ${round(y)}`
    for (let i = 1; i < dots.length - 1; i++) {
      const [[fromX, fromY], [toX, toY]] = [entryAt(dots, i), entryAt(dots, i + 1)]
      path += `Q${round(fromX)} ${round(fromY)} ${round((fromX + toX) / 2)} ${round((fromY + toY) / 2)}`
    }
    const thickness = Math.max(2, round(random.pick([0.9, 1.5, 1.7, 1.9]) * pitch))
    byThickness[thickness] = (byThickness[thickness] ?? '') + path
  }
  return Object.entries(byThickness)
    .map(([thickness, path]) =>
      stroked(path, ink, Number(thickness), ' stroke-linejoin="round" stroke-linecap="round"'),
    )
    .join('')
}

const KINDS = ['rising', 'wave', 'columns', 'ring'] as const
type Kind = (typeof KINDS)[number]

/** The strokes of a poster, each as a list of points. */
function strokesOf(kind: Kind, { width, height, random }: Sheet, middle: number): Point[][] {
  switch (kind) {
    case 'rising':
      return [
        [
          [-40, height * 0.86],
          [width * 0.3, height * 0.8],
          [width * 0.62, height * 0.52],
          [width * 0.66, height * 0.24],
          [width * 0.7, -60],
        ],
        [
          [width * 0.1, height * 1.05],
          [width * 0.5, height * 0.9],
          [width * 0.9, height * 0.7],
          [width * 1.1, height * 0.5],
        ],
      ]
    case 'wave':
      // a stroke that turned back would look like a digit
      return [
        [
          [-60, height * random.between(0.6, 0.7)],
          [width * 0.14, height * 0.6],
          [width * 0.32, height * random.between(0.34, 0.42)],
          [width * 0.52, height * random.between(0.56, 0.62)],
          [width * 0.7, height * random.between(0.74, 0.8)],
          [width * 0.88, height * random.between(0.5, 0.58)],
          [width + 60, height * random.between(0.3, 0.36)],
        ],
      ]
    case 'columns':
      return [
        [
          [width * 0.16, -height * 0.2],
          [width * 0.2, height * 0.4],
          [width * 0.16, height * 0.8],
        ],
        [
          [width * 0.5, -height * 0.2],
          [width * 0.52, height * 0.5],
          [width * 0.5, height * 0.95],
        ],
        [
          [width * 0.84, -height * 0.2],
          [width * 0.82, height * 0.3],
          [width * 0.84, height * 0.62],
        ],
      ]
    case 'ring':
      return [
        Array.from({ length: 10 }, (_, i) => {
          const angle = -1.9 + i * 0.66
          return [
            width * 0.5 + width * 0.3 * Math.cos(angle),
            middle + width * 0.32 * Math.sin(angle),
          ]
        }),
      ]
  }
}

/** The ground below the strokes: higher than a plate, but only a wedge where strokes leave the sheet at the bottom. */
function groundOf(kind: Kind, { width, height }: Sheet, middle: number): string {
  if (kind === 'wave') return box(0, height * 0.66, width, height)
  if (kind === 'ring') return disc(width * 0.5, middle, width * 0.21)
  return box(0, height * (kind === 'columns' ? 0.7 : 0.82), width, height)
}

/** The distance from a point to the nearest stroke. */
const distanceTo = (strokes: readonly Point[][], x: number, y: number) =>
  Math.min(
    ...strokes.flatMap((points) =>
      points.slice(1).map(([bx, by], i) => {
        const [ax, ay] = entryAt(points, i)
        const t = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)
        const u = Math.max(0, Math.min(1, t))
        return Math.hypot(x - ax - (bx - ax) * u, y - ay - (by - ay) * u)
      }),
    ),
  )

/** Broad strokes of a dry brush, with spatter beside them. */
export const brush: System = (sheet) => {
  const { width, height, random, inks, count } = sheet
  const kind = entryAt(KINDS, count % 4)
  const order = random.shuffle([inks.accent, inks.second, inks.light])
  // a ring must not touch the plate above it
  const middle = height > width ? Math.max(height * 0.41, width * 0.49) : height * 0.5
  const fixed = { wave: 0.22, ring: 0.24, rising: null, columns: null }[kind]
  const breadth = width * (fixed ?? random.between(0.26, 0.32))
  const strokes = strokesOf(kind, sheet, middle)
  const painted = strokes.map((points, i) =>
    brushStroke(random, points, breadth, entryAt(order, i % 3), 24),
  )
  // spatter lies close beside a stroke, never partly under one
  let spatter = ''
  for (let i = 0; i < 24; i++) {
    const x = width * random.between(0.1, 0.9)
    const y = height * random.between(0.3, 0.68)
    const size = random.between(5, 15)
    const beside = distanceTo(strokes, x, y) - breadth * 0.56
    // a drop inside a ring would look like an eye
    if (kind === 'ring' && Math.hypot(x - width * 0.5, y - middle) < width * 0.3) continue
    if (beside > size + 6 && beside < size + 40) spatter += disc(x, y, size)
  }
  return {
    body:
      filled(box(0, 0, width, height), inks.ground) +
      filled(groundOf(kind, sheet, middle), inks.third) +
      painted.join('') +
      (spatter && filled(spatter, entryAt(order, 0))),
    corner: kind === 'rising' || kind === 'wave' ? 'tl' : 'bl',
    ink: inks.dark,
    ...(kind === 'columns' && { focus: 0.68 }),
  }
}
