/** Ends a test that hangs. It is no promise of the product: a test of time measures by itself. */
export const HANGS_AFTER_MS = 60_000

/** Waits for something to become true. Throws an error that names `what` if it never does. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + HANGS_AFTER_MS
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`Waited in vain: ${what}`)
    await Bun.sleep(10)
  }
}
