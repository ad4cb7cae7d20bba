import { useMedia } from '#client/portal/ui/use-media.ts'

export const PHONE = '(width < 40rem)'

/** A small screen shows lists instead of the grid. */
export const useIsPhone = (): boolean => useMedia(PHONE)
