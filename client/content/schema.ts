/**
 * What each part of the content must look like. `bun run content` and the build check it; `error` completes the sentence that begins
 * with file and field.
 */
import { type Static, t } from 'elysia'

const text = t.String({
  pattern: String.raw`^\S(.*\S)?$`,
  error: 'must be a text without spaces at its ends',
})
const year = t.Number({
  multipleOf: 1,
  minimum: 1980,
  maximum: 2100,
  error: 'must be a year from 1980 to 2100',
})
const address = t.String({
  pattern: String.raw`^https://[^\s/]+\S*$`,
  error: 'must be an address that starts with https://',
})
/** Also the name of a picture, so it stays with its entry for good. */
const id = t.String({
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  error: 'must be small letters, digits and single hyphens: it names a picture',
})
const photos = t.Union([t.Literal('none'), t.Literal('studies')], {
  error: "must be 'none' or 'studies'",
})

type Fields = Parameters<typeof t.Object>[0]
const entry = <T extends Fields>(fields: T) =>
  t.Object(fields, { additionalProperties: false, error: 'must be an entry in braces' })

type ListRules = {
  count?: number
  /** A field whose value no two entries share. */
  unique?: string
  /** The field `year` never rises from one entry to the next. */
  newestFirst?: true
}
const listOf = <T extends Parameters<typeof t.Array>[0]>(
  item: T,
  { count, unique, newestFirst }: ListRules = {},
) =>
  t.Array(item, {
    minItems: count ?? 1,
    ...(count !== undefined && { maxItems: count }),
    unique,
    newestFirst,
    error:
      count === undefined
        ? 'must be a list with an entry or more'
        : `must be a list with ${count} entries`,
  })

const edition = {
  year,
  /** The theme's name; without it the page says "Information Unavailable". */
  theme: t.Optional(text),
  /** An edition without photographs shows one generated picture and says so. */
  photos,
}
/** Oasis numbers its editions. */
const number = t.Number({ multipleOf: 1, minimum: 1, error: 'must be a whole number above 0' })
const oasisEdition = entry({ ...edition, number })
const apogeeEdition = entry(edition)
export type Edition = Static<typeof apogeeEdition> & Partial<Static<typeof oasisEdition>>

const memory = entry({ year, photos })
export type Memory = Static<typeof memory>

/** One plate of Our Team. `title` is the person's name; until it is known, the role. */
const highlight = entry({ id, title: text, subtitle: text })
export type Highlight = Static<typeof highlight>

const vertical = entry({
  id,
  title: text,
  /** What the vertical makes, in two or three words. */
  work: text,
  description: text,
  /** Names, or roles until the names are known. */
  members: listOf(text),
})
export type Vertical = Static<typeof vertical>

/** `title` is the name, and `subtitle` the role; until the name is known, the title is the role. */
const developer = entry({ id, title: text, subtitle: t.Optional(text), linkedin: address })
export type Developer = Static<typeof developer>

const project = entry({
  id: t.Union([t.Literal('oasis'), t.Literal('apogee')], { error: "must be 'oasis' or 'apogee'" }),
  /** As the address names it: `/slideshow?description=OASIS`. */
  param: t.Union([t.Literal('OASIS'), t.Literal('APOGEE')], {
    error: "must be 'OASIS' or 'APOGEE'",
  }),
  title: text,
  description: text,
  /** The paragraph above the festival's editions. */
  intro: text,
  instagram: address,
  linkedin: address,
  twitter: address,
})
export type Project = Static<typeof project>

const coordinator = entry({
  id,
  year,
  /** The person's name; until it is known, role and year. */
  title: text,
  /** Role and edition, or which of two; left out while the title says all of it. */
  subtitle: t.Optional(text),
  profile: address,
  /** The record is missing: the page asks for it. */
  unknown: t.Optional(t.Literal(true, { error: 'must be true or left out' })),
})
export type Coordinator = Static<typeof coordinator>

const timeline = entry({
  title: listOf(text),
  intro: text,
  entries: listOf(coordinator, { unique: 'id', newestFirst: true }),
})

/** The schema of each part, by its file in this folder and its name. */
const FILES = {
  'department.ts': {
    texts: entry({
      blurb: listOf(text),
      screenCaption: text,
      screenWalk: text,
      about: text,
      aboutPicture: text,
      aftermovie: text,
      aftermovieService: text,
    }),
    departmentDescription: text,
    aftermovieId: t.Union([t.String({ pattern: String.raw`^[\w-]{6,20}$` }), t.Null()], {
      error: 'must be the id of the film (the last part of its address) or null',
    }),
  },
  'links.ts': {
    department: listOf(entry({ network: text, icon: text, address }), {
      unique: 'network',
      count: 3,
    }),
    applyForm: address,
    techSupport: address,
    contacts: listOf(
      entry({
        festival: text,
        email: t.String({
          pattern: String.raw`^[^\s@]+@[^\s@]+\.[^\s@]+$`,
          error: 'must be an e-mail address',
        }),
      }),
      { unique: 'festival', count: 2 },
    ),
  },
  'editions.ts': {
    oasis: listOf(oasisEdition, { unique: 'year', newestFirst: true }),
    apogee: listOf(apogeeEdition, { unique: 'year', newestFirst: true }),
    memories: listOf(memory, { unique: 'year' }),
  },
  'people.ts': {
    highlights: listOf(highlight, { unique: 'id' }),
    verticals: listOf(vertical, { unique: 'id', count: 4 }),
    developers: listOf(developer, { unique: 'id' }),
  },
  'projects.ts': { projects: listOf(project, { unique: 'id', count: 2 }) },
  'timelines.ts': { timelines: entry({ stuccan: timeline, costaan: timeline }) },
}
export const PARTS = Object.entries(FILES).flatMap(([file, parts]) =>
  Object.entries(parts).map(([name, schema]) => ({ name, file, schema })),
)
