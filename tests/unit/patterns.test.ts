import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { join } from 'node:path'
import { Glob } from 'bun'
import { STOCK_STATUS_PATTERN } from '#src/contract/statuses.ts'
import { EMAIL_PATTERN, MOBILE_PATTERN } from '#src/rules/account.ts'
import { LINK_PATTERN } from '#src/rules/link.ts'
import { type Portal, startPortal } from '#tests/support/portal.ts'

// The JavaScript build: needs no Java and no native binary, and runs everywhere.
process.env['RECHECK_SYNC_BACKEND'] = 'pure'
const { checkSync } = await import('recheck')

const SRC = join(import.meta.dir, '../../src')
/** A literal of a regular expression where an expression may begin. */
const LITERAL =
  /(?:[=(,:?&|[]|return|=>)\s*\/(?![*/])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+)\/([dgimsuvy]*)(?=[\s.,;)\]])/g
/** The operator's settings. */
const NOT_FOREIGN = ['config.ts', 'mail/mailer.ts']

type Found = { where: string; source: string; flags: string }

/** Every pattern of a schema, with its place; says too which texts have a pattern and no bound. */
function patternsOf(schema: unknown, where: string): (Found & { maxLength: unknown })[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { pattern, maxLength } = schema as { pattern?: unknown; maxLength?: unknown }
  const own = typeof pattern === 'string' ? [{ where, source: pattern, flags: '', maxLength }] : []
  return [
    ...own,
    ...Object.entries(schema).flatMap(([key, part]) => patternsOf(part, `${where}.${key}`)),
  ]
}

async function literalsOf(): Promise<Found[]> {
  const found: Found[] = []
  for await (const file of new Glob('**/*.ts').scan(SRC)) {
    if (NOT_FOREIGN.includes(file)) continue
    const text = await Bun.file(join(SRC, file)).text()
    for (const [, source = '', flags = ''] of text.matchAll(LITERAL))
      found.push({ where: file, source, flags })
  }
  return found
}

let portal: Portal
beforeAll(async () => void (portal = await startPortal()))
afterAll(() => portal.close())

const hooksOf = () =>
  portal.app.routes.map(({ method, path, hooks }) => ({
    call: `${method} ${path}`,
    hooks: hooks as Record<'body' | 'headers' | 'params' | 'query', unknown>,
  }))

const inRequests = () =>
  hooksOf().flatMap(({ call, hooks }) =>
    (['body', 'headers', 'params', 'query'] as const).flatMap((part) =>
      patternsOf(hooks[part], `${call} ${part}`),
    ),
  )

it('no reply is checked against a pattern or a bound, which it could break after its change is made', () => {
  const isBound = (key: string) => /^(?:pattern|m(?:in|ax)(?:imum|Length|Items))$/.test(key)
  const boundsOf = (schema: unknown, where: string): string[] =>
    typeof schema !== 'object' || schema === null
      ? []
      : Object.entries(schema).flatMap(([key, part]) =>
          isBound(key) && typeof part !== 'object'
            ? [`${where}.${key}`]
            : boundsOf(part, `${where}.${key}`),
        )
  const replies = portal.app.routes.flatMap(({ method, path, hooks }) =>
    boundsOf((hooks as { response?: unknown }).response, `${method} ${path}`),
  )
  expect(replies).toEqual([])
})

describe('a pattern that can meet what somebody sends', () => {
  it('has a length limit that is checked first', () => {
    expect(inRequests().length).toBeGreaterThan(10)
    for (const { where, maxLength } of inRequests()) expect(maxLength, where).toBeNumber()
  })

  it('is checked by our own body validator, never by one that ignores lengths', () => {
    const bodies = hooksOf().filter(({ hooks }) => hooks.body !== undefined)
    expect(bodies.length).toBeGreaterThan(10)
    for (const { call, hooks } of bodies) expect(hooks.body, call).toHaveProperty('~standard')
  })

  it('takes time linear in the length of the text', async () => {
    const rules = { EMAIL_PATTERN, MOBILE_PATTERN, LINK_PATTERN, STOCK_STATUS_PATTERN }
    const literals = await literalsOf()
    expect(literals.length).toBeGreaterThan(20)
    const all = [
      ...inRequests(),
      ...literals,
      ...Object.entries(rules).map(([where, source]) => ({ where, source, flags: '' })),
    ]
    const distinct = new Map(all.map((found) => [`/${found.source}/${found.flags}`, found]))
    for (const [pattern, { where, source, flags }] of distinct) {
      // It tries texts at random: with another seed each time it judged a pattern wrongly once in many runs.
      const { status } = checkSync(source, flags, { timeout: 60_000, randomSeed: 1 })
      expect({ where, pattern, status }).toEqual({ where, pattern, status: 'safe' })
    }
  })
})
