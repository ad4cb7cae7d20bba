import type { CDPSession } from '@playwright/test'

/** Larger than every page that is measured. */
const BOUNDS = { width: 1_600, height: 1_000 }

/**
 * Makes the browser's window larger than its page. The headless browser draws less than the window, by the height of the bars that it does
 * not show: an event that changes something only below that would seem to wait for the next frame that is drawn.
 */
export async function enlargeWindow(session: CDPSession): Promise<void> {
  const { windowId } = await session.send('Browser.getWindowForTarget')
  await session.send('Browser.setWindowBounds', { windowId, bounds: BOUNDS })
}
