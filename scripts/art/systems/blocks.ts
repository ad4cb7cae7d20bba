import { round, filled, box, disc, type System } from '../drawing.ts'
import { createNoise } from '../random.ts'

/** Stacked cubes in a landscape, in front of a sun. */
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
  // faces slightly overlap, so that no gap shows where two meet; the left ones overlap more and cover the edges of
  // the right ones
  const face = (d: string, ink: string, rest = '') => filled(d, ink, ` stroke="${ink}"${rest}`)
  for (let j = 0; j < rows; j++)
    for (let i = j % 2 ? -1 : 0; i < cols; i++) {
      const x = (i + (j % 2) / 2) * u + u / 2,
        base = j * hh + height * 0.34
      const v = noise(i * 0.8 + 4, j * 0.3 + 4)
      const z = round(Math.max(0, v - 0.3) * ((count % 3) + 4)) * edge
      const y = base - z
      // a raised top can touch the flat top of a farther row on the sheet: touching tops differ in ink, and no top in
      // front of the sun has the sun's ink
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
      // rows overlap, so each row has its own three paths, drawn from back to front
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
