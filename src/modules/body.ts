import { getSchemaValidator, type TSchema } from 'elysia'
import type { FieldProblem } from '#src/contract/problem.ts'
import { Refusal } from '#src/rules/refusal.ts'

/** More than anybody reads. */
const MOST_FAULTS = 64

/** The part of a schema that is looked at before its patterns are. `judge` says what is wrong with a text, or `null`. */
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

/** What is wrong, by path: the first fault of a field counts. */
class Faults {
  readonly #byPath = new Map<string, string>()

  add(path: string, msg: string): void {
    if (!this.#byPath.has(path) && !this.isFull) this.#byPath.set(path, msg)
  }
  get isFull(): boolean {
    return this.#byPath.size >= MOST_FAULTS
  }
  refuse(): void {
    const errors = [...this.#byPath].map(([path, msg]): FieldProblem => ({ path, msg }))
    const [only] = errors
    if (!only) return
    const message = errors.length === 1 ? only.msg : 'Please check your input.'
    throw new Refusal('invalid', message, { errors })
  }
}

/** The texts that a schema takes: of an id or `null`, the id. */
const textPart = (part: Part): Part =>
  part.anyOf?.find(({ type, const: word }) => type === 'string' && word === undefined) ?? part

function tooLong({ error }: Part, most: number, what: string): string {
  const said = typeof error === 'string' ? error : 'This is too long.'
  return said.includes(what) ? said : `${said} It has ${most} ${what} at most.`
}

const join = (path: string, key: string | number) => (path === '' ? String(key) : `${path}.${key}`)

/** Calls `visit` for each text and each list that a schema knows. Where `visit` answers false, it does not go on inside. */
function walk(
  part: Part,
  value: unknown,
  path: string,
  visit: (part: Part, value: string | unknown[], path: string) => boolean,
): void {
  if (typeof value === 'string') visit(textPart(part), value, path)
  else if (Array.isArray(value)) {
    if (part.items && visit(part, value, path))
      for (const [index, entry] of value.entries())
        walk(part.items, entry, join(path, index), visit)
  } else if (typeof value === 'object' && value !== null)
    for (const [key, property] of Object.entries(part.properties ?? {}))
      if (Object.hasOwn(value, key))
        walk(property, (value as Record<string, unknown>)[key], join(path, key), visit)
}

/** The value without the fields that a schema does not know, whatever they are called. */
function pick(part: Part, value: unknown): unknown {
  const { items, properties } = part
  if (Array.isArray(value)) return items ? value.map((entry) => pick(items, entry)) : value
  if (typeof value !== 'object' || value === null || !properties) return value
  const known = Object.entries(properties).filter(([key]) => Object.hasOwn(value, key))
  return Object.fromEntries(
    known.map(([key, property]) => [key, pick(property, (value as Record<string, unknown>)[key])]),
  )
}

/**
 * Judges a body; answers it without unknown fields, or throws a `Refusal`. Lengths come first, and what is too long is answered by
 * its length alone: Elysia would explain a fault by running every pattern over texts of any length.
 */
function createJudge(schema: TSchema): (body: unknown) => unknown {
  // Compiled when it is first needed, so that a start does not wait for it.
  let validator: ReturnType<typeof getSchemaValidator> | undefined
  return (body) => {
    if (body === undefined) throw new Refusal('bad_json', 'A JSON body is needed.')
    const lengths = new Faults()
    walk(schema, body, '', (part, value, path) => {
      const isText = typeof value === 'string'
      const most = (isText ? part.maxLength : part.maxItems) ?? Infinity
      if (value.length <= most) return !lengths.isFull
      lengths.add(path, tooLong(part, most, isText ? 'characters' : 'rows'))
      return false
    })
    lengths.refuse()

    validator ??= getSchemaValidator(schema)
    const known = pick(schema, body)
    const faults = new Faults()
    if (!validator.Check(known))
      for (const { path, message, schema: at } of validator.Errors(known)) {
        const { error } = at as Part
        faults.add(path.slice(1).replaceAll('/', '.'), typeof error === 'string' ? error : message)
        if (faults.isFull) break
      }
    walk(schema, known, '', (part, value, path) => {
      const wrong = typeof value === 'string' ? (part.judge?.(value) ?? null) : null
      if (wrong !== null) faults.add(path, wrong)
      return !faults.isFull
    })
    faults.refuse()
    return known
  }
}

/**
 * The schema of a body, for a route and its description. Elysia leaves judging to what is a Standard Schema
 * (https://standardschema.dev), so that its own explanation of faults is never asked for.
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
