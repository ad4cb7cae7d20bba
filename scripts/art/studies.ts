import { MEMORY_FORMATS, STUDY_FORMATS } from '#client/site/study-formats.ts'
import { round } from './drawing.ts'
import { drawNight } from './nights.ts'
import { Random } from './random.ts'
import {
  drawPicture,
  paint,
  sheetOf,
  type Commission,
  type Edition,
  type Festival,
  type Poster,
} from './series.ts'

const STUDY_SYSTEMS: Record<Festival, string[]> = {
  oasis: [
    'dunes',
    'brush',
    'rosettes',
    'lanterns',
    'jaali',
    'folded',
    'truchet',
    'truss',
    'halftone',
    'flow',
  ],
  apogee: [
    'orbit',
    'truss',
    'halftone',
    'rings',
    'brush',
    'flow',
    'blocks',
    'folded',
    'truchet',
    'hoard',
  ],
}

/** What fills a picture more than twice as wide as high; the first study hangs across the page. Dunes and rosettes leave it empty. */
const WIDE = new Set(['jaali', 'flow', 'rings', 'blocks', 'hoard'])

/** Grounds in turn: beside and below a study hangs another. Only a stroke takes one out of turn. */
const GROUNDS = [
  'ground',
  'second',
  'light',
  'third',
  'ground',
  'second',
  'third',
  'light',
] as const

/**
 * Eight commissions in the inks of the edition's poster, of other systems than it, in an order of their own; which wide one is
 * first goes by the edition's number.
 */
function commissions(
  series: string,
  festival: Festival,
  { year, count }: Edition,
  { system: hung, inks }: Pick<Poster, 'system' | 'inks'>,
) {
  const chance = new Random(`${series}-${festival}-${year}`)
  const others = STUDY_SYSTEMS[festival].filter((system) => system !== hung)
  const wide = others.filter((system) => WIDE.has(system))
  const shuffled = chance.shuffle(others)
  const first = shuffled.indexOf(wide[count % wide.length] ?? '')
  const systems = [...shuffled.slice(first), ...shuffled.slice(0, first)]
  return (index: number): Commission => {
    const system = systems[index % systems.length] ?? 'flow'
    return {
      name: `${series}-${festival}-${year}-${index}`,
      system,
      inks,
      // a stroke alone would be lost on a pale ground
      ground: system === 'brush' ? 'second' : (GROUNDS[index % GROUNDS.length] ?? 'ground'),
      count: count + index,
      year: year + index,
      festival,
    }
  }
}

/** A backdrop as it was hung, people before it; `turn` chooses among the stages. */
function drawOnItsNight(one: Commission, turn: number, width: number, height: number): string {
  return drawNight(
    sheetOf({ ...one, name: `${one.name}-night`, ground: 'ground', width, height }),
    turn,
    (w, h) => paint({ ...one, width: round(w), height: round(h) }),
  )
}

/** The studies of one edition: the first is its stage, seen from the front. */
export function drawStudies(
  festival: Festival,
  edition: Edition,
  poster: Pick<Poster, 'system' | 'inks'>,
): string[] {
  const commission = commissions('studies', festival, edition, poster)
  return STUDY_FORMATS.map(([width, height], index) => {
    const one = commission(index)
    return index === 0
      ? drawOnItsNight(one, edition.count % 2, width, height)
      : drawPicture({ ...one, width, height })
  })
}

/** What a year's festivals are remembered by: its backdrops, each on its night. */
export function drawMemories(
  festival: Festival,
  edition: Edition,
  poster: Pick<Poster, 'system' | 'inks'>,
): string[] {
  const commission = commissions('memories', festival, edition, poster)
  return MEMORY_FORMATS.map(([width, height], index) =>
    drawOnItsNight(commission(index), index, width, height),
  )
}
