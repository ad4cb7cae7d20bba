import { getSchemaValidator, type TSchema } from 'elysia'
import { aftermovieId, department as texts, departmentDescription } from '../content/department.ts'
import { apogee, memories, oasis } from '../content/editions.ts'
import { applyForm, contacts, department, techSupport } from '../content/links.ts'
import { developers, highlights, verticals } from '../content/people.ts'
import { projects } from '../content/projects.ts'
import { PARTS } from '../content/schema.ts'
import { timelines } from '../content/timelines.ts'
import { isRecord } from '../shared/storage.ts'

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
type PartName = keyof typeof content
export type Content = Record<PartName, unknown>

type Problem = { path: string; text: string }

/** What the schema refuses: for each field the first complaint. */
function schemaProblems(schema: TSchema, part: unknown): Problem[] {
  const problems = new Map<string, string>()
  // `dynamic` reads the schema as it is, without compiling it
  const errors = getSchemaValidator(schema, { dynamic: true }).Errors(part)
  for (const { path, message, schema } of errors) {
    if (problems.has(path)) continue
    const isUnknown = message === 'Unexpected property'
    const text: unknown = isUnknown ? 'is no field that the pages know' : schema.error
    problems.set(path, typeof text === 'string' ? text : message)
  }
  return [...problems].map(([path, text]) => ({ path, text }))
}

/** What a schema cannot say of a list: repeated values and a wrong order. Looks at the lists inside it as well. */
function listProblems(schema: unknown, part: unknown, path = ''): Problem[] {
  if (!isRecord(schema)) return []
  if (isRecord(schema.properties) && isRecord(part))
    return Object.entries(schema.properties).flatMap(([name, inner]) =>
      listProblems(inner, part[name], `${path}/${name}`),
    )
  if (!Array.isArray(part)) return []
  const { unique, newestFirst } = schema
  const entries = part.map((entry): Record<string, unknown> => (isRecord(entry) ? entry : {}))
  return entries.flatMap((entry, index) => {
    const problems: Problem[] = []
    const before = entries[index - 1]
    if (newestFirst && before && Number(entry.year) > Number(before.year))
      problems.push({ path: `${path}/${index}/year`, text: 'is newer than the entry above it' })
    if (typeof unique === 'string' && entry[unique] !== undefined) {
      const first = entries.findIndex((other) => other[unique] === entry[unique])
      if (first < index)
        problems.push({
          path: `${path}/${index}/${unique}`,
          text: `is the same as that of [${first}]`,
        })
    }
    return problems
  })
}

/** `/3/title` becomes `[3].title`. */
const toField = (path: string) => path.replaceAll(/\/(\d+)(?=\/|$)/g, '[$1]').replaceAll('/', '.')

/** Everything that is wrong with the content, each with its file and field. */
export function findProblems(given: Content): string[] {
  return PARTS.flatMap(({ name, file, schema }) => {
    const part = given[name as PartName]
    return [...schemaProblems(schema, part), ...listProblems(schema, part)].map(
      ({ path, text }) => `client/content/${file}: ${name}${toField(path)} ${text}.`,
    )
  })
}

export function checkContent(): void {
  const problems = findProblems(content)
  if (problems.length > 0)
    throw new Error(`The content has ${problems.length} error(s):\n${problems.join('\n')}`)
}
