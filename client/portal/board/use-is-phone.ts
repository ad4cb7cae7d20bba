import { useMedia } from '#client/portal/ui/use-media.ts'

/** A phone on its side is as wide as a small tablet, and too low for a grid with a bar above and below it. */
const PHONE = '(width < 40rem), (height < 30rem) and (width < 64rem) and (pointer: coarse)'

/** A small screen shows lists instead of the grid. */
export const useIsPhone = (): boolean => useMedia(PHONE)
