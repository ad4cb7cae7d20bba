const DURATION_MS = 1_000
/** The height that the navigation covers; `scroll-padding` in the stylesheet has the same value. */
const OFFSET_PX = 70

const easeInOut = (part: number) => (part < 0.5 ? 4 * part ** 3 : 1 - (-2 * part + 2) ** 3 / 2)

let running = 0

/** Scrolls a section below the navigation within a second, at once with reduced motion, and focuses its heading. */
export function scrollToSection(id: string): void {
  const section = document.getElementById(id)
  if (!section) return
  cancelAnimationFrame(running)
  // Renders the sections that the first frame left out, so that their heights are right (client/site/parts/Section.module.css).
  document.documentElement.dataset.whole = ''
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  const stopping = new AbortController()
  const target = () =>
    Math.max(0, Math.round(section.getBoundingClientRect().top + scrollY - OFFSET_PX))
  const from = scrollY
  let startedAt: number | null = null

  function arrive() {
    stopping.abort()
    const heading = section?.querySelector<HTMLElement>('h1, h2')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }
  function step(now: number) {
    startedAt ??= now
    const part = isStill ? 1 : Math.min(1, (now - startedAt) / DURATION_MS)
    // Measured in every frame: a picture above may load meanwhile.
    scrollTo({ top: from + (target() - from) * easeInOut(part), behavior: 'instant' })
    if (part < 1) running = requestAnimationFrame(step)
    else arrive()
  }
  // Not at once: a closing dialog blocks scrolling for a frame.
  running = requestAnimationFrame(step)
  // A person who scrolls meanwhile stops the animation.
  const give = () => {
    cancelAnimationFrame(running)
    stopping.abort()
  }
  for (const type of ['wheel', 'touchstart', 'keydown'])
    addEventListener(type, give, { signal: stopping.signal, passive: true })
}
