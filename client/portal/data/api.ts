import type { treaty } from '@elysiajs/eden/treaty2'
import type { App } from '#src/app.ts'
import type { FieldProblem, ProblemCode } from '#src/contract/problem.ts'
import { endSession, useSession, watchTheClock } from '#client/shared/session.ts'
import { isRecord } from '#client/shared/storage.ts'

const ORIGIN = globalThis.location?.origin ?? ''
const JSON_TYPE = 'application/json'
const TIMEOUT_MS = 15_000
const SIGN_OUT_MS = 3_000
/** Calls whose 401 does not end the session: a wrong password, and a token that has ended already. */
const OWN_401 = ['/users/login', '/users/logout']
/** The statuses with which a proxy answers for a server that is away. */
const PROXY_STATUSES = [502, 503, 504]
const UNREACHABLE = 'The server cannot be reached. Please try again.'
const FAILED = 'Something went wrong. Please try again.'

type Details = { errors?: FieldProblem[]; current?: unknown; cause?: unknown }

/** A call that failed. `network`: no answer of the portal came, so the server may or may not have done it. */
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

const isJson = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith(JSON_TYPE) ?? false

type Reply = {
  data: unknown
  error: { value: unknown } | null
  status: number
  response: Response
}
type DataOf<R extends Reply> = Extract<R, { error: null }>['data']

type Options = {
  headers?: Record<string, string>
  query?: Record<string, string>
  fetch?: RequestInit
}

async function send(
  path: string,
  method: string,
  body: unknown,
  options: Options = {},
): Promise<Reply> {
  watchTheClock()
  const token = useSession.getState()?.token
  const headers = new Headers(options.headers)
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (body !== undefined) headers.set('content-type', JSON_TYPE)
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const { signal } = options.fetch ?? {}
  const query = new URLSearchParams(options.query).toString()
  const response = await fetch(`${ORIGIN}${path}${query && `?${query}`}`, {
    method,
    headers,
    body: JSON.stringify(body) ?? null,
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  })
  const { status } = response
  // A late 401 for an earlier token must not end the session that followed.
  if (status === 401 && !OWN_401.includes(path) && token && token === useSession.getState()?.token)
    endSession('expired')
  const value: unknown = isJson(response) ? await response.json() : null
  return {
    status,
    response,
    ...(response.ok ? { data: value, error: null } : { data: null, error: { value } }),
  }
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** Each property is a part of the path, and so is the value in a call with `({ id })`; the last property is the method. */
const at = (path: string): unknown =>
  new Proxy(() => {}, {
    get: (_, name: string) =>
      !METHODS.includes(name)
        ? at(`${path}/${name}`)
        : name === 'get'
          ? (options?: Options) => send(path, 'GET', undefined, options)
          : (body: unknown, options?: Options) => send(path, name.toUpperCase(), body, options),
    apply: (_, _this, [part]: [Record<string, string>]) => at(`${path}/${Object.values(part)[0]}`),
  })

/**
 * The server's calls, typed by the server's own routes: `api.cart['add-items'].post(body)`. Use with `call` or `readList`. The library's types
 * alone: its code guesses values in any text that a proxy answers.
 */
export const api = at('') as ReturnType<typeof treaty<App>>

const isFieldProblem = (value: unknown): value is FieldProblem =>
  isRecord(value) && typeof value.path === 'string' && typeof value.msg === 'string'

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** The error of a failed call. Other servers may leave out any part of it. */
function toApiError(status: number, value: unknown): ApiError {
  const body = isRecord(value) ? value : {}
  const answer = [body.message, body.error].find(isText) ?? null
  const errors = Array.isArray(body.errors) ? body.errors.filter(isFieldProblem) : []
  const { code, current } = body
  // A code that is not in the list is treated like any other failure.
  if (typeof code === 'string')
    return new ApiError(status, code as ProblemCode, answer, { errors, current })
  return PROXY_STATUSES.includes(status)
    ? new ApiError(0, 'network', answer)
    : new ApiError(status, 'internal', answer, { errors })
}

/** Values of the kinds that a caller reads; what may be absent or `null` cannot be part of it. One row stands for all of a list. */
export type Sample<T> = T extends readonly (infer Row)[]
  ? readonly [Sample<Row>] | readonly []
  : T extends object
    ? {
        readonly [
          K in keyof T as undefined extends T[K] ? never : null extends T[K] ? never : K
        ]?: Sample<T[K]>
      }
    : T

function fits(value: unknown, sample: unknown): boolean {
  if (Array.isArray(sample))
    return Array.isArray(value) && value.every((row) => sample.every((one) => fits(row, one)))
  if (!isRecord(sample)) return typeof value === typeof sample
  return isRecord(value) && Object.keys(sample).every((name) => fits(value[name], sample[name]))
}

const noAnswer = (cause?: unknown): ApiError => new ApiError(0, 'network', null, { cause })

const receive = <R extends Reply>(pending: Promise<R>): Promise<R> =>
  pending.catch((cause: unknown) => {
    throw noAnswer(cause)
  })

/** The data of the portal's own answer. The page of a proxy or of a Wi-Fi's sign-in is no answer, whatever its status. */
function dataOf<R extends Reply>({ data, error, status, response }: R, sample: unknown): DataOf<R> {
  if (status === 204 && sample === undefined) return data as DataOf<R>
  if (!isJson(response)) throw noAnswer()
  if (error) throw toApiError(status, error.value)
  if (!fits(data, sample)) throw noAnswer()
  return data as DataOf<R>
}

/** The data of a successful call. An answer that does not fit the `sample` is none; one without a body has the sample `undefined`. Throws an `ApiError` otherwise. A 401 also ends the session. */
export async function call<R extends Reply>(
  pending: Promise<R>,
  sample: Sample<DataOf<R>>,
): Promise<DataOf<R>> {
  return dataOf(await receive(pending), sample)
}

export type Read<T> = { epoch: string; rev: number; rows: T }

let answers = 0
/** Numbers answers that carry no revision: a later one is newer. */
export const asNewest = <T>(rows: T): Read<T> => ({ epoch: '', rev: ++answers, rows })

/** Proxies make a tag weak, or put the name of a compression behind it. */
const ETAG = /"([\da-f-]{36})\.(\d+)/

/** The header with which a read answers `unchanged` when the page already shows the newest revision. */
export const unlessAt = (
  shown: { epoch: string; rev: number } | null,
): { headers: Record<string, string> } => ({
  headers: shown ? { 'if-none-match': `"${shown.epoch}.${shown.rev}"` } : {},
})

/** A list with the revision from its ETag, which a proxy may have lost; throws an `ApiError` like `call`. */
export async function readList<R extends Reply>(
  pending: Promise<R>,
  sample: Sample<DataOf<R>>,
): Promise<Read<DataOf<R>> | 'unchanged'> {
  const reply = await receive(pending)
  if (reply.status === 304) return 'unchanged'
  const rows = dataOf(reply, sample)
  const [, epoch, rev] = ETAG.exec(reply.response.headers.get('etag') ?? '') ?? []
  return epoch === undefined ? asNewest(rows) : { epoch, rev: Number(rev), rows }
}

/** Ends the token on the server and forgets it here, also when the server is away. */
export async function signOut(): Promise<void> {
  const signal = AbortSignal.timeout(SIGN_OUT_MS)
  await api.users.logout.post(undefined, { fetch: { signal } }).catch(() => undefined)
  endSession('signed-out')
}
