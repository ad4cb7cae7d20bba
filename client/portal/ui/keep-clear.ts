import { findFreePlace } from './free-place.ts'

const CONTROLS = 'a, button, input, select, textarea'
/** Room between a toast and a control, in CSS pixels. */
const GAP = 4

/** The controls in the viewport, with some room around each; not those inside `region`. */
const controlsOutside = (region: HTMLElement) =>
  [...document.querySelectorAll<HTMLElement>(CONTROLS)].flatMap((control) => {
    const { left, top, right, bottom } = control.getBoundingClientRect()
    const isInView = bottom > 0 && top < innerHeight && right > left && bottom > top
    if (!isInView || region.contains(control) || !control.checkVisibility()) return []
    return { left: left - GAP, top: top - GAP, right: right + GAP, bottom: bottom + GAP }
  })

/** Moves a fixed region to the nearest place where it covers no control. It stays where it is while that place is free. */
function moveClear(region: HTMLElement): void {
  const { left, top, right, bottom } = region.getBoundingClientRect()
  if (bottom === top) return
  const area = { left: 0, top: 0, right: document.documentElement.clientWidth, bottom: innerHeight }
  const place = findFreePlace({ left, top, right, bottom }, area, controlsOutside(region))
  if (place.left === left && place.top === top) return
  const { m41, m42 } = new DOMMatrix(getComputedStyle(region).transform)
  region.style.transform = `translate(${m41 + place.left - left}px, ${m42 + place.top - top}px)`
}

/** Keeps a fixed region clear of the controls of a page that changes; answers how to end it. */
export function keepClear(region: HTMLElement): () => void {
  const observer = new MutationObserver(() => moveClear(region))
  observer.observe(document.getElementById('main') ?? document.body, {
    childList: true,
    subtree: true,
  })
  moveClear(region)
  return () => {
    observer.disconnect()
    region.style.transform = ''
  }
}
