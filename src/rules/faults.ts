import type { ProblemCode } from '#src/contract/problem.ts'
import { Refusal } from './refusal.ts'

/** One thing that is wrong with a request; `path` points at the field. */
export type Fault = { code: ProblemCode; path: string; msg: string }

const SPELT_OUT = 3

/** Throws if anything is wrong: one entry for each fault, under the code of the first. */
export function refuse(faults: readonly Fault[]): void {
  const [first] = faults
  if (!first) return
  const texts = [...new Set(faults.map((fault) => fault.msg))]
  const more = texts.length - SPELT_OUT
  const message = texts.slice(0, SPELT_OUT).join(' ') + (more > 0 ? ` (and ${more} more)` : '')
  throw new Refusal(first.code, message, {
    errors: faults.map(({ path, msg }) => ({ path, msg })),
  })
}

export const SUM_TOO_LARGE = 'This would come to 1,000,000,000 or more.'
