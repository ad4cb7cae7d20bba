/** Places an element by the object model: the content security policy drops style attributes. Pixels. */
export function place(
  element: HTMLElement | null,
  sizes: Partial<Record<'left' | 'margin-left' | 'top' | 'width' | 'height', number>>,
): void {
  for (const [property, pixels] of Object.entries(sizes))
    element?.style.setProperty(property, `${pixels}px`)
}
