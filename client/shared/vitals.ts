import { type Metric as Measured, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'
import type { VitalsReport } from '#src/contract/vitals.ts'
import { pageAt } from './pages.ts'

const page = pageAt(location.pathname)?.path

/** Collects the Web Vitals of this visit and sends them once, when the page is hidden. */
export function reportVitals(): void {
  if (!page) return
  const values: VitalsReport['values'] = {}
  const keep = ({ name, value }: Measured) => {
    values[name] = value
  }
  onCLS(keep)
  onFCP(keep)
  onINP(keep)
  onLCP(keep)
  onTTFB(keep)
  const listening = new AbortController()
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState !== 'hidden' || Object.keys(values).length === 0) return
      listening.abort()
      const report: VitalsReport = { page, values }
      navigator.sendBeacon(
        '/vitals',
        new Blob([JSON.stringify(report)], { type: 'application/json' }),
      )
    },
    { signal: listening.signal },
  )
}
