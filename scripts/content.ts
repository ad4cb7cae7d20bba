/** `bun run content` lists every placeholder on the public pages, by file and field. */
import { content, findProblems } from '#client/build/check-content.ts'
import { PARTS } from '#client/content/schema.ts'
import { FOLDERS, SLOTS } from './media/slots.ts'
import { photographOf, photographsIn } from '#client/media/pictures.ts'

const PLACEHOLDER_HOST = /(^|[.@/])([a-z0-9-]+\.)*example(\.org|\.com|\.net)?(?=[/:?#]|$)/i
/** A placeholder for a name: a role, or a role and a year. */
const NO_NAME =
  /^((Department|Structure|Painting|Publicity|Media) coordinator(, (Oasis|APOGEE))?|(StuCCAn|CoStAAn) \d{4}|(Executive|Technical|Full Stack) Lead|Developer|UI\/UX Designer)$/

export type Placeholder = { file: string; field: string; what: string }

const nameless = /\.(title|members\[\d+\])$/

function look(value: unknown, file: string, field: string): Placeholder[] {
  if (typeof value === 'string') {
    if (PLACEHOLDER_HOST.test(value)) return [{ file, field, what: `placeholder address ${value}` }]
    if (nameless.test(field) && NO_NAME.test(value))
      return [{ file, field, what: `"${value}" in place of a name` }]
    return []
  }
  if (Array.isArray(value))
    return value.flatMap((one, index) => look(one, file, `${field}[${index}]`))
  if (typeof value !== 'object' || value === null) return []
  const record = value as Record<string, unknown>
  const missing: Placeholder[] = []
  if ('photos' in record && 'year' in record && !field.startsWith('memories') && !record.theme)
    missing.push({ file, field: `${field}.theme`, what: `no theme of ${String(record.year)}` })
  if (record.unknown === true)
    missing.push({ file, field, what: 'an entry that asks for more information' })
  return [
    ...missing,
    ...Object.entries(record).flatMap(([key, one]) => look(one, file, `${field}.${key}`)),
  ]
}

/** Every placeholder in the texts. */
export function findPlaceholders(given: typeof content = content): Placeholder[] {
  const found = PARTS.flatMap(({ name, file }) =>
    look(given[name as keyof typeof content], file, name),
  )
  if (given.aftermovieId === null)
    found.push({ file: 'department.ts', field: 'aftermovieId', what: 'no film' })
  return found
}

if (import.meta.main) {
  const problems = findProblems(content)
  for (const problem of problems) console.error(problem)
  const found = findPlaceholders()
  for (const { file, field, what } of found)
    console.log(`client/content/${file}: ${field}: ${what}`)
  const drawn = [...SLOTS].filter((slot) => !photographOf(slot))
  const empty = [...FOLDERS].filter((folder) => photographsIn(folder).length === 0)
  console.log(
    `\n${found.length} placeholders in the texts; ${drawn.length} of ${SLOTS.size} places and ` +
      `${empty.length} of ${FOLDERS.size} galleries without a photograph (media/README.md).`,
  )
  if (problems.length > 0) process.exit(1)
}
