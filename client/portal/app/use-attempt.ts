import { useState } from 'react'
import { ApiError } from '#client/portal/data/api.ts'
import { useBusy } from '#client/portal/ui/use-busy.ts'

/** Runs calls, one at a time. `failure` says why the last one failed, in the words that `toText` finds for it. */
export function useAttempt(toText = ({ message }: ApiError): string => message) {
  const [busy, run] = useBusy()
  const [failure, setFailure] = useState('')
  const attempt = (task: () => Promise<unknown>): void => {
    setFailure('')
    void run(async () => {
      try {
        await task()
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        setFailure(toText(error))
      }
    })
  }
  return { busy, failure, setFailure, attempt }
}
