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
    if (!this.isFull && !this.#byPath.has(path)) this.#byPath.set(path, msg)
  }
  addAll(others: Faults): void {
    for (const [path, msg] of others.#byPath) this.add(path, msg)
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

/** What was found on the way: what is too long, and what `judge` says of texts that are not. */
type Found = { tooLong: Faults; judged: Faults }

/** Answers a value without the fields that a schema does not know, whatever they are called, and notes what is wrong. */
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
  // of an id or `null`, the id
  const text = part.anyOf?.find(({ type, const: word }) => type === 'string' && word === undefined)
  if (text) return textTake(text)
  if (part.type === 'string' && part.const === undefined) return textTake(part)
  if (part.items) return listTake(part, part.items)
  return part.properties ? objectTake(part.properties) : asIs
}

/**
 * Judges a body; answers it without unknown fields, or throws a `Refusal`. Lengths come first, and what is too long is answered by
 * its length alone: Elysia would explain a fault by running every pattern over texts of any length.
 */
function createJudge(schema: TSchema): (body: unknown) => unknown {
  // Compiled when it is first needed, so that a start does not wait for it.
  let validator: ReturnType<typeof getSchemaValidator> | undefined
  let take: Take | undefined
  return (body) => {
    if (body === undefined) throw new Refusal('bad_json', 'A JSON body is needed.')
    const { tooLong, judged }: Found = { tooLong: new Faults(), judged: new Faults() }
    take ??= takeOf(schema)
    const known = take(body, '', { tooLong, judged })
    tooLong.refuse()

    validator ??= getSchemaValidator(schema)
    const faults = new Faults()
    if (!validator.Check(known))
      for (const { path, message, schema: at } of validator.Errors(known)) {
        const { error } = at as Part
        faults.add(path.slice(1).replaceAll('/', '.'), typeof error === 'string' ? error : message)
        if (faults.isFull) break
      }
    faults.addAll(judged)
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
