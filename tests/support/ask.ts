import type { Problem } from '#src/contract/problem.ts'
import { HANGS_AFTER_MS } from './until.ts'

export type Asked = {
  token?: string | undefined
  /** Text is sent as it is, anything else as JSON. */
  body?: unknown
  /** The idempotency key. */
  key?: string | undefined
  headers?: Record<string, string> | undefined
}

/** A reply as a client sees it; `body` is the parsed JSON, the text where it is no JSON, or null. */
export type Answer<Body> = { status: number; headers: Headers; body: Body }

/** Sends a request to a server or a proxy. Rejects if there is no answer. */
export async function ask<Body = Problem & Record<string, unknown>>(
  url: string,
  method: string,
  path: string,
  { token, body, key, headers }: Asked = {},
): Promise<Answer<Body>> {
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    signal: AbortSignal.timeout(HANGS_AFTER_MS),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(key !== undefined && { 'idempotency-key': key }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const read: unknown = text === '' ? null : isJson ? JSON.parse(text) : text
  return { status: response.status, headers: response.headers, body: read as Body }
}

/** Sends requests to one server. */
export const requestAt =
  (url: string) =>
  <Body = Problem & Record<string, unknown>>(method: string, path: string, asked?: Asked) =>
    ask<Body>(url, method, path, asked)
