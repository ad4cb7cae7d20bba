import { counted } from '#src/rules/number-text.ts'
import { showToast } from '#client/portal/ui/toast.ts'

export const NOT_ANNOUNCED = 'Not announced. Check your connection and try again.'

export const sayAnnounced = ({ lines, clubs }: { lines: number; clubs: number }) =>
  showToast(`Announced ${counted(lines, 'decision')} to ${counted(clubs, 'club')}`)
