/** Attributes that Swagger UI's elements lack for a reader with a keyboard or a screen reader. */
const ATTRIBUTES: [selector: string, attributes: Record<string, string>][] = [
  ['pre.microlight', { tabindex: '0' }],
  ['textarea.body-param__text', { 'aria-label': 'Request body' }],
  ['.model-box-control:not(:has(.model-title))', { 'aria-label': 'Details' }],
  ['.close-modal', { 'aria-label': 'Close' }],
  ['.modal-ux', { role: 'dialog', 'aria-label': 'Available authorizations' }],
  ['.modal-ux h6', { role: 'heading', 'aria-level': '5' }],
  ['[aria-label="Apply credentials"]', { 'aria-label': 'Authorize: apply credentials' }],
  ['[aria-label="Remove authorization"]', { 'aria-label': 'Logout: remove authorization' }],
]

/** Escape closes the Authorize dialog and puts the focus back on the button that opened it. */
function closeByEscape(root: HTMLElement): void {
  root.addEventListener('keydown', ({ key }) => {
    const close = root.querySelector<HTMLElement>('.close-modal')
    if (key !== 'Escape' || !close) return
    close.click()
    root.querySelector<HTMLElement>('.btn.authorize')?.focus()
  })
}

export function mendAccessibility(root: HTMLElement): void {
  const mend = () => {
    for (const [selector, attributes] of ATTRIBUTES)
      for (const found of root.querySelectorAll(selector))
        for (const [name, value] of Object.entries(attributes)) found.setAttribute(name, value)
  }
  new MutationObserver(mend).observe(root, { childList: true, subtree: true })
  mend()
  closeByEscape(root)
}
