import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** When the page is being printed, the time of it; else `null`. */
export function usePrinting(): Date | null {
  const [printedAt, setPrintedAt] = useState<Date | null>(null)
  useEffect(() => {
    const begin = () => flushSync(() => setPrintedAt(new Date()))
    const end = () => setPrintedAt(null)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return printedAt
}
