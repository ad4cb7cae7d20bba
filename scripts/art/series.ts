import { blocks, orbit, rings, truss } from './apogee-systems.ts'
import { Chance } from './chance.ts'
import { hoard, iris } from './craft-systems.ts'
import { drawCrew } from './crew.ts'
import { drawHalfPainted } from './half-painted.ts'
import { MEMORY_FORMATS, STUDY_FORMATS } from '#client/site/study-formats.ts'
import { drawNight } from './nights.ts'
import { q, svg, type Plate, type Sheet, type System } from './drawing.ts'
import { APOGEE_INKS, OASIS_INKS, contrast, ink, type Inks } from './inks.ts'
import { dunes, jaali, lanterns, rosettes } from './oasis-systems.ts'
import { brush, flow, folded, halftone, truchet } from './shared-systems.ts'

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
function choose(festival: Festival, past: readonly Choice[], chance: Chance): Choice {
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
  const chance = new Chance(`adp-${festival}`)
  const past: Choice[] = []
  return editions.map(({ year, count }, index) => {
    const choice = choose(festival, past, chance)
    past.push(choice)
    const system = SYSTEMS[festival][choice.system]
    if (!system) throw new Error(`There is no system named ${choice.system}.`)
    const { inks } = choice
    const plate = system({
      w: 600,
      h: 800,
      r: new Chance(`${festival}-${year}`),
      p: inks,
      n: count,
      year,
      oasis: festival === 'oasis',
    })
    const [tag] = chance
      .shuffle([
        [inks.d, inks.l],
        [inks.l, inks.d],
        [inks.a, inks.d],
        [inks.d, inks.a],
        [inks.b, inks.l],
      ] as const)
      .filter(
        ([ground, text]) =>
          contrast(ground, text) >= 4.5 &&
          contrast(ground, inks.g) >= 2 &&
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
      css: `${name}{--tag:${tag[0]};--ink:${tag[1]};--ground:${inks.g};--wd:${width};--at:${CORNERS[plate.corner]}${index < editions.length - 4 ? '' : look(plate)}}`,
    }
  })
}

type Commission = {
  name: string
  system: string
  inks: string
  count: number
  year: number
  w?: number
  h?: number
  festival?: Festival
  /** Which of the inks is the ground; it changes places with the ground of the series. */
  ground?: 'g' | 'b' | 'c' | 'l'
}

/** One picture on order: a plate, a study, a project. The seed is its name. */
export function drawPicture({ w = 600, h = 600, ...commission }: Commission): string {
  return svg(w, h, paint({ w, h, ...commission }))
}

/** One of the crew before a picture on order; the number says what they wear and carry. */
export function drawCrewPicture(commission: Commission, number: number): string {
  return svg(600, 600, drawCrew(paint(commission), ink(commission.inks), number))
}

function sheetOf(commission: Commission): Sheet {
  const { name, inks, ground = 'g', count, year, w = 600, h = 600, festival } = commission
  const p = ink(inks)
  return {
    w,
    h,
    r: new Chance(name),
    p: { ...p, [ground]: p.g, g: p[ground] },
    n: count,
    year,
    oasis: festival !== 'apogee',
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
    w: 900,
    h: 600,
    r: new Chance(`unfinished-${festival}-${year}`),
    p: ink(inks),
    n: count,
    year,
    oasis: festival === 'oasis',
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
const GROUNDS = ['g', 'b', 'l', 'c', 'g', 'b', 'c', 'l'] as const

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
  const chance = new Chance(`${series}-${festival}-${year}`)
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
      ground: system === 'brush' ? 'b' : (GROUNDS[index % GROUNDS.length] ?? 'g'),
      count: count + index,
      year: year + index,
      festival,
    }
  }
}

/** A backdrop as it was hung, people before it; `turn` chooses among the stages. */
function drawOnItsNight(one: Commission, turn: number, w: number, h: number): string {
  return drawNight(
    sheetOf({ ...one, name: `${one.name}-night`, ground: 'g', w, h }),
    turn,
    (width, height) => paint({ ...one, w: q(width), h: q(height) }),
  )
}

/** The studies of one edition: the first is its stage, seen from the front. */
export function drawStudies(
  festival: Festival,
  edition: Edition,
  poster: Pick<Poster, 'system' | 'inks'>,
): string[] {
  const commission = commissions('studies', festival, edition, poster)
  return STUDY_FORMATS.map(([w, h], index) => {
    const one = commission(index)
    return index === 0
      ? drawOnItsNight(one, edition.count % 2, w, h)
      : drawPicture({ ...one, w, h })
  })
}

/** What a year's festivals are remembered by: its backdrops, each on its night. */
export function drawMemories(
  festival: Festival,
  edition: Edition,
  poster: Pick<Poster, 'system' | 'inks'>,
): string[] {
  const commission = commissions('memories', festival, edition, poster)
  return MEMORY_FORMATS.map(([w, h], index) => {
    return drawOnItsNight(commission(index), index, w, h)
  })
}
