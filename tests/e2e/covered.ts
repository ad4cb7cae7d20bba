import type { Page } from '@playwright/test'

/** The controls of bars that stay where they are, such as the navigation, over which a toast lies, wholly or in part. */
export const findCovered = (page: Page) =>
  page.evaluate(() => {
    const positionOf = (element: Element) => getComputedStyle(element).position
    const stays = (element: Element | null): boolean =>
      element !== null && (/fixed|sticky/.test(positionOf(element)) || stays(element.parentElement))
    const toasts = [...document.querySelectorAll('output > [data-type]')]
    // Nothing outside an open dialog can be pressed.
    const room = document.querySelector('dialog:modal') ?? document
    return [...room.querySelectorAll<HTMLElement>('a, button, input, select')].flatMap(
      (control) => {
        const a = control.getBoundingClientRect()
        const covers = (toast: Element) => {
          const b = toast.getBoundingClientRect()
          return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
        }
        const isOutside = toasts.every((toast) => !toast.contains(control))
        return isOutside && stays(control) && control.checkVisibility() && toasts.some(covers)
          ? [control.ariaLabel ?? control.textContent]
          : []
      },
    )
  })
