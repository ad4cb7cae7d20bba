/** Waits for something to become true; fails with `what` when it does not within `withinMs`. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  withinMs = 5_000,
): Promise<void> {
  const end = performance.now() + withinMs
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`Waited ${withinMs} ms in vain: ${what}`)
    await Bun.sleep(2)
  }
}
