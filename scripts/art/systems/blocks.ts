import { round, filled, box, disc, type System } from '../drawing.ts'
import { createNoise } from '../random.ts'

/** Stacked cubes in a landscape, before a sun. */
export const blocks: System = ({ width, height, random, inks, count, year }) => {
  const noise = createNoise(random),
    cols = 5,
    u = width / cols,
    hh = u * 0.289,
    edge = u * 0.577,
    rows = Math.ceil((height * 0.72) / hh) + 3
  let left = '',
    right = '',
    lit = '',
    tops = new Map<string, string>()
  const spin = year % 2
  // a hair larger than its outline, so that nothing shines through where two meet; the left ones more than the right
  // ones, whose rims they cover in a wall
  const face = (d: string, ink: string, rest = '') => filled(d, ink, ` stroke="${ink}"${rest}`)
  for (let j = 0; j < rows; j++)
    for (let i = j % 2 ? -1 : 0; i < cols; i++) {
      const x = (i + (j % 2) / 2) * u + u / 2,
        base = j * hh + height * 0.34
      const v = noise(i * 0.8 + 4, j * 0.3 + 4)
      const z = round(Math.max(0, v - 0.3) * ((count % 3) + 4)) * edge
      const y = base - z
      // a raised top lies on the sheet where a flat one of a farther row would: two that meet there differ in ink,
      // and none has the sun's before the sun
      const row = j - 2 * round(z / edge) + count
      const ink =
        row % 2 === 0
          ? inks.accent
          : y - hh < height * 0.36 || Math.abs(row) % 4 === 3
            ? inks.third
            : inks.light
      const top = `M${round(x)} ${round(y - hh)}l${round(u / 2)} ${round(hh)} ${-round(u / 2)} ${round(hh)} ${-round(u / 2)} ${-round(hh)}z`
      tops.set(ink, (tops.get(ink) ?? '') + top)
      const deep = round(Math.max(edge, z + edge * 0.4))
      left += `M${round(x - u / 2)} ${round(y)}l${round(u / 2)} ${round(hh)}v${deep}l${-round(u / 2)} ${-round(hh)}z`
      right += `M${round(x + u / 2)} ${round(y)}l${-round(u / 2)} ${round(hh)}v${deep}l${round(u / 2)} ${-round(hh)}z`
      // painter's order: rows overlap, so each row is its own set of three paths
      if (i === cols - 1) {
        lit +=
          face(left, spin ? inks.dark : inks.second, ' stroke-width="2"') +
          face(right, spin ? inks.second : inks.dark) +
          [...tops].map(([ink, d]) => face(d, ink)).join('')
        tops.clear()
        left = right = ''
      }
    }
  return {
    body:
      filled(box(0, 0, width, height), inks.ground) +
      filled(disc(width * (spin ? 0.78 : 0.22), height * 0.2, width * 0.17), inks.light) +
      `<g stroke-linejoin="bevel">${lit}</g>`,
    corner: spin ? 'tl' : 'tr',
    ink: inks.light,
  }
}
