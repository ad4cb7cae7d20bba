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

/** The usual code of a status, the first of the table. A route lists other codes by name. */
export const usualCode = (status: number): ProblemCode =>
  PROBLEM_CODES.find((code) => PROBLEM_STATUS[code] === status) ?? 'internal'

type StatusOf<F extends ProblemStatus | ProblemCode> = F extends ProblemCode
  ? (typeof PROBLEM_STATUS)[F]
  : F

const toProblem = (codes: ProblemCode[]): typeof Problem =>
  Object.assign({ ...Problem }, { [PROBLEM_CODES_KEY]: codes })

/** The error responses of a route, for its `response` option. A number stands for the usual code of that status. */
export function problems<const F extends readonly (ProblemStatus | ProblemCode)[]>(...failures: F) {
  const codes = failures.map((failure) =>
    typeof failure === 'number' ? usualCode(failure) : failure,
  )
  const byStatus = Map.groupBy(codes, (code) => PROBLEM_STATUS[code])
  return Object.fromEntries(
    [...byStatus].map(([status, of]): [ProblemStatus, typeof Problem] => [status, toProblem(of)]),
  ) as { [Status in StatusOf<F[number]>]: typeof Problem }
}
