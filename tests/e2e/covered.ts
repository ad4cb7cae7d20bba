import type { Page } from '@playwright/test'

/** The controls that a toast lies over, wholly or in part. */
export const findCovered = (page: Page) =>
  page.evaluate(() => {
    const toasts = [...document.querySelectorAll('output')].filter(
      (output) => getComputedStyle(output).position === 'fixed',
    )
    return [...document.querySelectorAll<HTMLElement>('a, button, input, select')].flatMap(
      (control) => {
        const a = control.getBoundingClientRect()
        const covers = (toast: Element) => {
          const b = toast.getBoundingClientRect()
          return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
        }
        const isOutside = toasts.every((toast) => !toast.contains(control))
        return isOutside && control.checkVisibility() && toasts.some(covers)
          ? [control.ariaLabel ?? control.textContent]
          : []
      },
    )
  })
