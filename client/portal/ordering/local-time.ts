export const twoDigits = (value: number) => String(value).padStart(2, '0')

/** What a `datetime-local` input holds, in the time zone of the machine. */
export function toInput(at: number | null): string {
  if (at === null) return ''
  const time = new Date(at)
  const date = [time.getFullYear(), time.getMonth() + 1, time.getDate()].map(twoDigits).join('-')
  return `${date}T${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}`
}

/**
 * The time that a `datetime-local` input means; `before` is the one that it began with. An input that is as it began keeps that time to the
 * millisecond: an hour that the clocks go through twice has two times for one text, of which a new text means the first.
 */
export function fromInput(text: string, before: number | null): number | null {
  if (text === toInput(before)) return before
  return text === '' ? null : new Date(text).getTime()
}
