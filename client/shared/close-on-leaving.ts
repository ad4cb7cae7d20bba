/**
 * A `ref` for the element around a popover and its button: closes the popover when something outside gets the focus. A press on the bare
 * page focuses nothing; there the browser closes it.
 */
export function closeOnLeaving(element: HTMLElement | null): void {
  element?.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !element.contains(relatedTarget))
      element.querySelector<HTMLElement>('[popover]')?.hidePopover()
  })
}
