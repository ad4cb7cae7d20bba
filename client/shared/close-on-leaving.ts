/** For the element around a popover and its button: closes the popover when the focus goes elsewhere. */
export function closeOnLeaving(element: HTMLElement | null): void {
  element?.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !element.contains(relatedTarget))
      element.querySelector<HTMLElement>('[popover]')?.hidePopover()
  })
}
