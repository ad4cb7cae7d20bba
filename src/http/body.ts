import { getSchemaValidator, type TSchema } from 'elysia'
import type { FieldProblem } from '#src/contract/problem.ts'
import { Refusal } from '#src/rules/refusal.ts'
import { invalid } from './errors.ts'
import { Titled } from './fields.ts'

const MAX_FAULTS = 64

/**
 * The parts of a schema that are checked before its patterns. `validate` returns the error text for a string, or `null`; `read` turns a
 * valid string into the one that the route gets.
 */
type Part = {
  type?: string
  const?: unknown
  maxLength?: number
  maxItems?: number
  error?: unknown
  validate?: (text: string) => string | null
  read?: (text: string) => string
  anyOf?: Part[]
  items?: Part
  properties?: Record<string, Part>
}

/** The first fault of each field, by path. */
class Faults {
  readonly #byPath = new Map<string, string>()

  add(path: string, msg: string): void {
    if (!this.isFull && !this.#byPath.has(path)) this.#byPath.set(path, msg)
  }
  get isFull(): boolean {
    return this.#byPath.size >= MAX_FAULTS
  }
  refuse(): void {
    const errors = [...this.#byPath].map(([path, msg]): FieldProblem => ({ path, msg }))
    if (errors.length > 0) throw invalid(errors)
  }
}

/** Strings and lists that are too long, and the faults that `validate` found in other strings. */
type Found = { lengthFaults: Faults; textFaults: Faults }

/** Copies a value without its unknown fields, and records its faults. */
type Copier = (value: unknown, path: string, found: Found) => unknown

const asIs: Copier = (value) => value

function lengthFault({ error }: Part, most: number, what: string): string {
  const said = typeof error === 'string' ? error : 'This is too long.'
  return said.includes(what) ? said : `${said} It has ${most} ${what} at most.`
}

function textCopier(part: Part): Copier {
  const { maxLength: most = Infinity, validate, read } = part
  return (value, path, { lengthFaults, textFaults }) => {
    if (typeof value !== 'string') return value
    if (value.length > most) {
      lengthFaults.add(path, lengthFault(part, most, 'characters'))
      return value
    }
    const wrong = validate?.(value) ?? null
    if (wrong === null) return read ? read(value) : value
    textFaults.add(path, wrong)
    return value
  }
}

function listCopier(part: Part, items: Part): Copier {
  const { maxItems: most = Infinity } = part
  const copy = copierOf(items)
  return (value, path, found) => {
    if (!Array.isArray(value)) return value
    if (value.length > most) found.lengthFaults.add(path, lengthFault(part, most, 'rows'))
    if (value.length > most || found.lengthFaults.isFull) return value
    const inside = path === '' ? '' : `${path}.`
    return value.map((entry, index) =>
      typeof entry === 'object' || typeof entry === 'string'
        ? copy(entry, inside + index, found)
        : entry,
    )
  }
}

function objectCopier(properties: Record<string, Part>): Copier {
  const fields = Object.entries(properties).map(([key, part]) => ({ key, copy: copierOf(part) }))
  return (value, path, found) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const inside = path === '' ? '' : `${path}.`
    const known: Record<string, unknown> = {}
    for (const { key, copy } of fields)
      if (Object.hasOwn(value, key))
        known[key] = copy((value as Record<string, unknown>)[key], inside + key, found)
    return known
  }
}

function copierOf(part: Part): Copier {
  // A union of a string and `null`: use the rules of the string.
  const text = part.anyOf?.find(({ type, const: word }) => type === 'string' && word === undefined)
  if (text) return textCopier(text)
  if (part.type === 'string' && part.const === undefined) return textCopier(part)
  if (part.items) return listCopier(part, part.items)
  return part.properties ? objectCopier(part.properties) : asIs
}

/**
 * Returns a function that checks a body: it returns the body without unknown fields and with its names as they are stored, or throws a `Refusal`. Lengths are checked first,
 * and a wrong length ends the check: Elysia would run every pattern over texts of any length to describe a fault.
 */
function createBodyCheck(schema: TSchema): (body: unknown) => unknown {
  // Compiled at the first use, to keep the startup fast.
  let validator: ReturnType<typeof getSchemaValidator> | undefined
  let copy: Copier | undefined
  return (body) => {
    if (body === undefined) throw new Refusal('bad_json', 'A JSON body is needed.')
    const { lengthFaults, textFaults }: Found = {
      lengthFaults: new Faults(),
      textFaults: new Faults(),
    }
    copy ??= copierOf(schema)
    const known = copy(body, '', { lengthFaults, textFaults })
    lengthFaults.refuse()

    validator ??= getSchemaValidator(schema)
    // Pages show the text of `validate`: it is more precise than the message of a pattern.
    const faults = textFaults
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
 * The schema of a body, for a route and its description. It is also a Standard Schema (https://standardschema.dev), which makes Elysia
 * call our check instead of its own.
 */
export function Body<T extends TSchema>(schema: T): T {
  const check = createBodyCheck(schema)
  const standard = {
    version: 1,
    vendor: 'portal',
    validate: (body: unknown) => ({ value: check(body) }),
  }
  return Object.defineProperty({ ...schema }, '~standard', { value: standard })
}

/** The schema of a body that is an object. */
export const BodyOf = <P extends Parameters<typeof Titled>[1]>(title: string, properties: P) =>
  Body(Titled(title, properties))
