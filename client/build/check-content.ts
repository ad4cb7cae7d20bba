import { aftermovieId, department as texts, departmentDescription } from '../content/department.ts'
import { apogee, memories, oasis } from '../content/editions.ts'
import { applyForm, contacts, department, techSupport } from '../content/links.ts'
import { developers, highlights, verticals } from '../content/people.ts'
import { projects } from '../content/projects.ts'
import { timelines } from '../content/timelines.ts'

/** What the pages are made from. */
export const content = {
  texts,
  departmentDescription,
  aftermovieId,
  oasis,
  apogee,
  memories,
  applyForm,
  contacts,
  department,
  techSupport,
  highlights,
  verticals,
  developers,
  projects,
  timelines,
}
export type Content = { [Name in keyof typeof content]: unknown }

const ID = /^[a-z0-9]+(-[a-z0-9]+)*$/
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const FIRST_YEAR = 1980
const LAST_YEAR = 2100

type Problems = { at: string; is: string }[]
type Check = (value: unknown, at: string, problems: Problems) => void

const say =
  (holds: (value: unknown) => boolean, is: string): Check =>
  (value, at, problems) => {
    if (!holds(value)) problems.push({ at, is })
  }
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() === value && value !== ''
const isYear = (value: unknown) =>
  Number.isInteger(value) && Number(value) >= FIRST_YEAR && Number(value) <= LAST_YEAR
const isAddress = (value: unknown) =>
  typeof value === 'string' && URL.canParse(value) && new URL(value).protocol === 'https:'

const text = say(isText, 'must be a text without spaces at its ends')
const year = say(isYear, `must be a year from ${FIRST_YEAR} to ${LAST_YEAR}`)
const whole = say(
  (value) => Number.isInteger(value) && Number(value) > 0,
  'must be a whole number above 0',
)
const address = say(isAddress, 'must be an address that starts with https://')
const email = say((value) => isText(value) && EMAIL.test(value), 'must be an e-mail address')
const id = say(
  (value) => isText(value) && ID.test(value),
  'must be small letters, digits and single hyphens: it names a picture',
)
const photos = say(
  (value) => value === 'none' || value === 'studies',
  "must be 'none' or 'studies'",
)
const film = say(
  (value) => value === null || (isText(value) && /^[\w-]{6,20}$/.test(value)),
  'must be the id of the film (the last part of its address) or null',
)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every field by its check; one that ends in `?` may be left out, and no other may stand there. */
const record =
  (fields: Record<string, Check>): Check =>
  (value, at, problems) => {
    if (!isRecord(value)) {
      problems.push({ at, is: 'must be an entry in braces' })
      return
    }
    for (const [name, check] of Object.entries(fields)) {
      const key = name.replace(/\?$/, '')
      if (name.endsWith('?') && value[key] === undefined) continue
      check(value[key], `${at}.${key}`, problems)
    }
    for (const key of Object.keys(value))
      if (!(key in fields) && !(`${key}?` in fields))
        problems.push({ at: `${at}.${key}`, is: 'is no field that the pages know' })
  }

/** A list; `unique` names a field that no two entries share, `falling` one that never rises from one entry to the next. */
const list =
  (
    entry: Check,
    { unique, falling, count }: { unique?: string; falling?: string; count?: number } = {},
  ): Check =>
  (value, at, problems) => {
    if (!Array.isArray(value) || value.length === 0) {
      problems.push({ at, is: 'must be a list with an entry or more' })
      return
    }
    if (count !== undefined && value.length !== count)
      problems.push({ at, is: `must have ${count} entries, not ${value.length}` })
    const seen = new Map<unknown, number>()
    for (const [index, one] of value.entries()) {
      entry(one, `${at}[${index}]`, problems)
      if (!isRecord(one)) continue
      const before: unknown = value[index - 1]
      if (falling && isRecord(before) && Number(one[falling]) > Number(before[falling]))
        problems.push({ at: `${at}[${index}].${falling}`, is: 'is newer than the entry above it' })
      if (!unique) continue
      const other = seen.get(one[unique])
      if (other !== undefined)
        problems.push({ at: `${at}[${index}].${unique}`, is: `is the same as that of [${other}]` })
      seen.set(one[unique], index)
    }
  }

const newestFirst = { unique: 'year', falling: 'year' }
const coordinators = list(
  record({
    id,
    year,
    title: text,
    subtitle: text,
    profile: address,
    'unknown?': say((value) => value === true, 'must be true or left out'),
  }),
  { unique: 'id', falling: 'year' },
)

/** Which file a part stands in, and what it must be. */
const PARTS: Record<keyof Content, [file: string, check: Check]> = {
  texts: [
    'department.ts',
    record({
      blurb: list(text),
      screenCaption: text,
      about: text,
      aboutPicture: text,
      aftermovie: text,
      aftermovieService: text,
    }),
  ],
  department: [
    'links.ts',
    list(record({ network: text, icon: text, address }), { unique: 'network', count: 3 }),
  ],
  departmentDescription: ['department.ts', text],
  aftermovieId: ['department.ts', film],
  applyForm: ['links.ts', address],
  techSupport: ['links.ts', address],
  contacts: ['links.ts', list(record({ festival: text, email }), { unique: 'festival', count: 2 })],
  oasis: [
    'editions.ts',
    list(record({ year, number: whole, 'theme?': text, photos }), newestFirst),
  ],
  apogee: ['editions.ts', list(record({ year, 'theme?': text, photos }), newestFirst)],
  memories: ['editions.ts', list(record({ year, photos }), { unique: 'year' })],
  highlights: ['people.ts', list(record({ id, title: text, subtitle: text }), { unique: 'id' })],
  verticals: [
    'people.ts',
    list(record({ id, title: text, work: text, description: text, members: list(text) }), {
      unique: 'id',
      count: 4,
    }),
  ],
  developers: [
    'people.ts',
    list(record({ id, title: text, subtitle: text, linkedin: address }), { unique: 'id' }),
  ],
  projects: [
    'projects.ts',
    list(
      record({
        id,
        param: text,
        title: text,
        description: text,
        intro: text,
        instagram: address,
        linkedin: address,
        twitter: address,
      }),
      { unique: 'id', count: 2 },
    ),
  ],
  timelines: [
    'timelines.ts',
    record({
      stuccan: record({ title: list(text), intro: text, entries: coordinators }),
      costaan: record({ title: list(text), intro: text, entries: coordinators }),
    }),
  ],
}

/** The file of `client/content` that each part stands in. */
export const PART_FILES = Object.fromEntries(
  Object.entries(PARTS).map(([name, [file]]) => [name, file]),
) as Record<keyof Content, string>

/** Everything that is wrong with the content, each by file and field. */
export function findProblems(given: Content): string[] {
  return Object.entries(PARTS).flatMap(([name, [file, check]]) => {
    const problems: Problems = []
    check(given[name as keyof Content], name, problems)
    return problems.map(({ at, is }) => `client/content/${file}: ${at} ${is}.`)
  })
}

/** Ends the build when the content has an error. */
export function checkContent(): void {
  const problems = findProblems(content)
  if (problems.length > 0)
    throw new Error(`The content has ${problems.length} error(s):\n${problems.join('\n')}`)
}
