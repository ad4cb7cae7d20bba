import { NotFoundError, ParseError, ValidationError } from 'elysia'
import { PROBLEM_STATUS, type FieldProblem, type Problem } from '#src/contract/problem.ts'
import { Refusal } from '#src/rules/refusal.ts'

const STORE_RETRY_SECONDS = 5

export const pathNotFound = () => new Refusal('not_found', 'There is nothing here.')
export const unreadableJson = () => new Refusal('bad_json', 'The body is not readable JSON.')
export const methodNotAllowed = () =>
  new Refusal('method_not_allowed', 'This method is not possible here.')
export const mailUnavailable = () => new Refusal('mail_unavailable', 'Failed to send OTP.')

/** Every fault of a value, with the text of its schema, which never repeats the input. TypeBox reports a field several times. */
export function* faultsOf(
  validator: ValidationError['validator'],
  value: unknown,
): Generator<FieldProblem> {
  if (!('Errors' in validator)) return
  for (const { path, message, schema } of validator.Errors(value)) {
    const { error } = schema as { error?: unknown }
    const msg = typeof error === 'string' ? error : message
    yield { path: path.slice(1).replaceAll('/', '.'), msg }
  }
}

/** The refusal for these faults. A single fault is also the message. */
export function invalid(errors: readonly FieldProblem[]): Refusal {
  const [only, another] = errors
  const message = only && !another ? only.msg : 'Please check your input.'
  return new Refusal('invalid', message, { errors: [...errors] })
}

/** One fault for each field; `null` for a reply that does not match its schema. Bodies never come here: `Body` checks them. */
function fromValidation({ type, validator, value }: ValidationError): Refusal | null {
  if (type === 'response') return null
  if (type === 'params') return pathNotFound()
  const byPath = Map.groupBy(faultsOf(validator, value), ({ path }) => path)
  return invalid([...byPath.values()].flatMap(([first]) => first ?? []))
}

/** Converts a thrown error to a refusal; returns `null` for an unexpected error. */
export function toRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  if (error instanceof ValidationError) return fromValidation(error)
  if (error instanceof NotFoundError) return pathNotFound()
  // Elysia wraps the errors of a parser.
  if (error instanceof ParseError)
    return error.cause instanceof Refusal ? error.cause : unreadableJson()
  return null
}

/** The response to a refusal: status, additional headers and body. */
export function toReply(refusal: Refusal, requestId: string) {
  const { code, message, details } = refusal
  const status = PROBLEM_STATUS[code]
  const wait = details.retryAfterSeconds ?? (status === 503 ? STORE_RETRY_SECONDS : null)
  return {
    status,
    headers: {
      ...(wait !== null && { 'retry-after': String(wait) }),
      ...(code === 'unauthorized' && { 'www-authenticate': 'Bearer' }),
    },
    body: {
      message,
      error: message,
      code,
      ...(details.errors && { errors: details.errors }),
      ...('current' in details && { current: details.current }),
      requestId,
    } satisfies Problem,
  }
}

export const internal = () =>
  new Refusal('internal', 'Something went wrong on our side. Please try again.')
