import { getSchemaValidator, type TSchema } from 'elysia'
import { Refusal } from '#src/rules/refusal.ts'
import { faultsOf, invalid } from './errors.ts'
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
type Faults = Map<string, string>

const isFull = (faults: Faults) => faults.size >= MAX_FAULTS

function add(faults: Faults, path: string, msg: string): void {
  if (!isFull(faults) && !faults.has(path)) faults.set(path, msg)
}

function refuse(faults: Faults): void {
  if (faults.size > 0) throw invalid([...faults].map(([path, msg]) => ({ path, msg })))
}

/** Strings and lists that are too long, and what is wrong with other strings. */
type Found = { lengthFaults: Faults; textFaults: Faults }

function lengthFault({ error }: Part, most: number, what: string): string {
  const said = typeof error === 'string' ? error : 'This is too long.'
  return said.includes(what) ? said : `${said} It has ${most} ${what} at most.`
}

const isText = ({ type, const: word }: Part) => type === 'string' && word === undefined

function copyText(part: Part, text: string, path: string, found: Found): string {
  // A union of a string and `null`: use the rules of the string.
  const rules = part.anyOf?.find(isText) ?? part
  if (!isText(rules)) return text
  const { maxLength: most = Infinity, validate, read } = rules
  if (text.length > most) {
    add(found.lengthFaults, path, lengthFault(rules, most, 'characters'))
    return text
  }
  // JavaScript and the databases store and compare half a character differently.
  const wrong = text.isWellFormed() ? validate?.(text) : 'This text is not well-formed Unicode.'
  if (wrong == null) return read ? read(text) : text
  add(found.textFaults, path, wrong)
  return text
}

/** Copies a value without its unknown fields, and records its faults. */
function copy(part: Part, value: unknown, path: string, found: Found): unknown {
  const inside = path === '' ? '' : `${path}.`
  if (typeof value === 'string') return copyText(part, value, path, found)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const { items, maxItems: most = Infinity } = part
    const isLong = value.length > most
    if (isLong) add(found.lengthFaults, path, lengthFault(part, most, 'rows'))
    if (!items || isLong || isFull(found.lengthFaults)) return value
    return value.map((entry, index) => copy(items, entry, inside + index, found))
  }
  if (!part.properties) return value
  const known: Record<string, unknown> = {}
  for (const [key, inner] of Object.entries(part.properties))
    if (Object.hasOwn(value, key))
      known[key] = copy(inner, (value as Record<string, unknown>)[key], inside + key, found)
  return known
}

/**
 * Returns a function that checks a body: it returns the body without unknown fields and with its names as they are stored, or throws a `Refusal`. Lengths are checked first,
 * and a wrong length ends the check: Elysia would run every pattern over texts of any length to describe a fault.
 */
function createBodyCheck(schema: TSchema): (body: unknown) => unknown {
  // Compiled at the first use, to keep the startup fast.
  let validator: ReturnType<typeof getSchemaValidator> | undefined
  return (body) => {
    if (body === undefined) throw new Refusal('bad_json', 'A JSON body is needed.')
    const found: Found = { lengthFaults: new Map(), textFaults: new Map() }
    const known = copy(schema, body, '', found)
    refuse(found.lengthFaults)

    validator ??= getSchemaValidator(schema)
    // Pages show the text of `validate`: it is more precise than the message of a pattern.
    const faults = found.textFaults
    if (!validator.Check(known))
      for (const { path, msg } of faultsOf(validator, known)) {
        add(faults, path, msg)
        if (isFull(faults)) break
      }
    refuse(faults)
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
