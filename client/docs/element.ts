/** The element of `docs.html` with this id. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (!found) throw new Error(`docs.html has no ${id}.`)
  return found
}
