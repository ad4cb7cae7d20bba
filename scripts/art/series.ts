import { blocks } from './systems/blocks.ts'
import { orbit } from './systems/orbit.ts'
import { rings } from './systems/rings.ts'
import { truss } from './systems/truss.ts'
import { Random } from './random.ts'
import { hoard } from './systems/hoard.ts'
import { iris } from './systems/iris.ts'
import { drawCrew } from './crew.ts'
import { drawHalfPainted } from './half-painted.ts'
import { MEMORY_FORMATS, STUDY_FORMATS } from '#client/site/study-formats.ts'
import { drawNight } from './nights.ts'
import { round, svg, type Plate, type Sheet, type System } from './drawing.ts'
import { APOGEE_INKS, OASIS_INKS, contrast, ink, type Inks } from './inks.ts'
import { dunes } from './systems/dunes.ts'
import { jaali } from './systems/jaali.ts'
import { lanterns } from './systems/lanterns.ts'
import { rosettes } from './systems/rosettes.ts'
import { brush } from './systems/brush.ts'
import { flow } from './systems/flow.ts'
import { folded } from './systems/folded.ts'
import { halftone } from './systems/halftone.ts'
import { truchet } from './systems/truchet.ts'

export type Festival = 'oasis' | 'apogee'
export type Edition = { year: number; /** How many elements its poster counts. */ count: number }

const SYSTEMS: Record<Festival, Record<string, System>> = {
  oasis: { dunes, jaali, lanterns, rosettes, flow, truchet, halftone, folded, brush },
  apogee: { orbit, truss, blocks, rings, halftone, truchet, flow, folded, brush },
}
const INKS: Record<Festival, readonly Inks[]> = { oasis: OASIS_INKS, apogee: APOGEE_INKS }
const CRAFTS: Record<string, (sheet: Sheet) => string> = { iris, hoard }

/** Four times as large on a wide wall: SlideshowPage.module.css. */
const isLarge = (index: number) => index % 12 === 0 || index % 12 === 8
/** Neighbours on a wall are this far apart before a system or its inks may come back. */
const APART = 4
const NUMERAL_WIDTHS = [50, 150, 75, 110, 62, 130, 90]
const CORNERS: Record<Plate['corner'], string> = {
  tl: '0 auto auto 0',
  tr: '0 0 auto auto',
  bl: 'auto auto 0 0',
  br: 'auto 0 0 auto',
}

export type Poster = {
  year: number
  system: string
  inks: string
  picture: string
  /** Where its numeral stands and in which inks, as a rule for `.p-<festival>-<year>`. */
  css: string
}

type Choice = { system: string; inks: Inks }

/** The next choice: unlike its last neighbours, never the same pair twice, the least used first; a stroke is too little for a large one. */
function choose(festival: Festival, past: readonly Choice[], chance: Random): Choice {
  const recent = past.slice(-APART)
  const times = ({ system, inks }: Choice) =>
    past.filter((one) => one.system === system).length +
    past.filter((one) => one.inks === inks).length
  const [next] = chance
    .shuffle(
      Object.keys(SYSTEMS[festival]).flatMap((system) =>
        INKS[festival].map((inks) => ({ system, inks })),
      ),
    )
    .filter(
      ({ system, inks }) =>
        !(system === 'brush' && isLarge(past.length)) &&
        !recent.some((one) => one.system === system || one.inks === inks) &&
        !past.some((one) => one.system === system && one.inks === inks),
    )
    .toSorted((a, b) => times(a) - times(b))
  if (!next) throw new Error('There are too few systems and inks for this many editions.')
  return next
}

/** Which part a frame twice as wide shows, as `object-position` has it. Only the end of a wall has such frames. */
const look = ({ focus }: Plate) =>
  focus === undefined
    ? ''
    : `;--look:${Math.round(100 * Math.min(1, Math.max(0, (focus - 0.215) / 0.57)))}%`

/** The ground of the pages, `--night`. */
const PAGE = '#051522'

/** The posters of a festival, newest first: no two neighbours share a system or inks, and no pair comes twice. */
export function drawPosters(festival: Festival, editions: Edition[]): Poster[] {
  const chance = new Random(`adp-${festival}`)
  const past: Choice[] = []
  return editions.map(({ year, count }, index) => {
    const choice = choose(festival, past, chance)
    past.push(choice)
    const system = SYSTEMS[festival][choice.system]
    if (!system) throw new Error(`There is no system named ${choice.system}.`)
    const { inks } = choice
    const plate = system({
      width: 600,
      height: 800,
      random: new Random(`${festival}-${year}`),
      inks: inks,
      count: count,
      year,
      isOasis: festival === 'oasis',
    })
    const [tag] = chance
      .shuffle([
        [inks.dark, inks.light],
        [inks.light, inks.dark],
        [inks.accent, inks.dark],
        [inks.dark, inks.accent],
        [inks.second, inks.light],
      ] as const)
      .filter(
        ([ground, text]) =>
          contrast(ground, text) >= 4.5 &&
          contrast(ground, inks.ground) >= 2 &&
          // in a corner, a plate as dark as the page would look bitten out of the picture
          contrast(ground, PAGE) >= 2,
      )
    if (!tag) throw new Error(`No plate of the inks ${inks.name} can be read.`)
    const width = NUMERAL_WIDTHS[index % NUMERAL_WIDTHS.length]
    const name = `.p-${festival}-${year}`
    return {
      year,
      system: choice.system,
      inks: inks.name,
      picture: svg(600, 800, plate.body),
      css: `${name}{--tag:${tag[0]};--ink:${tag[1]};--ground:${inks.ground};--wd:${width};--at:${CORNERS[plate.corner]}${index < editions.length - 4 ? '' : look(plate)}}`,
    }
  })
}

type Commission = {
  /** Also the seed. */
  name: string
  system: string
  inks: string
  count: number
  year: number
  width?: number
  height?: number
  festival?: Festival
  /** Which of the inks is the ground; it changes places with the ground of the series. */
  ground?: 'ground' | 'light' | 'second' | 'third'
}

/** One picture on order: a plate, a study, a project. */
export function drawPicture({ width = 600, height = 600, ...commission }: Commission): string {
  return svg(width, height, paint({ width, height, ...commission }))
}

/** A member of the crew, seen from behind, before a picture on order; the number decides what they wear and carry. */
export function drawCrewPicture(commission: Commission, number: number): string {
  return svg(600, 600, drawCrew(paint(commission), ink(commission.inks), number))
}

function sheetOf(commission: Commission): Sheet {
  const { name, count, year, width = 600, height = 600, festival, ground = 'ground' } = commission
  const inks = ink(commission.inks)
  return {
    width,
    height,
    random: new Random(name),
    inks: { ...inks, [ground]: inks.ground, ground: inks[ground] },
    count,
    year,
    isOasis: festival !== 'apogee',
  }
}

function paint(commission: Commission): string {
  const { system } = commission
  const sheet = sheetOf(commission)
  const craft = CRAFTS[system]
  if (craft) return craft(sheet)
  const draw = SYSTEMS.oasis[system] ?? SYSTEMS.apogee[system]
  if (!draw) throw new Error(`There is no system named ${system}.`)
  return draw(sheet).body
}

/** The one picture of an edition without photographs, in its own inks. */
export function drawUnfinished(festival: Festival, { year, count }: Edition, inks: string): string {
  return drawHalfPainted({
    width: 900,
    height: 600,
    random: new Random(`unfinished-${festival}-${year}`),
    inks: ink(inks),
    count: count,
    year,
    isOasis: festival === 'oasis',
  })
}

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
