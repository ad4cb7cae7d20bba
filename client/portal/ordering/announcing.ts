import { counted } from '#src/rules/number-text.ts'
import { showToast } from '#client/portal/ui/toast.ts'

export const NOT_ANNOUNCED = 'Not announced. Check your connection and try again.'

/** How many decisions are announced, and to how many clubs. */
export type Announced = { lines: number; clubs: number }

export const sayAnnounced = ({ lines, clubs }: Announced) =>
  showToast(`Announced ${counted(lines, 'decision')} to ${counted(clubs, 'club')}`)
