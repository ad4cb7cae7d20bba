declare global {
  interface Window {
    /** The button that was pressed last; kept by a script in the page, see client/build/splash.ts. */
    earlyPress?: Element | null
  }
}

/** Runs `draw`, which replaces the prerendered page, and then repeats a press on a button that came before. */
export function repeatEarlyPress(draw: () => void): void {
  const buttons = () => [...document.querySelectorAll('button')]
  const place = buttons().findIndex((button) => button === window.earlyPress)
  draw()
  // The navigation comes first and is the same in both pages.
  buttons()[place]?.click()
}
