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

/** Systems that fill the first study, which is more than twice as wide as high. Dunes and rosettes would leave it empty. */
const WIDE = new Set(['jaali', 'flow', 'rings', 'blocks', 'hoard'])

/** Backgrounds take turns, so that neighbours differ. Only brush strokes break the turn. */
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
 * Returns the commission of each picture by its index. All use the inks of the edition's poster, and none uses its system. The
 * edition's number chooses the wide system that comes first.
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
      // brush strokes would be hard to see on a pale background
      ground: system === 'brush' ? 'second' : (GROUNDS[index % GROUNDS.length] ?? 'ground'),
      count: count + index,
      year: year + index,
      festival,
    }
  }
}

/** Draws a backdrop on stage, with people in front of it. `turn` chooses the view. */
function drawOnItsNight(one: Commission, turn: number, width: number, height: number): string {
  return drawNight(
    sheetOf({ ...one, name: `${one.name}-night`, ground: 'ground', width, height }),
    turn,
    (w, h) => paint({ ...one, width: round(w), height: round(h) }),
  )
}

/** Draws the studies of one edition. The first shows its stage. */
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

/** Draws the memories of a year: backdrops on their festival nights. */
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
