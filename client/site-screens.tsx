import type { ScreenTable } from './shell/Screens.tsx'

/** The public pages by address. */
export const siteScreens: ScreenTable = {}
