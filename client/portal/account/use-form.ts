import { useEffect, useState } from 'react'
import { ApiError } from '#client/portal/data/api.ts'
import type { FormProblem } from '#client/portal/ui/ErrorSummary.tsx'
import { useBusy } from '#client/portal/ui/use-busy.ts'
import { problemAt, toFormProblems } from './form-problems.ts'

const FAILED = {
  network: 'Not saved. Check your connection and try again.',
  failed: 'Not saved. Please try again.',
}

/** A small form. Its problems stand at its fields, whose ids are the names of the call's fields; the first wrong one gets the focus. */
export function useForm(...fieldIds: string[]) {
  const [busy, run] = useBusy()
  const [problems, setProblems] = useState<FormProblem[]>([])
  useEffect(() => {
    document.getElementById(problems.find(({ fieldId }) => fieldId)?.fieldId ?? '')?.focus()
  }, [problems])
  return {
    busy,
    errorOf: (id: string) => problemAt(problems, id),
    /** The problem of no field. */
    error: problems.find(({ fieldId }) => !fieldId)?.text,
    /** Sends what has no `faults`; what else is wrong is said by the server. */
    send(faults: readonly (FormProblem | false)[], task: () => Promise<unknown>): void {
      const found = faults.filter((fault) => fault !== false)
      setProblems(found)
      if (found.length > 0) return
      void run(async () => {
        try {
          await task()
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          setProblems(toFormProblems(error, fieldIds, FAILED))
        }
      })
    },
  }
}
