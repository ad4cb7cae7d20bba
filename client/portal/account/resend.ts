import { useEffect, useReducer, useState } from 'react'
import { limits } from '#src/contract/limits.ts'
import { readItem, writeItem } from '#client/shared/storage.ts'

const readDeadline = (key: string) => Number(readItem('sessionStorage', key)) || 0
const toSeconds = (deadline: number) => Math.max(0, Math.ceil((deadline - Date.now()) / 1000))

/**
 * Counts down until another code can be requested. It keeps the end as a time, so that a reload continues the countdown and a device
 * that slept is not late. `ended`: the countdown ended while this page was open.
 */
export function useResend(name: string) {
  const key = `resend:${name}`
  const [deadline, setDeadline] = useState(() => readDeadline(key))
  const [wasWaiting, setWasWaiting] = useState(false)
  const [, showAgain] = useReducer((count: number) => count + 1, 0)
  const secondsLeft = toSeconds(deadline)
  const isWaiting = secondsLeft > 0
  if (isWaiting && !wasWaiting) setWasWaiting(true)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(showAgain, 250)
    return () => clearInterval(timer)
  }, [isWaiting])

  function restart() {
    const next = Date.now() + limits.codeResendSeconds * 1000
    writeItem('sessionStorage', key, String(next))
    setDeadline(next)
  }
  return { secondsLeft, ended: wasWaiting && !isWaiting, restart }
}
