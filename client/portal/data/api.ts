import { treaty } from '@elysiajs/eden/treaty2'
import type { App } from '#src/app.ts'
import type { FieldProblem, ProblemCode } from '#src/contract/problem.ts'
import { endSession, useSession, watchTheClock } from '#client/shared/session.ts'
import { isRecord } from '#client/shared/storage.ts'

const TIMEOUT_MS = 15_000
const SIGN_OUT_MS = 3_000
/** Calls whose 401 does not end the session: a wrong password, and a token that has ended already. */
const OWN_401 = ['/users/login', '/users/logout']
/** The statuses with which a proxy answers for a server that is away. */
const PROXY_STATUSES = [502, 503, 504]
const UNREACHABLE = 'The server cannot be reached. Please try again.'
const FAILED = 'Something went wrong. Please try again.'

type Details = { errors?: FieldProblem[]; current?: unknown; cause?: unknown }

/** A call that failed. `network`: no answer came, so the server may or may not have done it. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ProblemCode | 'network'
  readonly errors: FieldProblem[]
  readonly current: unknown
  /** The answer's own words; `null` when it had none and `message` is ours. */
  readonly answer: string | null

  constructor(
    status: number,
    code: ProblemCode | 'network',
    answer: string | null,
    { errors = [], current, cause }: Details = {},
  ) {
    super(answer ?? (code === 'network' ? UNREACHABLE : FAILED), { cause })
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.answer = answer
    this.errors = errors
    this.current = current
  }
}

/** True for an answer which proves that nothing was written. After any other failure the server may have done it. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 401

async function fetchAs(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  watchTheClock()
  const token = useSession.getState()?.token
  const headers = new Headers(init.headers)
  if (token) headers.set('authorization', `Bearer ${token}`)
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout
  const response = await fetch(input, { ...init, headers, signal })
  if (response.status !== 401 || OWN_401.includes(new URL(response.url).pathname)) return response
  // A late 401 for an earlier token must not end the session that followed.
  if (token && token === useSession.getState()?.token) endSession('expired')
  return response
}

/** The server's calls, typed by the server's own routes. Use with `call` or `readList`. */
export const api = treaty<App>(globalThis.location?.origin ?? 'http://localhost', {
  parseDate: false,
  fetcher: fetchAs as typeof fetch,
})

type Reply = { data: unknown; error: { value: unknown } | null; status: number; response: Response }
type DataOf<R extends Reply> = Extract<R, { error: null }>['data']

const isFieldProblem = (value: unknown): value is FieldProblem =>
  isRecord(value) && typeof value.path === 'string' && typeof value.msg === 'string'

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** Reads the body of a failure. Proxies and other servers may leave out any part of it. */
function toApiError(status: number, value: unknown): ApiError {
  // `fetch` throws errors that have a code and a message too.
  const body = isRecord(value) && !(value instanceof Error) ? value : {}
  const answer = [body.message, body.error].find(isText) ?? null
  const errors = Array.isArray(body.errors) ? body.errors.filter(isFieldProblem) : []
  const { code, current } = body
  // A code that is not in the list is treated like any other failure.
  if (typeof code === 'string')
    return new ApiError(status, code as ProblemCode, answer, { errors, current })
  return PROXY_STATUSES.includes(status)
    ? new ApiError(0, 'network', answer, { cause: value })
    : new ApiError(status, 'internal', answer, { errors })
}

async function receive<R extends Reply>(pending: Promise<R>): Promise<R> {
  try {
    return await pending
  } catch (cause) {
    throw new ApiError(0, 'network', null, { cause })
  }
}

/** The data of a successful call; throws an `ApiError` otherwise. A 401 also ends the session. */
export async function call<R extends Reply>(pending: Promise<R>): Promise<DataOf<R>> {
  const { data, error, status } = await receive(pending)
  if (error) throw toApiError(status, error.value)
  return data
}

export type Read<T> = { epoch: string; rev: number; rows: T }

const ETAG = /^(?:W\/)?"(.+)\.(\d+)"$/

/** The header with which a read answers `unchanged` when the page already shows the newest revision. */
export const unlessAt = (
  shown: { epoch: string; rev: number } | null,
): { headers: Record<string, string> } => ({
  headers: shown ? { 'if-none-match': `"${shown.epoch}.${shown.rev}"` } : {},
})

/** A list with the revision from its ETag; throws an `ApiError` like `call`. */
export async function readList<R extends Reply>(
  pending: Promise<R>,
): Promise<Read<DataOf<R>> | 'unchanged'> {
  const { data, error, status, response } = await receive(pending)
  if (status === 304) return 'unchanged'
  if (error) throw toApiError(status, error.value)
  const [, epoch, rev] = ETAG.exec(response.headers.get('etag') ?? '') ?? []
  if (epoch === undefined) throw new ApiError(status, 'internal', null)
  return { epoch, rev: Number(rev), rows: data }
}

/** Ends the token on the server and forgets it here, also when the server is away. */
export async function signOut(): Promise<void> {
  const signal = AbortSignal.timeout(SIGN_OUT_MS)
  await api.users.logout.post(undefined, { fetch: { signal } }).catch(() => undefined)
  endSession('signed-out')
}
