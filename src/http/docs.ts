import { type AnyElysia, Elysia } from 'elysia'
import type { Config } from '#src/config.ts'
import { limits } from '#src/contract/limits.ts'
import { jsonText } from './list-reply.ts'
import type { Json } from './openapi-schema.ts'

const info = {
  title: 'Inventory portal',
  version: '1',
  license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
  description: [
    'Clubs order items from the stock; administrators keep the stock and answer orders. All bodies are JSON in UTF-8.',
    'Sign in with `POST /users/login`, then send the token as `Authorization: Bearer …`.',
    'Every failure has the shape `Problem`. Its `code` is part of the contract; its text may change.',
    'Before a call is chosen, an address of more than 8,000 characters or 50 parameters is refused with 413, and so are long lists in `Accept-Encoding` and `If-None-Match`.',
    `The server works on ${limits.requestsAtOnce} calls of an account at the same time, and ${limits.requestsWaiting} more wait. Another one is refused with 429.`,
    'Lists of items, carts and lines have an `ETag`. Send it as `If-None-Match`, and the call answers 304 while nothing has changed.',
  ].join('\n\n'),
}

/**
 * Runs the plugin in a separate application that is not served, because the plugin's own page loads scripts from another server. Imports
 * what it needs only now, because most servers are never asked for the description.
 */
async function describe(modules: AnyElysia): Promise<Uint8Array<ArrayBuffer>> {
  const [{ swagger }, { toOpenApi }, { toObject }, { liveFrames }] = await Promise.all([
    import('@elysiajs/swagger'),
    import('./openapi.ts'),
    import('./openapi-schema.ts'),
    import('./frame-schemas.ts'),
  ])
  const described = new Elysia()
    .use(swagger({ path: '/docs', specPath: '/spec', documentation: { info } }))
    .use(modules)
  const response = await described.handle(new Request('http://localhost/spec'))
  const frames = JSON.parse(JSON.stringify(liveFrames)) as Json
  const api = toOpenApi(toObject((await response.json()) as Json), toObject(frames))
  return new TextEncoder().encode(JSON.stringify(api))
}

/** Serves `GET /openapi.json` unless the settings turn it off. It is made at the first request. `modules` returns the routes to describe. */
export function docs({ apiDocs }: Pick<Config, 'apiDocs'>, modules: () => AnyElysia) {
  let text: Promise<Uint8Array<ArrayBuffer>> | null = null
  const app = new Elysia({ name: 'docs' })
  if (!apiDocs) return app
  return app.get(
    '/openapi.json',
    async ({ set }) => {
      text ??= describe(modules())
      return jsonText(set, await text)
    },
    { detail: { hide: true } },
  )
}
