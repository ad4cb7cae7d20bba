/** Gives names to controls of Swagger UI that have none. */
const MENDED: [selector: string, mend: (found: HTMLElement) => void][] = []

/** Mends what is in `root` now, and what appears there later. */
export function mendAccessibility(root: HTMLElement): void {
  const mendAll = () => {
    for (const [selector, mend] of MENDED)
      for (const found of root.querySelectorAll<HTMLElement>(selector)) mend(found)
  }
  new MutationObserver(mendAll).observe(root, { childList: true, subtree: true })
  mendAll()
}
