import { useState } from 'react'
import type { ApiError } from '#client/portal/data/api.ts'
import { attempt } from '#client/portal/data/attempt.ts'
import { useBusy } from '#client/portal/ui/use-busy.ts'

/** Runs calls, one at a time. `failure` says why the last one failed, in the words that `toText` finds for it. */
export function useAttempt(toText?: (error: ApiError) => string) {
  const [busy, run] = useBusy()
  const [failure, setFailure] = useState('')
  return {
    busy,
    failure,
    setFailure,
    attempt(task: () => Promise<unknown>): void {
      setFailure('')
      void run(() => attempt(task, toText, setFailure))
    },
  }
}
