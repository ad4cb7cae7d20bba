/**
 * Draws every generated picture of the site into memory, with the same bytes on every run and every machine. `client/build.ts`
 * writes them into `dist`; the photographs of `media/` replace them one by one.
 */
import { apogee, memories, oasis } from '#client/content/editions.ts'
import { developers, highlights } from '#client/content/people.ts'
import { costaan, stuccan } from '#client/content/timelines.ts'
import { drawScenes } from './scenes.ts'
import { drawUnknownPoster } from './unknown-poster.ts'
import {
  drawCrewPicture,
  drawPicture,
  drawPosters,
  drawUnfinished,
  type Festival,
  type Poster,
} from './series.ts'
import { drawMemories, drawStudies } from './studies.ts'

/** The size limit of a picture. Flat inks need few bytes, so a larger picture has a mistake. Wide studies have more shapes. */
const mostBytes = (name: string) => (/^(studies|memories)\//.test(name) ? 24_000 : 15_000)

const EDITIONS = {
  oasis: oasis.map(({ year, number, photos }) => ({ year, photos, count: number ?? 0 })),
  apogee: apogee.map(({ year, photos }) => ({ year, photos, count: year - 1999 })),
}

/** Pictures of the team. Each shows a person's craft in the inks of their festival, and never a face. */
const PLATES = [
  { name: 'lead-oasis', system: 'lanterns', inks: 'rani', count: 52, height: 580 },
  { name: 'lead-apogee', system: 'orbit', inks: 'blueprint', count: 26, height: 450 },
  { name: 'structure-oasis', system: 'truss', inks: 'khus', count: 32 },
  { name: 'painting-oasis', system: 'brush', inks: 'haldi', count: 33 },
  { name: 'publicity-oasis', system: 'hoard', inks: 'rani', count: 34 },
  { name: 'media-oasis', system: 'iris', inks: 'mitti', count: 35 },
  { name: 'structure-apogee', system: 'truss', inks: 'sodium', count: 37 },
  { name: 'painting-apogee', system: 'brush', inks: 'petrol', count: 39 },
  { name: 'publicity-apogee', system: 'hoard', inks: 'solar', count: 38 },
  { name: 'media-apogee', system: 'iris', inks: 'carbon', count: 36 },
]

const DEVELOPERS = [
  { system: 'rings', inks: 'mylar' },
  { system: 'truchet', inks: 'phosphor' },
  { system: 'blocks', inks: 'radar' },
  { system: 'truss', inks: 'signal' },
  { system: 'flow', inks: 'carbon' },
  { system: 'folded', inks: 'haldi' },
]

/** Pictures of both timelines, newest first. New entries use `FURTHER`, so older entries keep their pictures. */
const TIMELINES: Record<'stuccan' | 'costaan', { newest: number; plates: [string, string][] }> = {
  stuccan: {
    newest: 2025,
    plates: [
      ['folded', 'rani'],
      ['lanterns', 'raat'],
      ['truchet', 'haldi'],
      ['dunes', 'neel'],
      ['brush', 'khus'],
      ['rosettes', 'geru'],
      ['jaali', 'chuna'],
      ['flow', 'mitti'],
      ['halftone', 'rani'],
      ['truss', 'haldi'],
      ['hoard', 'raat'],
      ['rings', 'mehndi'],
      ['iris', 'neel'],
    ],
  },
  costaan: {
    newest: 8,
    plates: [
      ['orbit', 'blueprint'],
      ['blocks', 'sodium'],
      ['rings', 'signal'],
      ['truss', 'radar'],
      ['halftone', 'petrol'],
      ['folded', 'solar'],
      ['truchet', 'mylar'],
      ['flow', 'phosphor'],
    ],
  },
}

const FURTHER: [string, string][] = [
  ['folded', 'geru'],
  ['rings', 'radar'],
  ['brush', 'neel'],
  ['orbit', 'solar'],
  ['truchet', 'khus'],
]

type Pictures = Map<string, string>

/** Pictures by path (`posters/oasis-2024.svg`), what was chosen for each poster, and the CSS rules of their numerals. */
export type Drawn = {
  pictures: Pictures
  posters: Record<Festival, Poster[]>
  posterCss: string
}

/** The posters of a festival's editions, and the pictures of their galleries. */
function drawEditions(festival: Festival, pictures: Pictures): Poster[] {
  const posters = drawPosters(festival, EDITIONS[festival])
  for (const poster of posters)
    pictures.set(`posters/${festival}-${poster.year}.svg`, poster.picture)
  for (const edition of EDITIONS[festival]) {
    const poster = posters.find(({ year }) => year === edition.year)
    if (!poster) continue
    const studies =
      edition.photos === 'none'
        ? [drawUnfinished(festival, edition, poster.inks)]
        : drawStudies(festival, edition, poster)
    for (const [index, study] of studies.entries())
      pictures.set(`studies/${festival}-${edition.year}-${index + 1}.svg`, study)
  }
  return posters
}

/** The pictures of RELIVE THE MEMORIES. */
function drawMemoryPictures(posters: Drawn['posters'], pictures: Pictures): void {
  for (const { year, photos } of memories) {
    if (photos === 'none') continue
    const festival = year % 2 ? 'apogee' : 'oasis'
    const nights = drawMemories(
      festival,
      { year, count: year % 50 },
      posters[festival].find((one) => one.year === year) ?? { system: '', inks: 'geru' },
    )
    for (const [index, night] of nights.entries())
      pictures.set(`memories/${year}-${index + 1}.svg`, night)
  }
}

/** The plates of the team and of the developers. */
function drawTeam(pictures: Pictures): void {
  for (const plate of PLATES)
    pictures.set(
      `team/${plate.name}.svg`,
      drawPicture({
        ...plate,
        year: 2000 + plate.count,
        festival: plate.name.endsWith('oasis') ? 'oasis' : 'apogee',
      }),
    )
  for (const [index, { system, inks }] of DEVELOPERS.entries())
    pictures.set(
      `team/developer-${index + 1}.svg`,
      drawPicture({
        name: `dev-${index}`,
        system,
        inks,
        count: 30 + index * 3,
        year: 2001 + index,
        festival: 'apogee',
      }),
    )
}

/** The crew of both timelines. */
function drawTimelines(pictures: Pictures): void {
  for (const [timeline, { newest, plates }] of Object.entries(TIMELINES))
    for (const [index, [system, inks]] of plates.entries())
      pictures.set(
        `team/${timeline}-${newest - index}.svg`,
        drawCrewPicture(
          {
            name: `${timeline}-${newest - index}`,
            system,
            inks,
            count: 53 - index,
            year: 2025 - index,
            festival: timeline === 'stuccan' ? 'oasis' : 'apogee',
          },
          newest - index,
        ),
      )
}

/** People in the content who are missing from the tables above. */
function drawFurtherPeople(pictures: Pictures): void {
  for (const [index, { id }] of [...highlights, ...developers, ...stuccan, ...costaan].entries()) {
    const name = `team/${id}.svg`
    const plate = FURTHER[index % FURTHER.length]
    if (!plate || pictures.has(name)) continue
    const [system, inks] = plate
    const festival = inks === 'geru' || inks === 'neel' || inks === 'khus' ? 'oasis' : 'apogee'
    const commission = { name: id, system, inks, count: 20 + index, year: 2026, festival } as const
    const [, head] = /^(?:stuccan|costaan)-(\d+)$/.exec(id) ?? []
    pictures.set(name, head ? drawCrewPicture(commission, Number(head)) : drawPicture(commission))
  }
}

function drawProjects(pictures: Pictures): void {
  pictures.set(
    'project-oasis.svg',
    drawPicture({ name: 'project-oasis', system: 'jaali', inks: 'geru', count: 45, year: 2001 }),
  )
  pictures.set(
    'project-apogee.svg',
    drawPicture({
      name: 'project-apogee',
      system: 'halftone',
      inks: 'radar',
      count: 26,
      year: 2021,
      height: 840,
      festival: 'apogee',
    }),
  )
}

/** Draws every generated picture. Throws when one is larger than it should be. */
export function drawAll(): Drawn {
  const pictures = drawScenes()
  pictures.set('unknown-poster.svg', drawUnknownPoster())
  const posters = {
    oasis: drawEditions('oasis', pictures),
    apogee: drawEditions('apogee', pictures),
  }
  drawMemoryPictures(posters, pictures)
  drawTeam(pictures)
  drawTimelines(pictures)
  drawFurtherPeople(pictures)
  drawProjects(pictures)
  for (const [name, picture] of pictures)
    if (picture.length > mostBytes(name))
      throw new Error(`${name} has ${picture.length} bytes, more than ${mostBytes(name)}.`)
  const posterCss = Object.values(posters)
    .flat()
    .map(({ css }) => css)
    .join('\n')
  return { pictures, posters, posterCss }
}
