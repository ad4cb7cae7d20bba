import type { Problem as Body } from '#src/http/problem.ts'

/** The error codes and their HTTP statuses, the usual code of a status first. Clients may rely on a code, but not on its text. */
export const PROBLEM_STATUS = {
  bad_json: 400,
  invalid_code: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  name_taken: 409,
  item_unavailable: 409,
  in_stock: 409,
  insufficient_stock: 409,
  insufficient_allotment: 409,
  ordering_disabled: 409,
  changed_meanwhile: 409,
  cart_full: 409,
  already_handed_over: 409,
  decisions_held: 409,
  club_waiting: 409,
  last_administrator: 409,
  cannot_undo: 409,
  already_undone: 409,
  too_large: 413,
  unsupported_media_type: 415,
  invalid: 422,
  key_reused: 422,
  upgrade_required: 426,
  too_many_requests: 429,
  internal: 500,
  store_unavailable: 503,
  mail_unavailable: 503,
} as const

export type ProblemCode = keyof typeof PROBLEM_STATUS

/** The body of every error response. `message` and `error` always have the same text. */
export type Problem = typeof Body.static

/** One fault in a request. `path` points into the request (`items.0.allotted_quantity`). */
export type FieldProblem = NonNullable<Problem['errors']>[number]
