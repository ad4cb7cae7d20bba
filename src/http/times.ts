import { t } from 'elysia'
import { invalid } from './errors.ts'

export const SAMPLE_TIME = '2026-11-22T14:03:11.482Z'
const TIME_PATTERN = String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$`

/** A time with its zone, in ISO 8601, in a request. */
export const TimeField = (what: string, description: string) =>
  t.String({
    format: 'date-time',
    maxLength: 40,
    pattern: TIME_PATTERN,
    error: `${what} must be a time with its zone, such as ${SAMPLE_TIME}.`,
    examples: [SAMPLE_TIME],
    description,
  })

/** A time in a reply. */
export const TimeReply = (description?: string) =>
  t.String({
    format: 'date-time',
    examples: [SAMPLE_TIME],
    ...(description && { description }),
  })

/** In another zone too, the year of such a time has the four digits that a time in a reply has. */
const YEARS = { first: 2000, last: 9998 }

/** Milliseconds since 1970. Throws `invalid` for a time that no calendar has, such as 31 June, and for one outside the years 2000 to 9998. */
export function toMs(path: string, text: string): number {
  const ms = Date.parse(text)
  if (Number.isNaN(ms)) throw invalid([{ path, msg: `${path} is no time of the calendar.` }])
  const year = new Date(ms).getUTCFullYear()
  if (year < YEARS.first || year > YEARS.last)
    throw invalid([{ path, msg: `${path} must be in the years ${YEARS.first} to ${YEARS.last}.` }])
  return ms
}
