const asksNotToBeTracked = () =>
  navigator.doNotTrack === '1' ||
  ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true)

/** Measures this visit's speed for the department's own server, once the page has loaded; not of who asks not to be tracked. */
export function measureVisit(): void {
  if (asksNotToBeTracked()) return
  const start = () =>
    void import('./vitals.ts').then(
      ({ reportVitals }) => reportVitals(),
      () => {},
    )
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
}
