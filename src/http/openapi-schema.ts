/** Converts TypeBox schemas to OpenAPI 3.0. */

export type Json = null | boolean | number | string | Json[] | JsonObject
export type JsonObject = { [key: string]: Json }
/** The keyword of a schema that is described as another one: a number in a query is checked as text. */
export const DESCRIBED_AS = 'x-described-as'
/** The schemas of `components`, by their titles. */
export type Components = JsonObject

export const toRef = (title: string): JsonObject => ({ $ref: `#/components/schemas/${title}` })
const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const toObject = (value: Json | undefined): JsonObject => (isObject(value) ? value : {})

export const mapValues = (object: JsonObject, change: (value: JsonObject, key: string) => Json) =>
  Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, change(toObject(value), key)]),
  )

/** Converts a union: literals become an `enum`, and `null` becomes `nullable`. */
function tidyUnion(options: Json[], components: Components): JsonObject {
  const known = options.map(toObject)
  const words = known.flatMap(({ const: word }) => (word === undefined ? [] : [word]))
  if (words.length === known.length) return { type: 'string', enum: words }
  const [only, ...others] = known.filter(({ type }) => type !== 'null')
  if (only && others.length === 0) return { ...tidySchema(only, components), nullable: true }
  return { anyOf: known.map((option) => tidySchema(option, components)) }
}

/**
 * Converts one schema. Whole numbers become integers, `const` becomes an `enum` with one value, and the first of `examples` becomes
 * `example`. A schema with a title moves to `components`, and a reference replaces it. Removes `additionalProperties: false`, which
 * Elysia adds at the first use of a schema, because the server drops unknown fields and does not refuse them.
 */
export function tidySchema(schema: JsonObject, components: Components): JsonObject {
  const { title, anyOf, oneOf, const: word, examples, properties, items, ...own } = schema
  if (own[DESCRIBED_AS] !== undefined) return toObject(own[DESCRIBED_AS])
  if (Array.isArray(oneOf))
    return { oneOf: oneOf.map((kind) => tidySchema(toObject(kind), components)) }
  delete own['error']
  delete own['additionalProperties']
  if (own['type'] === 'number' && own['multipleOf'] === 1) {
    own['type'] = 'integer'
    delete own['multipleOf']
  }
  const [example] = Array.isArray(examples) ? examples : []
  const tidied: JsonObject = {
    ...(Array.isArray(anyOf) && tidyUnion(anyOf, components)),
    ...own,
    ...(word !== undefined && { enum: [word] }),
    ...(example !== undefined && { example }),
    ...(items !== undefined && { items: tidySchema(toObject(items), components) }),
    ...(properties !== undefined && {
      properties: mapValues(toObject(properties), (property) => tidySchema(property, components)),
    }),
  }
  if (typeof title !== 'string') return tidied
  components[title] = tidied
  return toRef(title)
}
