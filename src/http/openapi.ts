/** Builds the API's description: corrects the output of the swagger plugin to valid OpenAPI 3.0. */
import type { ProblemCode } from '#src/contract/problem.ts'
import { SAMPLE_ID } from './fields.ts'
import { sampleProblem } from './openapi-samples.ts'
import {
  type Components,
  type Json,
  type JsonObject,
  mapValues,
  tidySchema,
  toObject,
  toRef,
} from './openapi-schema.ts'
import { PROBLEM_CODES_KEY, usualCode } from './problem.ts'

const SUCCESS_TEXTS: Record<string, string> = {
  101: 'The protocol is switched.',
  200: 'OK.',
  201: 'Created.',
  204: 'Done. The reply has no body.',
}

const ID_IN_PATH = { schema: { type: 'string', format: 'uuid' }, example: SAMPLE_ID }
/** Path parameters. A malformed id gets the same reply as an unknown id. */
const PATH_PARAMETERS: Record<string, JsonObject> = {
  id: { description: 'The `_id` of the item.', ...ID_IN_PATH },
  cart_id: { description: 'The `cart_id` of the cart.', ...ID_IN_PATH },
  cartId: { description: 'The `cart_id` of the cart.', ...ID_IN_PATH },
  editionId: { description: 'The `_id` of the edition.', ...ID_IN_PATH },
  batch: { description: 'The `batch` of the change.', ...ID_IN_PATH },
  userId: { description: 'The `user_id` of the club.', ...ID_IN_PATH },
  itemName: {
    description: 'The `_id` of the line, or its name.',
    schema: { type: 'string', minLength: 1 },
    example: 'Black felt',
  },
}

const TAGS: JsonObject[] = [
  { name: 'Accounts', description: 'Sign in and out, register, reset a password.' },
  {
    name: 'People',
    description: 'Clubs and the people in them, invitations, and how one registers.',
  },
  { name: 'Mails', description: 'Mails about orders, and the mails that wait.' },
  { name: 'Inventory', description: 'The items in stock.' },
  { name: 'Cart', description: 'The orders of clubs, and the units given to them.' },
  { name: 'History', description: 'Every change on record, and taking one back.' },
  { name: 'Operations', description: 'Health and metrics of an instance.' },
  { name: 'Live updates', description: 'A WebSocket that announces every change.' },
]

/** The pages that have the path of a call, so that each path lists the methods it has. Every other page is left out. */
const PAGES: Record<string, JsonObject> = {
  '/users/mails-off': {
    get: {
      operationId: 'getUsersMailsOffPage',
      summary: 'Open the page that a link in a mail leads to',
      description: 'The page asks before it stops mails about orders.',
      tags: ['Accounts'],
      security: [],
      responses: {
        200: { description: 'A page.', content: { 'text/html': { schema: { type: 'string' } } } },
      },
    },
  },
}

/** The failures of every call with a sign-in, and of every call with a body; a call with an idempotency key has its own. A route that says more of one replaces it. */
const SIGNED_IN_FAILURES = ['401', '403', '429', '503']
const BODY_FAILURES = ['400', '413', '415', '422']

/** The tags whose GET calls answer lists with an `ETag`. */
const LISTS = new Set(['Inventory', 'Cart'])
const CONDITIONAL: JsonObject = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of an earlier reply. The call answers 304 if nothing has changed since.',
  schema: { type: 'string' },
  example: '"019373a0.7"',
}
const ETAG: JsonObject = {
  ETag: {
    description: 'The revision of the list, as `"<epoch>.<rev>"`.',
    schema: { type: 'string' },
  },
}
const RETRY_AFTER: JsonObject = {
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'integer' },
  },
}

/** Keeps one content type: plain text for strings, JSON for the rest. The plugin lists every type that Elysia can parse, and moves a reply's title out of its schema. */
function tidyContent({ content, title }: JsonObject, components: Components): JsonObject | null {
  const given = toObject(toObject(content)['application/json'])['schema']
  if (given === undefined) return null
  const schema = tidySchema(
    { ...toObject(given), ...(title !== undefined && { title }) },
    components,
  )
  return { [schema['type'] === 'string' ? 'text/plain' : 'application/json']: { schema } }
}

function describeFailure(status: string, response: JsonObject): JsonObject {
  const listed = response[PROBLEM_CODES_KEY] as ProblemCode[] | undefined
  const codes = listed ?? [usualCode(Number(status))]
  const [first] = codes
  const names = codes.map((code) => `\`${code}\``).join(', ')
  const { description } = response
  return {
    description: description ? `${names}: ${String(description)}` : names,
    ...(['429', '503'].includes(status) && { headers: RETRY_AFTER }),
    content: {
      'application/json': {
        schema: toRef('Problem'),
        ...(first && { example: sampleProblem(first) }),
      },
    },
  }
}

function tidyResponse(
  response: JsonObject,
  status: string,
  isConditional: boolean,
  components: Components,
): JsonObject {
  const content = tidyContent(response, components)
  const isFailure = response['title'] === 'Problem' || (Number(status) >= 400 && content === null)
  if (isFailure) return describeFailure(status, response)
  return {
    description:
      response['description'] ??
      SUCCESS_TEXTS[status] ??
      'Not ready. The body names the part that is down.',
    ...(status === '200' && isConditional && { headers: ETAG }),
    ...(content && { content }),
  }
}

/** Converts `idempotency-key` to `Idempotency-Key`. */
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
    ...(place === 'path' && PATH_PARAMETERS[String(name)]),
  }
}

function tidyOperation(operation: JsonObject, method: string, components: Components): JsonObject {
  const { parameters, requestBody, responses, operationId, ...rest } = operation
  const [tag] = Array.isArray(rest['tags']) ? rest['tags'] : []
  const isConditional = method === 'get' && LISTS.has(String(tag))
  const failures = [
    ...(rest['security'] === undefined ? [] : SIGNED_IN_FAILURES),
    ...(requestBody === undefined ? [] : BODY_FAILURES),
  ]
  const known = (Array.isArray(parameters) ? parameters : []).map(tidyParameter)
  const isOnce = known.some(({ name }) => name === 'Idempotency-Key')
  if (isConditional) known.push(CONDITIONAL)
  return {
    operationId: String(operationId).replace(/[-_](\w)/g, (_, letter: string) =>
      letter.toUpperCase(),
    ),
    security: [],
    ...rest,
    ...(known.length > 0 && { parameters: known }),
    ...(requestBody !== undefined && {
      requestBody: { required: true, content: tidyContent(toObject(requestBody), components) },
    }),
    responses: {
      ...Object.fromEntries(failures.map((status) => [status, describeFailure(status, {})])),
      ...(isOnce && {
        422: describeFailure('422', { [PROBLEM_CODES_KEY]: ['invalid', 'key_reused'] }),
      }),
      ...mapValues(toObject(responses), (response, status) =>
        tidyResponse(response, status, isConditional, components),
      ),
      ...(isConditional && { 304: { description: 'Unchanged.', headers: ETAG } }),
    },
  }
}

/** Converts the plugin's description to OpenAPI 3.0. `frames` are the schemas of the live channel, by name. */
export function toOpenApi(spec: JsonObject, frames: JsonObject): JsonObject {
  const components: Components = {}
  for (const frame of Object.values(frames)) tidySchema(toObject(frame), components)
  const paths = mapValues(toObject(spec['paths']), (operations, path) => ({
    ...PAGES[path],
    ...mapValues(operations, (operation, method) => tidyOperation(operation, method, components)),
  }))
  return {
    ...spec,
    servers: [{ url: '/', description: 'This installation.' }],
    tags: TAGS,
    paths,
    components: {
      schemas: components,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}
