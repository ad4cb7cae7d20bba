import { getSchemaValidator, type TSchema } from 'elysia'
import type { FieldProblem } from '#src/contract/problem.ts'
import { Refusal } from '#src/rules/refusal.ts'
import { invalid } from './errors.ts'

const MOST_FAULTS = 64

/** The parts of a schema that are checked before its patterns. `judge` is the rule of a text: what is wrong with it, or `null`. */
type Part = {
  type?: string
  const?: unknown
  maxLength?: number
  maxItems?: number
  error?: unknown
  judge?: (text: string) => string | null
  anyOf?: Part[]
  items?: Part
  properties?: Record<string, Part>
}

/** Faults by path. The first fault of a field counts. */
class Faults {
  readonly #byPath = new Map<string, string>()

  add(path: string, msg: string): void {
    if (!this.isFull && !this.#byPath.has(path)) this.#byPath.set(path, msg)
  }
  get isFull(): boolean {
    return this.#byPath.size >= MOST_FAULTS
  }
  refuse(): void {
    const errors = [...this.#byPath].map(([path, msg]): FieldProblem => ({ path, msg }))
    if (errors.length > 0) throw invalid(errors)
  }
}

/** Texts and lists that are too long, and the faults that `judge` found in the other texts. */
type Found = { tooLong: Faults; judged: Faults }

/** Copies a value without unknown fields, and notes its faults. */
type Take = (value: unknown, path: string, found: Found) => unknown

const asIs: Take = (value) => value

function lengthFault({ error }: Part, most: number, what: string): string {
  const said = typeof error === 'string' ? error : 'This is too long.'
  return said.includes(what) ? said : `${said} It has ${most} ${what} at most.`
}

function textTake(part: Part): Take {
  const { maxLength: most = Infinity, judge } = part
  return (value, path, { tooLong, judged }) => {
    if (typeof value !== 'string') return value
    if (value.length > most) tooLong.add(path, lengthFault(part, most, 'characters'))
    else {
      const wrong = judge?.(value) ?? null
      if (wrong !== null) judged.add(path, wrong)
    }
    return value
  }
}

function listTake(part: Part, items: Part): Take {
  const { maxItems: most = Infinity } = part
  const take = takeOf(items)
  return (value, path, found) => {
    if (!Array.isArray(value)) return value
    if (value.length > most) found.tooLong.add(path, lengthFault(part, most, 'rows'))
    if (value.length > most || found.tooLong.isFull) return value
    const inside = path === '' ? '' : `${path}.`
    return value.map((entry, index) =>
      typeof entry === 'object' || typeof entry === 'string'
        ? take(entry, inside + index, found)
        : entry,
    )
  }
}

function objectTake(properties: Record<string, Part>): Take {
  const fields = Object.entries(properties).map(([key, part]) => ({ key, take: takeOf(part) }))
  return (value, path, found) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const inside = path === '' ? '' : `${path}.`
    const known: Record<string, unknown> = {}
    for (const { key, take } of fields)
      if (Object.hasOwn(value, key))
        known[key] = take((value as Record<string, unknown>)[key], inside + key, found)
    return known
  }
}

function takeOf(part: Part): Take {
  // An id or `null`: take the id.
  const text = part.anyOf?.find(({ type, const: word }) => type === 'string' && word === undefined)
  if (text) return textTake(text)
  if (part.type === 'string' && part.const === undefined) return textTake(part)
  if (part.items) return listTake(part, part.items)
  return part.properties ? objectTake(part.properties) : asIs
}

/**
 * Checks a body: answers it without unknown fields, or throws a `Refusal`. Lengths come first, and a fault of length ends the check:
 * Elysia would run every pattern over texts of any length to explain a fault.
 */
function createJudge(schema: TSchema): (body: unknown) => unknown {
  // Compiled at the first use, to keep the start short.
  let validator: ReturnType<typeof getSchemaValidator> | undefined
  let take: Take | undefined
  return (body) => {
    if (body === undefined) throw new Refusal('bad_json', 'A JSON body is needed.')
    const { tooLong, judged }: Found = { tooLong: new Faults(), judged: new Faults() }
    take ??= takeOf(schema)
    const known = take(body, '', { tooLong, judged })
    tooLong.refuse()

    validator ??= getSchemaValidator(schema)
    // A rule says more than the pattern of its field, and pages show its text.
    const faults = judged
    if (!validator.Check(known))
      for (const { path, message, schema: at } of validator.Errors(known)) {
        const { error } = at as Part
        faults.add(path.slice(1).replaceAll('/', '.'), typeof error === 'string' ? error : message)
        if (faults.isFull) break
      }
    faults.refuse()
    return known
  }
}

/**
 * The schema of a body, for a route and its description. It is also a Standard Schema (https://standardschema.dev), so Elysia calls
 * our check instead of its own.
 */
export function Body<T extends TSchema>(schema: T): T {
  const judge = createJudge(schema)
  const standard = {
    version: 1,
    vendor: 'portal',
    validate: (body: unknown) => ({ value: judge(body) }),
  }
  return Object.defineProperty({ ...schema }, '~standard', { value: standard })
}
