import { blocks } from './systems/blocks.ts'
import { orbit } from './systems/orbit.ts'
import { rings } from './systems/rings.ts'
import { truss } from './systems/truss.ts'
import { Random } from './random.ts'
import { hoard } from './systems/hoard.ts'
import { iris } from './systems/iris.ts'
import { drawCrew } from './crew.ts'
import { drawHalfPainted } from './half-painted.ts'
import { svg, type Plate, type Sheet, type System } from './drawing.ts'
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

/** Whether the poster is four times as large on a wide wall. SlideshowPage.module.css sets this. */
const isLarge = (index: number) => index % 12 === 0 || index % 12 === 8
/** A system and its inks repeat only after this many posters. */
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
  /** The CSS rule `.p-<festival>-<year>` with the position and the inks of the numeral. */
  css: string
}

type Choice = { system: string; inks: Inks }

/**
 * Chooses system and inks for the next poster: both differ from the last posters, and no pair repeats. The least used pair wins.
 * Brush strokes are too sparse for a large poster.
 */
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

/** The `object-position` for a frame of double width. Only the last row of a wall has such frames. */
const look = ({ focus }: Plate) =>
  focus === undefined
    ? ''
    : `;--look:${Math.round(100 * Math.min(1, Math.max(0, (focus - 0.215) / 0.57)))}%`

/** The background colour of the pages, `--night`. */
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
          // a corner plate as dark as the page would look like a hole in the picture
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

export type Commission = {
  /** Also the seed. */
  name: string
  system: string
  inks: string
  count: number
  year: number
  width?: number
  height?: number
  festival?: Festival
  /** The ink for the background. It swaps places with the usual one. */
  ground?: 'ground' | 'light' | 'second' | 'third'
}

/** Draws one picture of any kind: a plate, a study, a project. */
export function drawPicture({ width = 600, height = 600, ...commission }: Commission): string {
  return svg(width, height, paint({ width, height, ...commission }))
}

/** Draws a crew member from behind, in front of a picture. The number decides what they wear and carry. */
export function drawCrewPicture(commission: Commission, number: number): string {
  return svg(600, 600, drawCrew(paint(commission), ink(commission.inks), number))
}

/** The sheet for a picture. The picture's name is the seed. */
export function sheetOf(commission: Commission): Sheet {
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

/** The markup of a picture, without the `<svg>` element around it. */
export function paint(commission: Commission): string {
  const { system } = commission
  const sheet = sheetOf(commission)
  const craft = CRAFTS[system]
  if (craft) return craft(sheet)
  const draw = SYSTEMS.oasis[system] ?? SYSTEMS.apogee[system]
  if (!draw) throw new Error(`There is no system named ${system}.`)
  return draw(sheet).body
}

/** Draws the only picture of an edition without photographs, in the inks of its poster. */
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
