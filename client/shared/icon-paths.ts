import type { portalIconPaths } from './portal-icon-paths.ts'

/** Drawn on a grid of 24, 2 px wide, with the cut ends of a flat brush. */
const iconPaths = {
  menu: 'M3 6h18M3 12h18M3 18h12',
  close: 'M5 5l14 14M19 5L5 19',
  external: 'M9 5H5v14h14v-4M13 5h6v6M19 5l-9 9',
  left: 'M20 12H5M11 5.5L4.5 12l6.5 6.5',
  right: 'M4 12h15M13 5.5l6.5 6.5-6.5 6.5',
  chevron: 'M6 9l6 6 6-6',
  play: 'M7 4l13 8-13 8z',
  mail: 'M3 5h18v14H3zM3 6l9 7.5L21 6',
  enlarge: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  linkedin: 'M4.5 10v10M4.5 4.5v2.5M10 20V10M10 14q0-4 4.5-4T19 14v6',
  instagram: 'M4 4h16v16H4zM12 8.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 0 0 0-7zM16.5 6.5v2',
  x: 'M4 4l16 16M20 4l-6.8 7M4 20l6.5-6.8',
  chat: 'M3.5 20.5L5 16A8.5 8.5 0 1 1 8.5 19.3z',
} as const

/** Those of the portal exist after `addIcons`. */
export type IconName = keyof typeof iconPaths | keyof typeof portalIconPaths

const known: Partial<Record<IconName, string>> = { ...iconPaths }

export const pathOfIcon = (name: IconName) => known[name]

/** Adds the icons that only the portal shows, so that the site does not load them. */
export const addIcons = (paths: typeof portalIconPaths) => Object.assign(known, paths)
