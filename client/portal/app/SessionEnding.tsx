import { useEffect } from 'react'
import { toast } from 'react-hot-toast/headless'
import { endSession, useSessionEnding } from '#client/shared/session.ts'
import { Button } from '#client/portal/ui/Button.tsx'

const ID = 'session-ending'

export function SessionEnding() {
  const ending = useSessionEnding()
  useEffect(() => {
    if (!ending) return
    toast(
      <>
        Your session ends within a minute. Unsaved work is kept.
        <Button onClick={() => endSession('renewed')}>Sign in again</Button>
      </>,
      { id: ID, duration: Infinity },
    )
    return () => toast.dismiss(ID)
  }, [ending])
  return null
}
