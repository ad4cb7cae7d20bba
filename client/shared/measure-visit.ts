const asksNotToBeTracked = () =>
  navigator.doNotTrack === '1' ||
  ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true)

/** Reports the speed of this visit to the department's own server, once the page has loaded. Respects Do Not Track. */
export function measureVisit(): void {
  if (asksNotToBeTracked()) return
  const start = () => void import('./vitals.ts').catch(() => {})
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
}
