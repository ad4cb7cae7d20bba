import { t } from 'elysia'
import { PROBLEM_STATUS, type ProblemCode } from '#src/contract/problem.ts'
import { OneOf, SAMPLE_ID } from './fields.ts'

const CODES = Object.keys(PROBLEM_STATUS) as ProblemCode[]

/** The one shape of every failure, as the documentation shows it. */
export const Problem = t.Object(
  {
    message: t.String({ description: 'For people; may change.' }),
    error: t.String({ description: 'The same text as `message`.' }),
    code: OneOf(CODES, { description: 'For programs; a contract.' }),
    errors: t.Optional(
      t.Array(
        t.Object({
          path: t.String({ examples: ['items.0.ordered_quantity'] }),
          msg: t.String({ examples: ['A quantity is a whole number from 1 to 10,000.'] }),
        }),
        { description: 'Each thing that is wrong; `path` points into the request.' },
      ),
    ),
    requestId: t.String({ description: 'Also the header `X-Request-Id`.', examples: [SAMPLE_ID] }),
    current: t.Optional(
      t.Unknown({ description: 'With `changed_meanwhile`: the row as it stands.' }),
    ),
  },
  { title: 'Problem' },
)

type ProblemStatus = (typeof PROBLEM_STATUS)[ProblemCode]

/** What a status means wherever it is answered. The other codes are named by the calls that answer them. */
const GENERAL: { [S in ProblemStatus]?: ProblemCode } = {
  400: 'bad_json',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported_media_type',
  422: 'invalid',
  429: 'too_many_requests',
  503: 'store_unavailable',
}

type StatusOf<F extends ProblemStatus | ProblemCode> = F extends ProblemCode
  ? (typeof PROBLEM_STATUS)[F]
  : F

/** The failures that a route may answer, for its `response`: by status, and by code where a status means more than the usual. */
export function problems<const F extends readonly (ProblemStatus | ProblemCode)[]>(...failures: F) {
  const codes = failures.flatMap((failure: ProblemStatus | ProblemCode) => {
    const code = typeof failure === 'number' ? GENERAL[failure] : failure
    return code === undefined ? [] : [code]
  })
  const byStatus = Map.groupBy(codes, (code) => PROBLEM_STATUS[code])
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => [
      status,
      { ...Problem, description: of.map((code) => `\`${code}\``).join(', ') },
    ]),
  ) as { [Status in StatusOf<F[number]>]: typeof Problem }
}
