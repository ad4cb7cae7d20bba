import type { Portal } from './portal.ts'

type Schema = {
  $ref?: string
  type?: string
  format?: string
  example?: unknown
  enum?: unknown[]
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  items?: Schema
  oneOf?: Schema[]
  required?: string[]
  properties?: Record<string, Schema>
}
type Operation = {
  security?: unknown[]
  parameters?: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
export type Spec = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

type Place = (string | number)[]
/** A value that its place may not have; `undefined` is a field that is missing. */
type Beyond = [place: Place, value: unknown]

/** A call with a body that is as described, and each place in it where a text stands. */
export type TextCall = {
  name: string
  method: string
  path: string
  isGuarded: boolean
  body: unknown
  texts: Place[]
  beyond: Beyond[]
}

/** What the schemas of a description say of values. */
function readSchemas({ components }: Spec) {
  const resolve = (schema: Schema): Schema => {
    // The last of several ways has most texts.
    const other = schema.oneOf?.at(-1)
    if (other) return resolve(other)
    return schema.$ref
      ? resolve(components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {})
      : schema
  }

  function sample(given: Schema): unknown {
    const { type, example, enum: words, items, properties } = resolve(given)
    if (example !== undefined && type !== 'array') return example
    if (words) return words[0]
    if (type === 'array') return [sample(items ?? {})]
    if (properties)
      return Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, sample(property)]),
      )
    return type === 'boolean' ? false : 1
  }
  function textsIn(given: Schema): Place[] {
    const { type, items, properties } = resolve(given)
    if (type === 'string') return [[]]
    if (type === 'array') return textsIn(items ?? {}).map((path) => [0, ...path])
    return Object.entries(properties ?? {}).flatMap(([name, property]) =>
      textsIn(property).map((path) => [name, ...path]),
    )
  }

  /** Values beyond every limit of a schema. */
  function beyondOf(given: Schema): Beyond[] {
    const { type, format, items = {}, properties = {}, required = [], ...limit } = resolve(given)
    const own = (isLimited: boolean, ...values: unknown[]) =>
      isLimited ? values.map((value): Beyond => [[], value]) : []
    const inside = (key: string | number, part: Schema) =>
      beyondOf(part).map(([place, value]): Beyond => [[key, ...place], value])
    const { minimum, maximum, minItems, maxItems, maxLength } = limit
    if (limit.enum) return own(true, 'no such word')
    if (type === 'boolean') return own(true, 'true', 1)
    if (type === 'integer' || type === 'number')
      return [
        ...own(true, '1'),
        ...own(type === 'integer', 1.5),
        ...own(minimum !== undefined, (minimum ?? 0) - 1),
        ...own(maximum !== undefined, (maximum ?? 0) + 1),
      ]
    if (type === 'string')
      return [
        ...own(true, 7),
        ...own(format === 'uuid', 'x'),
        ...own(format === 'date-time', '2026-11-22T10:00:00', '2026-13-40T12:00:00Z'),
        ...own(maxLength !== undefined, 'x'.repeat((maxLength ?? 0) + 1)),
      ]
    if (type === 'array')
      return [
        ...own(true, {}),
        ...own(minItems !== undefined, []),
        ...own(
          maxItems !== undefined,
          Array(maxItems ?? 0)
            .concat(0)
            .fill(sample(items)),
        ),
        ...inside(0, items),
      ]
    return Object.entries(properties).flatMap(([name, property]) => [
      ...(required.includes(name) ? [[[name], undefined] satisfies Beyond] : []),
      ...inside(name, property),
    ])
  }

  return { sample, textsIn, beyondOf }
}

/** Every call, with a body that is as described where it takes one. Parameters of the path are unknown ids, or as in `params`. */
export function callsOf(spec: Spec, params: Record<string, string> = {}) {
  const { sample } = readSchemas(spec)
  return Object.entries(spec.paths).flatMap(([address, operations]) =>
    Object.entries(operations).map(([method, { security = [], parameters = [], requestBody }]) => {
      const schema = requestBody?.content['application/json']?.schema
      return {
        name: `${method.toUpperCase()} ${address}`,
        method: method.toUpperCase(),
        address,
        path: address.replaceAll(
          /\{(\w+)\}/g,
          (_, param: string) => params[param] ?? Bun.randomUUIDv7(),
        ),
        isGuarded: security.length > 0,
        parameters,
        schema,
        body: schema && sample(schema),
      }
    }),
  )
}

/** Every call that takes a body, by the API's description: a new call or field is met without being named. */
export function callsWithTexts(spec: Spec): TextCall[] {
  const { textsIn, beyondOf } = readSchemas(spec)
  return callsOf(spec).flatMap(({ schema, ...call }) =>
    schema ? [{ ...call, texts: textsIn(schema), beyond: beyondOf(schema) }] : [],
  )
}

/** Every call with a value in its address that the description does not allow, and the name of its field. */
export function callsBeyondQuery(spec: Spec) {
  const { beyondOf } = readSchemas(spec)
  return callsOf(spec).flatMap(({ parameters, path, name, method, isGuarded }) =>
    parameters
      .filter((parameter) => parameter.in === 'query')
      .flatMap(({ name: field, schema }) =>
        beyondOf(schema)
          // In an address these are what they look like.
          .filter(([, value]) => value !== '1' && value !== 7)
          .map(([, value]) => `${path}?${field}=${encodeURIComponent(String(value))}`)
          .map((address) => ({ name, method, isGuarded, field, path: address })),
      ),
  )
}

/** A copy of a value with another at one place. */
export function replaceAt(value: unknown, [key, ...rest]: Readonly<Place>, put: unknown): unknown {
  if (key === undefined) return put
  const copy = structuredClone(value) as Record<string | number, unknown>
  copy[key] = replaceAt(copy[key], rest, put)
  return copy
}

export async function readSpec(portal: Pick<Portal, 'url'>): Promise<Spec> {
  return (await (await fetch(`${portal.url}/openapi.json`)).json()) as Spec
}
