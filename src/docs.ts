import { type AnyElysia, Elysia } from 'elysia'
import { PROBLEM_STATUS } from './contract/problem.ts'
import { Problem } from './modules/problem.ts'

type Json = null | boolean | number | string | Json[] | JsonObject
type JsonObject = { [key: string]: Json }

const info = {
  title: 'Inventory portal',
  version: '1',
  description: [
    'What clubs and administrators can do with stock and orders. Everything is JSON in UTF-8.',
    'Sign in with `POST /users/login` and send the token as `Authorization: Bearer …`.',
    'Every failure has the one shape `Problem`; its `code` is a contract, its text is not.',
    'Lists carry an `ETag`; send it as `If-None-Match` to hear 304 while nothing has changed.',
  ].join('\n\n'),
}

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
const PROBLEM: JsonObject = {
  'application/json': { schema: { $ref: '#/components/schemas/Problem' } },
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const toObject = (value: Json | undefined): JsonObject => (isObject(value) ? value : {})

/** A union as OpenAPI 3.0 says it: words are an `enum`, `null` is `nullable`. */
function tidyUnion(options: Json[]): JsonObject {
  const known = options.map(toObject)
  const words = known.flatMap(({ const: word }) => (word === undefined ? [] : [word]))
  if (words.length === known.length) return { type: 'string', enum: words }
  const [only, ...others] = known.filter(({ type }) => type !== 'null')
  if (only && others.length === 0) return { ...toObject(tidySchema(only)), nullable: true }
  return { anyOf: known.map(tidySchema) }
}

/** TypeBox as OpenAPI 3.0: whole numbers are integers, `const` is an `enum` of one, `examples` is an `example`. */
function tidySchema(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(tidySchema)
  if (!isObject(schema)) return schema
  const { error: _error, anyOf, const: word, examples, ...rest } = schema
  const { properties, items, ...own } = rest
  if (own['type'] === 'number' && own['multipleOf'] === 1) {
    own['type'] = 'integer'
    delete own['multipleOf']
  }
  const [example] = Array.isArray(examples) ? examples : []
  return {
    ...(Array.isArray(anyOf) && tidyUnion(anyOf)),
    ...own,
    ...(word !== undefined && { enum: [word] }),
    ...(example !== undefined && { example }),
    ...(items !== undefined && { items: tidySchema(items) }),
    ...(isObject(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, tidySchema(property)]),
      ),
    }),
  }
}

/** Bodies are JSON; the plugin lists every type that Elysia can parse. */
function tidyContent(content: Json | undefined): JsonObject {
  const schema = toObject(toObject(content)['application/json'])['schema']
  return schema === undefined ? {} : { 'application/json': { schema: tidySchema(schema) } }
}

const isProblem = (content: JsonObject) =>
  'requestId' in toObject(toObject(toObject(content['application/json'])['schema'])['properties'])

function tidyResponse(status: string, response: Json, isConditional: boolean): JsonObject {
  const { content: given, description: own } = toObject(response)
  const content = tidyContent(given)
  if (isProblem(content) || (given === undefined && Number(status) >= 400)) {
    const codes = Object.entries(PROBLEM_STATUS).filter(([, of]) => String(of) === status)
    const description = codes.map(([code]) => `\`${code}\``).join(', ')
    const headers = ['429', '503'].includes(status) ? { headers: RETRY_AFTER } : {}
    return { description, ...headers, content: PROBLEM }
  }
  return {
    description: own ?? SUCCESS[status] ?? 'Not now; the body says what is down.',
    ...(status === '200' && isConditional && { headers: ETAG }),
    ...(Object.keys(content).length > 0 && { content }),
  }
}

function tidyParameter(parameter: Json): JsonObject {
  const { name, in: place, required, schema, description } = toObject(parameter)
  const tidied = toObject(tidySchema(schema ?? {}))
  const isId = place === 'path' && /id$/i.test(String(name))
  const text = description ?? tidied['description']
  delete tidied['description']
  return {
    name: name === 'idempotency-key' ? 'Idempotency-Key' : String(name),
    in: place ?? 'query',
    required: required ?? false,
    ...(text !== undefined && { description: text }),
    schema: { ...tidied, ...(isId && { format: 'uuid' }) },
  }
}

function tidyOperation(path: string, method: string, operation: JsonObject): JsonObject {
  const { parameters, requestBody, responses, operationId, ...rest } = operation
  const isConditional = method === 'get' && /^\/(?:inventorys|cart)\//.test(path)
  const known = (Array.isArray(parameters) ? parameters : []).map(tidyParameter)
  if (isConditional) known.push(CONDITIONAL)
  return {
    operationId: String(operationId).replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase()),
    ...rest,
    ...(known.length > 0 && { parameters: known }),
    ...(requestBody !== undefined && {
      requestBody: { required: true, content: tidyContent(toObject(requestBody)['content']) },
    }),
    responses: {
      ...Object.fromEntries(
        Object.entries(toObject(responses)).map(([status, response]) => [
          status,
          tidyResponse(status, response, isConditional),
        ]),
      ),
      ...(isConditional && { 304: { description: 'Nothing has changed.', headers: ETAG } }),
    },
  }
}

function tidySpec(spec: JsonObject): JsonObject {
  const paths = Object.entries(toObject(spec['paths'])).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(toObject(operations)).map(([method, operation]) => [
        method,
        tidyOperation(path, method, toObject(operation)),
      ]),
    ),
  ])
  return {
    ...spec,
    paths: Object.fromEntries(paths),
    components: {
      schemas: { Problem: tidySchema(JSON.parse(JSON.stringify(Problem))) },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}

/**
 * The plugin describes an application of its own that nobody can reach, since its page needs a foreign server; what it says
 * is then made valid OpenAPI 3.0.
 */
async function describe(modules: AnyElysia): Promise<string> {
  const { swagger } = await import('@elysiajs/swagger')
  const described = new Elysia()
    .use(swagger({ path: '/docs', specPath: '/spec', documentation: { info } }))
    .use(modules)
  const response = await described.handle(new Request('http://localhost/spec'))
  return JSON.stringify(tidySpec(toObject((await response.json()) as Json)))
}

/** `GET /openapi.json`, made at the first request. `modules` gives the routes to describe. */
export function docs(modules: () => AnyElysia) {
  let text: Promise<string> | null = null
  return new Elysia({ name: 'docs' }).get(
    '/openapi.json',
    async ({ set }) => {
      text ??= describe(modules())
      set.headers['content-type'] = 'application/json'
      return await text
    },
    { detail: { hide: true } },
  )
}
