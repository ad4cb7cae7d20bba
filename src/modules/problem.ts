import { t } from 'elysia'
import { PROBLEM_STATUS, type ProblemCode } from '#src/contract/problem.ts'
import { OneOf } from './fields.ts'

const CODES = Object.keys(PROBLEM_STATUS) as ProblemCode[]

/** The one shape of every failure, as the documentation shows it. */
export const Problem = t.Object(
  {
    message: t.String({ description: 'For people; may change.' }),
    error: t.String({ description: 'The same text as `message`.' }),
    code: OneOf(CODES, { description: 'For programs; a contract.' }),
    errors: t.Optional(
      t.Array(t.Object({ path: t.String(), msg: t.String() }), {
        description: 'Each thing that is wrong; `path` points into the request.',
      }),
    ),
    requestId: t.String(),
    current: t.Optional(
      t.Unknown({ description: 'With `changed_meanwhile`: the row as it stands.' }),
    ),
  },
  {
    title: 'Problem',
    examples: [
      {
        message: 'Only 3 left of Brush Round 4.',
        error: 'Only 3 left of Brush Round 4.',
        code: 'insufficient_stock',
        errors: [{ path: 'items.0.allotted_quantity', msg: 'Only 3 left of Brush Round 4.' }],
        requestId: '019373a0-7c4e-7000-8000-3f1d2a6b9c10',
      },
    ],
  },
)

type ProblemStatus = (typeof PROBLEM_STATUS)[ProblemCode]

/** The failures that a route may answer, for its `response`. */
export const problems = <S extends ProblemStatus>(...statuses: S[]) =>
  Object.fromEntries(statuses.map((status) => [status, Problem])) as {
    [Status in S]: typeof Problem
  }
