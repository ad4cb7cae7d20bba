import type { FormProblem } from '#client/portal/ui/ErrorSummary.tsx'
import { ApiError } from '#client/portal/api.ts'

export type FailureTexts = {
  /** Said when no answer came. */
  network: string
  /** Said when the answer has no words. */
  failed: string
}

/** What a failed call says, by field where the server names one of `fieldIds`: inputs are named like the fields of the call. */
export function toFormProblems(
  error: unknown,
  fieldIds: readonly string[],
  { network, failed }: FailureTexts,
): FormProblem[] {
  if (!(error instanceof ApiError) || error.code === 'network') return [{ text: network }]
  const byField = error.errors.map(({ path, msg }) =>
    fieldIds.includes(path) ? { text: msg, fieldId: path } : { text: msg },
  )
  return byField.length > 0 ? byField : [{ text: error.message || failed }]
}

export const problemAt = (problems: readonly FormProblem[], id: string): string | undefined =>
  problems.find(({ fieldId }) => fieldId === id)?.text
