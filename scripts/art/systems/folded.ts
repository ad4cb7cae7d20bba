import { round, filled, stroked, box, disc, polygon, line, dune, type System } from '../drawing.ts'

/** Two pictures on the faces of a folded screen. */
export const folded: System = ({ width, height, random, inks, count, isOasis }) => {
  const k = 2 * round(((5 + (count % 3)) * width) / 600),
    face = width / k,
    lift = round(face * 0.64),
    top = round(height * 0.07),
    foot = round(height * 0.94) - lift
  const cx = width * random.between(0.4, 0.6),
    cy = height * random.between(0.36, 0.5),
    radius = Math.min(width, height) * random.between(0.3, 0.4)
  // one figure on both faces: disc, arch or eight-pointed star
  const figure = (k: number) =>
    count % 3 === 0
      ? disc(cx, cy, radius * k)
      : count % 3 === 1
        ? `M${round(cx - radius * k)} ${height}V${round(cy)}C${round(cx - radius * k)} ${round(cy - radius * k * 0.7)} ${round(cx - radius * k * 0.4)} ${round(cy - radius * k * 0.8)} ${round(cx)} ${round(cy - radius * k * 1.25)}C${round(cx + radius * k * 0.4)} ${round(cy - radius * k * 0.8)} ${round(cx + radius * k)} ${round(cy - radius * k * 0.7)} ${round(cx + radius * k)} ${round(cy)}V${height}z`
        : polygon(
            Array.from({ length: 16 }, (_, i) => {
              const a = (i * Math.PI) / 8,
                m = radius * k * (i % 2 ? 0.72 : 1.16)
              return [cx + m * Math.sin(a), cy - m * Math.cos(a)] as const
            }),
          )
  let A =
    filled(box(0, 0, width, height), inks.accent) +
    filled(figure(1), inks.light) +
    (count % 3 === 1 ? filled(figure(0.86), inks.ground) : '') +
    filled(figure(0.6), inks.second)
  let B =
    filled(box(0, 0, width, height), inks.second) +
    filled(figure(1), inks.dark) +
    (count % 3 === 0 ? '' : filled(figure(0.6), inks.third))
  if (isOasis) {
    for (let i = 0; i < 2; i++) {
      const ink = i ? inks.ground : inks.second
      const ground = height * (0.76 + i * 0.1)
      A += filled(box(0, ground - 4, width, height), ink)
      A += dune(
        width * random.between(0.2, 0.8),
        height * (0.6 + i * 0.12),
        width * 0.7,
        width * 0.6,
        ground,
        ink,
        ink,
        random,
      )
    }
    for (let i = 0; i < 6; i++)
      B += filled(
        box(0, foot - height * 0.07 * (6 - i), width, 8 + i * 4),
        i % 2 ? inks.accent : inks.third,
      )
  } else {
    A += filled(box(0, height * 0.74, width, height), inks.dark)
    for (let i = 0; i < 9; i++)
      B += stroked(disc(cx, cy, radius + 30 + i * 44), i % 2 ? inks.light : inks.third, 14)
  }
  // the two pictures alternate between the faces; each is sheared with its face, down to a valley or up to a ridge
  const edge = Array.from(
    { length: k + 1 },
    (_, i) => [i * face, foot - 2 + (i % 2 ? lift : 0)] as const,
  )
  let faces = '',
    ridges = ''
  for (let i = 0; i < k; i++) {
    const x = round(i * face),
      odd = i % 2
    faces += `<g clip-path="url(#c)" transform="matrix(1 ${((odd ? -lift : lift) / face).toFixed(3)} 0 1 ${x} ${odd ? lift : 0})"><use href="#${odd ? 'b' : 'a'}" x="${-x}"/></g>`
    if (i && !odd) ridges += line(x, top, x, foot)
  }
  return {
    body:
      `<defs><g id="a">${A}</g><g id="b">${B}</g><clipPath id="c"><path d="${box(0, top, Math.ceil(face) + 1, foot - top)}"/></clipPath></defs>` +
      filled(box(0, 0, width, height), inks.ground) +
      faces +
      filled(
        polygon([...edge, ...edge.toReversed().map(([x, y]) => [x, y + 24] as const)]),
        inks.dark,
      ) +
      stroked(ridges, inks.dark, 3),
    corner: 'tl',
    ink: inks.dark,
  }
}
