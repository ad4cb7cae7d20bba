import { useEffect, useState } from 'react'
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
  const [secondsLeft, setSecondsLeft] = useState(() => toSeconds(deadline))
  const [ended, setEnded] = useState(false)

  useEffect(() => {
    if (toSeconds(deadline) === 0) return
    const timer = setInterval(() => {
      const left = toSeconds(deadline)
      setSecondsLeft(left)
      if (left > 0) return
      setEnded(true)
      clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [deadline])

  function restart() {
    const next = Date.now() + limits.codeResendSeconds * 1000
    writeItem('sessionStorage', key, String(next))
    setDeadline(next)
    setSecondsLeft(toSeconds(next))
    setEnded(false)
  }
  return { secondsLeft, ended, restart }
}
