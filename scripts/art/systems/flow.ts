import { round, filled, stroked, box, disc, type System } from '../drawing.ts'
import { entryAt } from '../entry-at.ts'
import { createNoise } from '../random.ts'

/** Ribbons that flow around an eye. */
export const flow: System = ({ width, height, random, inks, count, isOasis }) => {
  // long ribbons first, then thin lines in the gaps; an occupancy grid keeps them apart
  const noise = createNoise(random),
    scale = random.between(260, 420),
    turn = random.between(-0.7, 0.7),
    swirl = random.between(0.8, 1.3)
  const vx = width * random.between(0.3, 0.7),
    vy = height * random.between(0.35, 0.65),
    radius = Math.min(width, height) * (0.15 + (count % 7) * 0.018)
  const angle = (x: number, y: number) => {
    const d = Math.hypot(x - vx, y - vy)
    const turning = Math.atan2(y - vy, x - vx) + Math.PI / 2,
      k = Math.exp(-((Math.max(0, d - radius) / (radius * 1.5)) ** 2))
    const a = (noise(x / scale + 3, y / scale + 3) - 0.5) * swirl * Math.PI + turn
    return Math.atan2(
      Math.sin(a) * (1 - k) + Math.sin(turning) * k,
      Math.cos(a) * (1 - k) + Math.cos(turning) * k,
    )
  }
  const cell = 10,
    gw = Math.ceil(width / cell) + 16,
    gh = Math.ceil(height / cell) + 16,
    taken = new Int16Array(gw * gh).fill(-1)
  const key = (x: number, y: number) => (Math.floor(y / cell) + 8) * gw + Math.floor(x / cell) + 8
  const cols = random.shuffle([inks.accent, inks.light, inks.second, inks.third])
  const groups = new Map<string, string>()
  let id = 0
  const trace = (
    sx: number,
    sy: number,
    thickness: number,
    colour: string,
    least: number,
    room: number,
  ) => {
    const half: [ahead: [number, number][], back: [number, number][]] = [[], []]
    id++
    for (const dir of [0, 1] as const) {
      let x = sx,
        y = sy
      for (let k = 0; k < 90; k++) {
        if (
          x < -50 ||
          y < -50 ||
          x > width + 50 ||
          y > height + 50 ||
          Math.hypot(x - vx, y - vy) < radius + 10 + thickness / 2
        )
          break
        const c = key(x, y)
        let hit = false
        for (let dx = -room; dx <= room; dx++)
          for (let dy = -room; dy <= room; dy++) {
            const other = taken[c + dx + dy * gw] ?? -1
            if (other >= 0 && other !== id) hit = true
          }
        if (hit) break
        half[dir].push([x, y])
        const a = angle(x, y) + (dir ? Math.PI : 0)
        x += Math.cos(a) * 10
        y += Math.sin(a) * 10
      }
    }
    const pts = [...half[1].toReversed(), ...half[0].slice(1)]
    if (pts.length < least) return
    const own = Math.floor(thickness / 20)
    for (const [a, b] of pts)
      for (let dx = -own; dx <= own; dx++)
        for (let dy = -own; dy <= own; dy++) taken[key(a, b) + dx + dy * gw] = id
    const slim = pts.filter((_, k) => k % 7 === 0 || k === pts.length - 1)
    const [first, last] = [entryAt(slim, 0), entryAt(slim, -1)]
    let d = `M${round(first[0])} ${round(first[1])}`
    for (let k = 1; k < slim.length - 1; k++) {
      const [a, b] = entryAt(slim, k),
        [c, e] = entryAt(slim, k + 1)
      d += `Q${round(a)} ${round(b)} ${round((a + c) / 2)} ${round((b + e) / 2)}`
    }
    d += `L${round(last[0])} ${round(last[1])}`
    const g = `${colour}|${thickness}`
    groups.set(g, (groups.get(g) ?? '') + d)
  }
  for (let i = 0; i < 130; i++)
    trace(random.between(0, width), random.between(0, height), 30, entryAt(cols, i % 2), 34, 3)
  for (let i = 0; i < 260; i++)
    trace(
      random.between(0, width),
      random.between(0, height),
      14,
      entryAt(cols, (i % 2) + 1),
      16,
      2,
    )
  for (let i = 0; i < 300; i++)
    trace(random.between(0, width), random.between(0, height), 6, entryAt(cols, (i % 2) + 2), 9, 1)
  let body = filled(box(0, 0, width, height), inks.ground)
  for (const [g, d] of groups) {
    const [colour = '', thickness] = g.split('|')
    body += stroked(d, colour, Number(thickness), ' stroke-linecap="round"')
  }
  body +=
    filled(disc(vx, vy, radius), inks.dark) +
    filled(disc(vx, vy, radius - 18), isOasis ? inks.accent : inks.light)
  return {
    body,
    corner: vx + vy > (width + height) / 2 ? 'tl' : 'br',
    ink: inks.dark,
    focus: vy / height,
  }
}
