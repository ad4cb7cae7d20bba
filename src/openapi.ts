import { PROBLEM_STATUS } from './contract/problem.ts'

export type Json = null | boolean | number | string | Json[] | JsonObject
export type JsonObject = { [key: string]: Json }
/** Schemas that bear a title, by it. */
type Named = JsonObject

const SUCCESS: Record<string, string> = {
  101: 'The protocol is switched.',
  200: 'It is done.',
  201: 'It is made.',
  204: 'It is done; there is nothing to say.',
}

const CONDITIONAL: JsonObject = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of what is known already.',
  schema: { type: 'string' },
}
const ETAG: JsonObject = {
  ETag: {
    description: 'The revision of the data, as `"<epoch>.<rev>"`.',
    schema: { type: 'string' },
  },
}
const RETRY_AFTER: JsonObject = {
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
}

const toRef = (title: string): JsonObject => ({ $ref: `#/components/schemas/${title}` })
const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const toObject = (value: Json | undefined): JsonObject => (isObject(value) ? value : {})

const mapValues = (object: JsonObject, change: (value: JsonObject, key: string) => Json) =>
  Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, change(toObject(value), key)]),
  )

/** A union as OpenAPI 3.0 says it: words are an `enum`, `null` is `nullable`. */
function tidyUnion(options: Json[], named: Named): JsonObject {
  const known = options.map(toObject)
  const words = known.flatMap(({ const: word }) => (word === undefined ? [] : [word]))
  if (words.length === known.length) return { type: 'string', enum: words }
  const [only, ...others] = known.filter(({ type }) => type !== 'null')
  if (only && others.length === 0) return { ...tidySchema(only, named), nullable: true }
  return { anyOf: known.map((option) => tidySchema(option, named)) }
}

/**
 * TypeBox as OpenAPI 3.0: whole numbers are integers, `const` is an `enum` of one, `examples` is an `example`. Elysia writes
 * `additionalProperties: false` into a schema once it is used, though other fields are dropped and not refused.
 */
function tidySchema(schema: JsonObject, named: Named): JsonObject {
  const { title, anyOf, const: word, examples, properties, items, ...own } = schema
  delete own['error']
  delete own['additionalProperties']
  if (own['type'] === 'number' && own['multipleOf'] === 1) {
    own['type'] = 'integer'
    delete own['multipleOf']
  }
  const [example] = Array.isArray(examples) ? examples : []
  const tidied: JsonObject = {
    ...(Array.isArray(anyOf) && tidyUnion(anyOf, named)),
    ...own,
    ...(word !== undefined && { enum: [word] }),
    ...(example !== undefined && { example }),
    ...(items !== undefined && { items: tidySchema(toObject(items), named) }),
    ...(properties !== undefined && {
      properties: mapValues(toObject(properties), (property) => tidySchema(property, named)),
    }),
  }
  if (typeof title !== 'string') return tidied
  named[title] = tidied
  return toRef(title)
}

/** Bodies are JSON; the plugin lists every type that Elysia can parse, and takes the title of a reply out of its schema. */
function tidyContent({ content, title }: JsonObject, named: Named): JsonObject | null {
  const given = toObject(toObject(content)['application/json'])['schema']
  if (given === undefined) return null
  const schema = tidySchema({ ...toObject(given), ...(title !== undefined && { title }) }, named)
  return { 'application/json': { schema } }
}

function tidyResponse(
  response: JsonObject,
  status: string,
  isConditional: boolean,
  named: Named,
): JsonObject {
  const content = tidyContent(response, named)
  if (response['title'] !== 'Problem' && (content !== null || Number(status) < 400))
    return {
      description:
        response['description'] ?? SUCCESS[status] ?? 'Not now; the body says what is down.',
      ...(status === '200' && isConditional && { headers: ETAG }),
      ...(content && { content }),
    }
  const codes = Object.entries(PROBLEM_STATUS).filter(([, of]) => String(of) === status)
  return {
    description: codes.map(([code]) => `\`${code}\``).join(', '),
    ...(['429', '503'].includes(status) && { headers: RETRY_AFTER }),
    content: { 'application/json': { schema: toRef('Problem') } },
  }
}

function tidyParameter(parameter: Json): JsonObject {
  const { name, in: place, required, schema } = toObject(parameter)
  const { description, ...tidied } = tidySchema(toObject(schema), {})
  const isId = place === 'path' && /id$/i.test(String(name))
  return {
    name: name === 'idempotency-key' ? 'Idempotency-Key' : String(name),
    in: place ?? 'query',
    required: required ?? false,
    ...(description !== undefined && { description }),
    schema: { ...tidied, ...(isId && { format: 'uuid' }) },
  }
}

function tidyOperation(
  operation: JsonObject,
  method: string,
  path: string,
  named: Named,
): JsonObject {
  const { parameters, requestBody, responses, operationId, ...rest } = operation
  const isConditional = method === 'get' && /^\/(?:inventorys|cart)\//.test(path)
  const known = (Array.isArray(parameters) ? parameters : []).map(tidyParameter)
  if (isConditional) known.push(CONDITIONAL)
  return {
    operationId: String(operationId).replace(/[-_](\w)/g, (_, letter: string) =>
      letter.toUpperCase(),
    ),
    ...rest,
    ...(known.length > 0 && { parameters: known }),
    ...(requestBody !== undefined && {
      requestBody: { required: true, content: tidyContent(toObject(requestBody), named) },
    }),
    responses: {
      ...mapValues(toObject(responses), (response, status) =>
        tidyResponse(response, status, isConditional, named),
      ),
      ...(isConditional && { 304: { description: 'Nothing has changed.', headers: ETAG } }),
    },
  }
}

/** What the swagger plugin writes, made valid OpenAPI 3.0. */
export function toOpenApi(spec: JsonObject): JsonObject {
  const named: Named = {}
  const paths = mapValues(toObject(spec['paths']), (operations, path) =>
    mapValues(operations, (operation, method) => tidyOperation(operation, method, path, named)),
  )
  return {
    ...spec,
    paths,
    components: {
      schemas: named,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}
