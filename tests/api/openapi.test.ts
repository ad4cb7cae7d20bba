import { describe, expect, it } from 'bun:test'
import { join } from 'node:path'
import { expectProblem } from '#tests/support/expect-problem.ts'
import {
  callsBeyondQuery,
  callsWithTexts,
  readSpec,
  replaceAt,
} from '#tests/support/hostile-calls.ts'
import { openOffice } from '#tests/support/office.ts'

/** Compares the API description with the reviewed copy. `UPDATE_OPENAPI=1 bun test tests/api/openapi.test.ts` rewrites the copy; run `bun run format` afterwards. */
const KEPT = join(import.meta.dir, 'openapi.json')

type Schema = Record<string, unknown>
type Operation = {
  summary?: string
  tags?: string[]
  security?: unknown[]
  parameters?: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<
    string,
    { description: string; content?: Record<string, unknown>; headers?: Record<string, unknown> }
  >
}
type Spec = {
  openapi: string
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
}

const { portal, admin, club } = await openOffice({ config: { rateLimits: false } })
// Elysia changes schemas when they are first used.
await portal.request('POST', '/users/login', { body: {} })
const { body: spec } = await portal.request<Spec>('GET', '/openapi.json')
const operations = Object.entries(spec.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, operation]) => [`${method.toUpperCase()} ${path}`, path, operation] as const,
  ),
)

describe('/openapi.json', () => {
  it('equals the reviewed copy', async () => {
    if (process.env['UPDATE_OPENAPI']) await Bun.write(KEPT, JSON.stringify(spec))
    expect(spec).toEqual(await Bun.file(KEPT).json())
  })

  it('is public, and the same for everybody', async () => {
    const { status, headers, body } = await portal.request<Spec>('GET', '/openapi.json')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toStartWith('application/json')
    expect(body).toEqual(spec)
    expect(spec.openapi).toBe('3.0.3')
  })

  it('describes each call completely, with the errors that its role and its body can cause', () => {
    const subjects = spec.tags.map(({ name }) => [name])
    expect(operations.length).toBeGreaterThan(20)
    for (const [call, path, operation] of operations) {
      expect(operation.summary, call).toBeString()
      expect(subjects, call).toContainEqual(operation.tags ?? [])
      for (const [status, { description, content }] of Object.entries(operation.responses)) {
        expect(description, `${call} ${status}`).toMatch(/\S/)
        expect(Object.keys(content ?? {}).length, call).toBeLessThan(2)
        if (Number(status) >= 400 && !path.startsWith('/health/'))
          expect(content, `${call} ${status}`).toEqual({
            'application/json': {
              schema: { $ref: '#/components/schemas/Problem' },
              example: expect.objectContaining({
                code: /`(\w+)`/.exec(description)?.[1],
                message: expect.any(String),
              }),
            },
          })
      }
      const expected = [
        ...(operation.security?.length ? ['401', '403'] : []),
        ...(operation.requestBody ? ['400', '413', '415', '422'] : []),
      ]
      expect(Object.keys(operation.responses), call).toEqual(expect.arrayContaining(expected))
      const bodies = Object.keys(operation.requestBody?.content ?? { 'application/json': {} })
      expect(bodies, call).toEqual(['application/json'])
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
      expect(inPath.map(({ name }) => name)).toEqual(named as string[])
      expect(inPath.every(({ required }) => required)).toBe(true)
    }
  })

  it('names the field of every value beyond a limit that it describes', async () => {
    type Call = { name: string; method: string; path: string; isGuarded: boolean; body?: unknown }
    async function expectRefused({ name, method, path, isGuarded, body }: Call, field: string) {
      const ask = (token: string | undefined) => portal.request(method, path, { token, body })
      const byAdmin = await ask(isGuarded ? admin.token : undefined)
      const answer = byAdmin.status === 403 ? await ask(club.token) : byAdmin
      // 5,001 rows of a sheet are more than a body holds.
      if (answer.status === 413) return
      const { errors = [] } = expectProblem(answer, 'invalid')
      const isNamed = errors.some(({ path: at }) => `${field}.`.startsWith(at && `${at}.`))
      expect(isNamed, `${name}: ${field}`).toBe(true)
    }
    const described = await readSpec(portal)
    for (const { body, beyond, ...call } of callsWithTexts(described))
      for (const [place, value] of beyond)
        await expectRefused({ ...call, body: replaceAt(body, place, value) }, place.join('.'))
    for (const { field, ...call } of callsBeyondQuery(described)) await expectRefused(call, field)
  })

  it('uses only schema keywords of OpenAPI 3.0', () => {
    const known = new Set(
      'type format properties required items enum nullable minimum maximum minLength maxLength minItems maxItems pattern description example anyOf oneOf $ref'.split(
        ' ',
      ),
    )
    function check(schema: Schema, where: string) {
      for (const key of Object.keys(schema))
        expect(known.has(key), `${where} has "${key}"`).toBe(true)
      expect(schema['type'], where).not.toBe('null')
      for (const [name, property] of Object.entries((schema['properties'] ?? {}) as Schema))
        check(property as Schema, `${where}.${name}`)
      if (schema['items']) check(schema['items'] as Schema, `${where}[]`)
    }
    const { components } = spec as unknown as { components: { schemas: Record<string, Schema> } }
    for (const [name, schema] of Object.entries(components.schemas)) check(schema, name)
    for (const [call, , { parameters = [], requestBody, responses }] of operations) {
      for (const { name, schema } of parameters) check(schema, `${call} ${name}`)
      if (requestBody) check(requestBody.content['application/json']?.schema ?? {}, call)
      for (const { content } of Object.values(responses)) {
        const json = content?.['application/json'] as { schema: Schema } | undefined
        if (json) check(json.schema, call)
      }
    }
  })

  it('is the only route of the plugin that is reachable', async () => {
    for (const path of ['/swagger', '/swagger/json', '/_docs', '/spec', '/docs/json']) {
      const { status, body } = await portal.request('GET', path)
      expect(status, path).toBe(404)
      expect(JSON.stringify(body)).not.toMatch(/unpkg|jsdelivr/)
    }
  })
})
