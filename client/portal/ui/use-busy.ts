import { useCallback, useRef, useState } from 'react'
import { showFailure } from './toast.ts'

/** Whether a task is under way, and how to begin one; while one is, no other begins. Busy ends whatever a task throws, and the page says so. */
export function useBusy() {
  const [busy, setBusy] = useState(false)
  const isBusy = useRef(false)
  const run = useCallback(async (task: () => Promise<unknown>): Promise<void> => {
    if (isBusy.current) return
    isBusy.current = true
    setBusy(true)
    try {
      await task()
    } catch (error) {
      showFailure('Something went wrong. Please try again.')
      reportError(error)
    } finally {
      isBusy.current = false
      setBusy(false)
    }
  }, [])
  return [busy, run] as const
}
