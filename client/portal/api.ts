import { treaty } from '@elysiajs/eden/treaty2'
import type { App } from '#src/app.ts'
import type { FieldProblem, ProblemCode } from '#src/contract/problem.ts'
import { endSession, useSession, watchTheClock } from '#client/shared/session.ts'
import { isRecord } from '#client/shared/storage.ts'

const TIMEOUT_MS = 15_000
const SIGN_OUT_MS = 3_000
/** A sign-in's 401 is about its password; a sign-out's says that there is nothing left to end. */
const OWN_401 = ['/users/login', '/users/logout']
/** What a proxy answers for a server that is away. */
const UNREACHABLE = [502, 503, 504]

/** A call that did not succeed. `network`: no answer came, so it is not known whether the server did it. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ProblemCode | 'network'
  readonly errors: FieldProblem[]
  /** The row as it stands, with `changed_meanwhile`. */
  readonly current: unknown

  constructor(
    status: number,
    code: ProblemCode | 'network',
    message: string,
    { errors = [], current }: { errors?: FieldProblem[]; current?: unknown } = {},
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.errors = errors
    this.current = current
  }
}

/** An answer that proves that nothing was written. After any other failure the server may have done it. */
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
  // A late answer to an older token says nothing of the session that followed it.
  if (token && token === useSession.getState()?.token) endSession('expired')
  return response
}

/** The server's calls, typed by the server itself. Use with `call` or `readList`. */
export const api = treaty<App>(globalThis.location?.origin ?? 'http://localhost', {
  parseDate: false,
  fetcher: fetchAs as typeof fetch,
})

type Reply = { data: unknown; error: { value: unknown } | null; status: number; response: Response }
type DataOf<R extends Reply> = Extract<R, { error: null }>['data']

const isProblem = (
  value: unknown,
): value is { code: ProblemCode; message: string; errors?: FieldProblem[]; current?: unknown } =>
  isRecord(value) &&
  // What fetch itself throws has a code and a message too.
  !(value instanceof Error) &&
  typeof value.code === 'string' &&
  typeof value.message === 'string'

function toApiError(status: number, value: unknown): ApiError {
  if (isProblem(value)) return new ApiError(status, value.code, value.message, value)
  return UNREACHABLE.includes(status)
    ? unreachable(value)
    : new ApiError(status, 'internal', 'Something went wrong. Please try again.')
}

const unreachable = (cause: unknown) =>
  Object.assign(new ApiError(0, 'network', 'The server cannot be reached. Please try again.'), {
    cause,
  })

async function settle<R extends Reply>(pending: Promise<R>): Promise<R> {
  try {
    return await pending
  } catch (cause) {
    throw unreachable(cause)
  }
}

/** The data of a successful call; throws an `ApiError` otherwise. A 401 has then ended the session. */
export async function call<R extends Reply>(pending: Promise<R>): Promise<DataOf<R>> {
  const { data, error, status } = await settle(pending)
  if (error) throw toApiError(status, error.value)
  return data
}

/** A list as it stood at a revision of its topic. */
export type Read<T> = { epoch: string; rev: number; rows: T }

const ETAG = /^(?:W\/)?"(.+)\.(\d+)"$/

/** The header that lets a read answer `unchanged` when nothing is newer than what is shown. */
export const unlessAt = (
  shown: { epoch: string; rev: number } | null,
): { headers: Record<string, string> } => ({
  headers: shown ? { 'if-none-match': `"${shown.epoch}.${shown.rev}"` } : {},
})

/** A list with the revision that its ETag names; throws an `ApiError` like `call`. */
export async function readList<R extends Reply>(
  pending: Promise<R>,
): Promise<Read<DataOf<R>> | 'unchanged'> {
  const { data, error, status, response } = await settle(pending)
  if (status === 304) return 'unchanged'
  if (error) throw toApiError(status, error.value)
  const [, epoch, rev] = ETAG.exec(response.headers.get('etag') ?? '') ?? []
  if (epoch === undefined)
    throw new ApiError(status, 'internal', 'Something went wrong. Please try again.')
  return { epoch, rev: Number(rev), rows: data }
}

/** Ends the token on the server, then forgets it here: the latter also when the server is away. */
export async function signOut(): Promise<void> {
  const signal = AbortSignal.timeout(SIGN_OUT_MS)
  await api.users.logout.post(undefined, { fetch: { signal } }).catch(() => undefined)
  endSession('signed-out')
}
