import { t } from 'elysia'
import { PROBLEM_STATUS, type ProblemCode } from '#src/contract/problem.ts'
import { ORDERED_QUANTITY } from '#src/rules/quantity.ts'
import { OneOf, SAMPLE_ID } from './fields.ts'

const PROBLEM_CODES = Object.keys(PROBLEM_STATUS) as ProblemCode[]
/** The schema key in which `problems` stores the error codes for the API description. */
export const PROBLEM_CODES_KEY = 'x-codes'

/** The schema of every error response, for the API description. */
export const Problem = t.Object(
  {
    message: t.String({ description: 'Text for people. It may change.' }),
    error: t.String({ description: 'The same text as `message`.' }),
    code: OneOf(PROBLEM_CODES, { description: 'For programs. Part of the contract.' }),
    errors: t.Optional(
      t.Array(
        t.Object({
          path: t.String({ examples: ['items.0.ordered_quantity'] }),
          msg: t.String({ examples: [ORDERED_QUANTITY.text] }),
        }),
        { description: 'One entry for each fault. `path` points into the request.' },
      ),
    ),
    requestId: t.String({
      description: 'The same as the header `X-Request-Id`.',
      examples: [SAMPLE_ID],
    }),
    current: t.Optional(t.Unknown({ description: 'With `changed_meanwhile`: the present row.' })),
  },
  { title: 'Problem' },
)

type ProblemStatus = (typeof PROBLEM_STATUS)[ProblemCode]

/** The usual code of each status. A route lists other codes by name. */
const USUAL_CODES: { [S in ProblemStatus]?: ProblemCode } = {
  400: 'bad_json',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported_media_type',
  422: 'invalid',
  426: 'upgrade_required',
  429: 'too_many_requests',
  503: 'store_unavailable',
}

/** The code of a status for which the route lists no code. */
export const usualCode = (status: string): ProblemCode =>
  Object.entries(USUAL_CODES).find(([known]) => known === status)?.[1] ?? 'internal'

type StatusOf<F extends ProblemStatus | ProblemCode> = F extends ProblemCode
  ? (typeof PROBLEM_STATUS)[F]
  : F

const toProblem = (codes: ProblemCode[]): typeof Problem =>
  Object.assign({ ...Problem }, { [PROBLEM_CODES_KEY]: codes })

/** The error responses of a route, for its `response` option. A number stands for the usual code of that status. */
export function problems<const F extends readonly (ProblemStatus | ProblemCode)[]>(...failures: F) {
  const codes = failures.flatMap((failure: ProblemStatus | ProblemCode) => {
    const code = typeof failure === 'number' ? USUAL_CODES[failure] : failure
    return code === undefined ? [] : [code]
  })
  const byStatus = Map.groupBy(codes, (code) => PROBLEM_STATUS[code])
  return Object.fromEntries(
    [...byStatus].map(([status, of]): [ProblemStatus, typeof Problem] => [status, toProblem(of)]),
  ) as { [Status in StatusOf<F[number]>]: typeof Problem }
}
