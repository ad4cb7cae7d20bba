import type { Portal } from './portal.ts'

type Schema = {
  $ref?: string
  type?: string
  format?: string
  example?: unknown
  enum?: unknown[]
  items?: Schema
  properties?: Record<string, Schema>
}
type Operation = {
  security?: unknown[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
export type Spec = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/** A call with a body that is as described, and each place in it where a text stands. */
export type TextCall = {
  name: string
  method: string
  path: string
  isGuarded: boolean
  body: unknown
  texts: (string | number)[][]
}

/** Every call that takes a body, by the API's description: a new call or field is met without being named. */
export function callsWithTexts({ paths, components }: Spec): TextCall[] {
  const resolve = (schema: Schema): Schema =>
    schema.$ref ? resolve(components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema

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
  function textsIn(given: Schema): (string | number)[][] {
    const { type, items, properties } = resolve(given)
    if (type === 'string') return [[]]
    if (type === 'array') return textsIn(items ?? {}).map((path) => [0, ...path])
    return Object.entries(properties ?? {}).flatMap(([name, property]) =>
      textsIn(property).map((path) => [name, ...path]),
    )
  }

  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { security, requestBody }]) => {
      const schema = requestBody?.content['application/json']?.schema
      if (!schema) return []
      return [
        {
          name: `${method.toUpperCase()} ${path}`,
          method: method.toUpperCase(),
          path: path.replaceAll(/\{\w+\}/g, Bun.randomUUIDv7()),
          isGuarded: (security ?? []).length > 0,
          body: sample(schema),
          texts: textsIn(schema),
        },
      ]
    }),
  )
}

/** A copy of a value with another at one place. */
export function replaceAt(
  value: unknown,
  [key, ...rest]: readonly (string | number)[],
  put: unknown,
): unknown {
  if (key === undefined) return put
  const copy = structuredClone(value) as Record<string | number, unknown>
  copy[key] = replaceAt(copy[key], rest, put)
  return copy
}

export async function readSpec(portal: Pick<Portal, 'url'>): Promise<Spec> {
  return (await (await fetch(`${portal.url}/openapi.json`)).json()) as Spec
}
