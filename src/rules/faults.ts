import type { ProblemCode } from '#src/contract/problem.ts'
import { Refusal } from './refusal.ts'

/** One fault of a request. `path` points at the field, with the names of `contract/line.ts` for the fields of a line. */
export type Fault = { code: ProblemCode; path: string; msg: string }

/** The refusal for one fault. */
export const refusalOf = (code: ProblemCode, path: string, msg: string) =>
  new Refusal(code, msg, { errors: [{ path, msg }] })

/** The message quotes at most this many different texts. */
const SPELT_OUT = 3

/** The texts of faults in one message. */
export function quoted(faults: readonly Pick<Fault, 'msg'>[]): string {
  const texts = [...new Set(faults.map(({ msg }) => msg))]
  const more = texts.length - SPELT_OUT
  return texts.slice(0, SPELT_OUT).join(' ') + (more > 0 ? ` (and ${more} more)` : '')
}

/** Throws a `Refusal` if there is any fault. It lists every fault and has the code of the first. */
export function refuse(faults: readonly Fault[]): void {
  const [first] = faults
  if (!first) return
  throw new Refusal(first.code, quoted(faults), {
    errors: faults.map(({ path, msg }) => ({ path, msg })),
  })
}

export const SUM_TOO_LARGE = 'This would come to 1,000,000,000 or more.'
