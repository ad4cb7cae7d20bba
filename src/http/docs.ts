import { type AnyElysia, Elysia } from 'elysia'
import type { Config } from '#src/config.ts'
import { type Json, toObject, toOpenApi } from './openapi.ts'
import { liveFrames } from '#src/realtime/frame-schemas.ts'

const info = {
  title: 'Inventory portal',
  version: '1',
  license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
  description: [
    'What clubs and administrators can do with stock and orders. Everything is JSON in UTF-8.',
    'Sign in with `POST /users/login` and send the token as `Authorization: Bearer …`.',
    'Every failure has the one shape `Problem`; its `code` is a contract, its text is not.',
    'Lists carry an `ETag`; send it as `If-None-Match` to hear 304 while nothing has changed.',
  ].join('\n\n'),
}

/** The plugin describes an application that nobody can reach: a page of its own would need a foreign server. */
async function describe(modules: AnyElysia): Promise<string> {
  const { swagger } = await import('@elysiajs/swagger')
  const described = new Elysia()
    .use(swagger({ path: '/docs', specPath: '/spec', documentation: { info } }))
    .use(modules)
  const response = await described.handle(new Request('http://localhost/spec'))
  const frames = JSON.parse(JSON.stringify(liveFrames)) as Json
  return JSON.stringify(toOpenApi(toObject((await response.json()) as Json), toObject(frames)))
}

/** `GET /openapi.json`, made at the first request, unless it is turned off. `modules` gives the routes to describe. */
export function docs({ apiDocs }: Pick<Config, 'apiDocs'>, modules: () => AnyElysia) {
  let text: Promise<string> | null = null
  const app = new Elysia({ name: 'docs' })
  if (!apiDocs) return app
  return app.get(
    '/openapi.json',
    async ({ set }) => {
      text ??= describe(modules())
      set.headers['content-type'] = 'application/json'
      return await text
    },
    { detail: { hide: true } },
  )
}
