/** Days and times in words, in the time zone of the machine. `Intl` would load the tables of all languages when the server starts. */
const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
const MONTHS =
  'January February March April May June July August September October November December'.split(' ')

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** `18:04`. */
export const clockText = (at: Date): string =>
  `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`

/** `27 November`, with the year if it is not that of `now`. */
export const dateText = (at: Date, now: Date) => {
  const year = at.getFullYear() === now.getFullYear() ? '' : ` ${at.getFullYear()}`
  return `${at.getDate()} ${MONTHS[at.getMonth()]}${year}`
}

/** On which day something happened, after a verb: `today`, `on 27 November`. */
export const sinceText = (at: Date, now: Date): string =>
  daysBefore(at, now) === 0 ? 'today' : `on ${dateText(at, now)}`

/** `Friday, 27 November`, with the year if it is not that of `now`. */
export const dayText = (at: Date, now: Date): string =>
  `${WEEKDAYS[at.getDay()]}, ${dateText(at, now)}`

/** `27 Nov`, with the year if it is not that of `now`. */
export function shortDateText(at: Date, now: Date): string {
  const [date, month = '', year] = dateText(at, now).split(' ')
  return [date, month.slice(0, 3), ...(year === undefined ? [] : [year])].join(' ')
}

/** `Fri 27 Nov`, with the year if it is not that of `now`. */
export const shortDayText = (at: Date, now: Date): string =>
  `${WEEKDAYS[at.getDay()]?.slice(0, 3)} ${shortDateText(at, now)}`

/** `14:05` today, else `Fri 27 Nov, 14:05`. */
export const shortWhenText = (at: Date, now: Date): string =>
  daysBefore(at, now) === 0 ? clockText(at) : `${shortDayText(at, now)}, ${clockText(at)}`

/** Midnight at the beginning of a day, `days` later. */
export const startOfDay = (at: Date, days = 0): Date =>
  new Date(at.getFullYear(), at.getMonth(), at.getDate() + days)

/** How many midnights lie between a time and `now`. */
export const daysBefore = (at: Date, now: Date): number =>
  Math.round((startOfDay(now).getTime() - startOfDay(at).getTime()) / 86_400_000)

/** What a day is called, and the rest of its date: `Today` and `Tuesday, 1 December`, or `Sunday` and `29 November`. */
export function dayName(at: Date, now: Date): { name: string; rest: string } {
  const days = daysBefore(at, now)
  if (days === 0) return { name: 'Today', rest: dayText(at, now) }
  if (days === 1) return { name: 'Yesterday', rest: dayText(at, now) }
  if (days > 1 && days < 7) return { name: WEEKDAYS[at.getDay()] ?? '', rest: dateText(at, now) }
  return { name: dayText(at, now), rest: '' }
}

/** When something happened, after a verb: `at 13:41`, `yesterday at 13:41`, `on Fri 27 Nov at 13:41`. */
export function whenText(at: Date, now: Date): string {
  const days = daysBefore(at, now)
  const time = `at ${clockText(at)}`
  if (days === 0) return time
  return days === 1 ? `yesterday ${time}` : `on ${shortDayText(at, now)} ${time}`
}
