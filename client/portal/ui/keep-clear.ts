import { findFreePlace } from './free-place.ts'

const CONTROLS = 'a, button, input, select, textarea'
/** Room between a toast and a control, in CSS pixels. */
const GAP = 4

/** Rows, cards and their groups: one out of view has no control in view. */
const PARTS = 'ul, li, tr'

const isInView = ({ left, top, right, bottom }: DOMRect) =>
  bottom > 0 && top < innerHeight && right > left && bottom > top

/** Whether an element is out of view with all that it contains. A list of `display: contents` has no box and says nothing about its cards. */
function isOutOfView(part: Element): boolean {
  const box = part.getBoundingClientRect()
  return box.width > 0 && !isInView(box)
}

/** The controls inside `element` that may be in view, but not those inside `region`. Measuring hundreds of others would take too long. */
function controlsIn(element: Element, region: HTMLElement): Element[] {
  if (element === region || element.matches('[hidden]')) return []
  if (element.matches(CONTROLS)) return [element]
  if (element.matches(PARTS) && isOutOfView(element)) return []
  return [...element.children].flatMap((child) => controlsIn(child, region))
}

/** The boxes of the controls in the viewport, with some room around each; not of those inside `region`. */
const controlsOutside = (region: HTMLElement) =>
  controlsIn(document.body, region).flatMap((control) => {
    const box = control.getBoundingClientRect()
    if (!isInView(box) || !control.checkVisibility()) return []
    const { left, top, right, bottom } = box
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
