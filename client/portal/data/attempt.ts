import { useState } from 'react'
import { showFailure } from '#client/portal/ui/toast.ts'
import { useBusy } from '#client/portal/ui/use-busy.ts'
import { ApiError } from './api.ts'

const toMessage = ({ message }: ApiError): string => message

/** Runs a task that calls the server. Answers whether it succeeded; if it failed, calls `say` with the text that `toText` makes of the error. */
export async function attempt(
  task: () => Promise<unknown>,
  toText: (error: ApiError) => string = toMessage,
  say: (text: string) => unknown = showFailure,
): Promise<boolean> {
  try {
    await task()
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    say(toText(error))
    return false
  }
}

/** Runs calls, one at a time. `failure` is the text that `toText` makes of the last error. */
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
