import type { FormProblem } from '#client/portal/ui/ErrorSummary.tsx'
import { ApiError } from '#client/portal/data/api.ts'

/** The input of the mailed code. */
export const CODE_ID = 'verificationCode'

export type FailureTexts = {
  network: string
  failed: string
}

/** The problems of a failed call. Inputs have the names of the call's fields, so an error of a field goes to its input. */
export function toFormProblems(
  error: unknown,
  fieldIds: readonly string[],
  { network, failed }: FailureTexts,
): FormProblem[] {
  if (!(error instanceof ApiError)) return [{ text: network }]
  const byField = error.errors.map(({ path, msg }) =>
    fieldIds.includes(path) ? { text: msg, fieldId: path } : { text: msg },
  )
  if (byField.length > 0) return byField
  if (error.code === 'invalid_code') return [{ text: error.message, fieldId: CODE_ID }]
  return [{ text: error.answer ?? (error.code === 'network' ? network : failed) }]
}

export const problemAt = (problems: readonly FormProblem[], id: string): string | undefined =>
  problems.find(({ fieldId }) => fieldId === id)?.text
