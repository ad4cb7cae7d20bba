import { PROBLEM_STATUS, type ProblemCode } from '#src/contract/problem.ts'

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

/** What a failure may say. */
const SAMPLE_TEXTS: Record<ProblemCode, string> = {
  bad_json: 'The body is not readable JSON.',
  invalid_code: 'Invalid or expired verification code.',
  unauthorized: 'Please sign in again.',
  forbidden: 'This is not yours to see or change.',
  not_found: 'There is nothing here.',
  method_not_allowed: 'This method is not possible here.',
  name_taken: 'There is an item of this name.',
  item_unavailable: 'Brush Round 4 is not available.',
  in_stock: 'Brush Round 4 is in stock: add it from the list.',
  insufficient_stock: 'Only 3 left of Brush Round 4.',
  insufficient_allotment: 'Only 2 are given of Brush Round 4.',
  ordering_disabled: 'Ordering is off.',
  changed_meanwhile: 'This item was changed meanwhile.',
  cart_full: 'A cart holds at most 1,000 items.',
  too_large: 'The body is larger than 1 MB.',
  unsupported_media_type: 'The body must be application/json.',
  invalid: 'Please check your input.',
  key_reused: 'This Idempotency-Key was used for another request.',
  upgrade_required: 'Open a WebSocket here, as portal.v1.',
  too_many_requests: 'Please wait a moment and try again.',
  internal: 'Something went wrong on our side. Please try again.',
  mail_unavailable: 'Failed to send OTP.',
  store_unavailable: 'Too busy just now. Please try again in a moment.',
}

const SAMPLE_ID = '019373a0-7c4e-7000-8000-3f1d2a6b9c10'
const ID_IN_PATH = { schema: { type: 'string', format: 'uuid' }, example: SAMPLE_ID }
/** What stands in a path; an id that is malformed is answered like one that is unknown. */
const IN_PATH: Record<string, JsonObject> = {
  id: { description: 'The `_id` of the item.', ...ID_IN_PATH },
  cart_id: { description: 'The `cart_id` of the cart.', ...ID_IN_PATH },
  cartId: { description: 'The `cart_id` of the cart.', ...ID_IN_PATH },
  userId: { description: 'The `user_id` of the club.', ...ID_IN_PATH },
  itemName: {
    description: 'The name of the line, or its `_id`.',
    schema: { type: 'string', minLength: 1 },
    example: 'Black felt',
  },
}

const TAGS: JsonObject[] = [
  { name: 'Accounts', description: 'Signing in and out, registering, a forgotten password.' },
  { name: 'Inventory', description: 'The items of the stock.' },
  { name: 'Cart', description: 'Orders of clubs, and what they are given.' },
  { name: 'Operations', description: 'For who runs the portal.' },
  { name: 'Live updates', description: 'What changes, at once.' },
]

const CONDITIONAL: JsonObject = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of what is known already.',
  schema: { type: 'string' },
  example: '"019373a0.7"',
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
  const { title, anyOf, oneOf, const: word, examples, properties, items, ...own } = schema
  if (Array.isArray(oneOf)) return { oneOf: oneOf.map((kind) => tidySchema(toObject(kind), named)) }
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

/** Bodies are JSON, or text where they are a string; the plugin lists every type that Elysia can parse, and takes the title of a reply out of its schema. */
function tidyContent({ content, title }: JsonObject, named: Named): JsonObject | null {
  const given = toObject(toObject(content)['application/json'])['schema']
  if (given === undefined) return null
  const schema = tidySchema({ ...toObject(given), ...(title !== undefined && { title }) }, named)
  return { [schema['type'] === 'string' ? 'text/plain' : 'application/json']: { schema } }
}

const CODES = Object.keys(PROBLEM_STATUS) as ProblemCode[]

function sampleProblem(code: ProblemCode): JsonObject {
  const text = SAMPLE_TEXTS[code]
  return { message: text, error: text, code, requestId: SAMPLE_ID }
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
  const own = /`(\w+)`/.exec(String(response['description']))?.[1]
  const code =
    CODES.find((known) => known === own) ??
    CODES.find((known) => String(PROBLEM_STATUS[known]) === status)
  return {
    description: own ? (response['description'] ?? '') : `\`${code}\``,
    ...(['429', '503'].includes(status) && { headers: RETRY_AFTER }),
    content: {
      'application/json': {
        schema: toRef('Problem'),
        ...(code && { example: sampleProblem(code) }),
      },
    },
  }
}

/** `idempotency-key` as people write it: `Idempotency-Key`. */
const toHeaderName = (name: string) =>
  name.replace(/(^|-)(\w)/g, (_, dash: string, letter: string) => dash + letter.toUpperCase())

function tidyParameter(parameter: Json): JsonObject {
  const { name, in: place, required, schema, description, examples } = toObject(parameter)
  const [example] = Array.isArray(examples) ? examples : []
  return {
    name: place === 'header' ? toHeaderName(String(name)) : String(name),
    in: place ?? 'query',
    required: required ?? false,
    ...(description !== undefined && { description }),
    schema: tidySchema(toObject(schema), {}),
    ...(example !== undefined && { example }),
    ...(place === 'path' && IN_PATH[String(name)]),
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
    security: [],
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

/** What the swagger plugin writes, made valid OpenAPI 3.0. `frames` are what is said on the live channel, by name. */
export function toOpenApi(spec: JsonObject, frames: JsonObject): JsonObject {
  const named: Named = {}
  for (const frame of Object.values(frames)) tidySchema(toObject(frame), named)
  const paths = mapValues(toObject(spec['paths']), (operations, path) =>
    mapValues(operations, (operation, method) => tidyOperation(operation, method, path, named)),
  )
  return {
    ...spec,
    servers: [{ url: '/', description: 'Where this document was read.' }],
    tags: TAGS,
    paths,
    components: {
      schemas: named,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}
