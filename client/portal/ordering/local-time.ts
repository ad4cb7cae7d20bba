const MINUTE = 60_000

/** What a `datetime-local` input holds, in the time zone of the machine. */
export const toInput = (at: number | null): string =>
  at === null
    ? ''
    : new Date(at - new Date(at).getTimezoneOffset() * MINUTE).toISOString().slice(0, 16)

/**
 * The time that a `datetime-local` input means; `before` is the one that it began with. An input that is as it began keeps that time to the
 * millisecond: an hour that the clocks go through twice has two times for one text, of which a new text means the first.
 */
export function fromInput(text: string, before: number | null): number | null {
  if (text === toInput(before)) return before
  return text === '' ? null : new Date(text).getTime()
}
