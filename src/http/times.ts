import { t } from 'elysia'
import { timeFault } from '#src/rules/window.ts'
import { invalid } from './errors.ts'
import { SAMPLE_TIME } from './fields.ts'

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

/** Milliseconds since 1970. Throws `invalid` for a time that no calendar has, such as 31 June, and for one outside the years that a time may have. */
export function toMs(path: string, text: string): number {
  // `Date.parse` reads 31 June as 1 July.
  const day = text.slice(0, 10)
  const start = Date.parse(day)
  const isDay = !Number.isNaN(start) && new Date(start).toISOString().startsWith(day)
  const ms = isDay ? Date.parse(text) : Number.NaN
  const msg = timeFault(ms)
  if (msg !== null) throw invalid([{ path, msg }])
  return ms
}
