/** Collects the Web Vitals of this visit and sends them once, when the page is hidden. */
import { type Metric as Measured, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'
import type { VitalsReport } from '#src/contract/vitals.ts'
import { pageAt } from './pages.ts'

const page = pageAt(location.pathname)?.path
const values: VitalsReport['values'] = {}
const keep = ({ name, value }: Measured) => {
  values[name] = value
}
for (const measure of [onCLS, onFCP, onINP, onLCP, onTTFB]) measure(keep)

const listening = new AbortController()
document.addEventListener(
  'visibilitychange',
  () => {
    if (!page || document.visibilityState !== 'hidden' || Object.keys(values).length === 0) return
    listening.abort()
    const report: VitalsReport = { page, values }
    navigator.sendBeacon(
      '/vitals',
      new Blob([JSON.stringify(report)], { type: 'application/json' }),
    )
  },
  { signal: listening.signal },
)
