import { t } from 'elysia'
import { limits } from '#src/contract/limits.ts'
import { nameFault } from '#src/rules/name-text.ts'

/** Raw input may carry this much white space around what counts. */
const PADDING = 200

export const SAMPLE_ID = '019373a0-7c4e-7000-8000-3f1d2a6b9c10'
const CONTROL = '\\x00-\\x1f\\x7f'
/** The same without tab and line ends. */
const CONTROL_IN_TEXT = '\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f'

export const Id = (what: string) =>
  t.String({
    format: 'uuid',
    maxLength: SAMPLE_ID.length,
    error: `${what} must be an id.`,
    examples: [SAMPLE_ID],
  })

/**
 * A name: one line that holds something to be seen, 120 characters at most after trimming. The pattern refuses control characters,
 * which no spreadsheet can hold; the rest is `nameFault`, which patterns of JSON Schema cannot say.
 */
export const Name = (what: string, example: string) =>
  t.String({
    minLength: 1,
    maxLength: limits.nameLength + PADDING,
    pattern: `^\\s*[^\\s${CONTROL}](?:[^${CONTROL}]*[^\\s${CONTROL}])?\\s*$`,
    error: `${what} has 1 to ${limits.nameLength} characters.`,
    judge: (text: string) => nameFault(what, text),
    description: `1 to ${limits.nameLength} characters after trimming, none of them invisible.`,
    examples: [example],
  })

export const ItemName = Name('An item name', 'Brush Round 4')

/** Free text of several lines, which may be empty. */
export const Text = (what: string, max: number) =>
  t.String({
    maxLength: max,
    pattern: `^[^${CONTROL_IN_TEXT}]*$`,
    error: `${what} have ${max} characters at most.`,
    examples: ['On the top shelf'],
  })

/** One of a few words. Not `t.UnionEnum`: that makes the first one a default, which Elysia fills in where none was sent. */
export const OneOf = <const T extends string>(
  values: readonly T[],
  options: { error?: string; description?: string } = {},
) =>
  t.Unsafe<T>(
    t.Union(
      values.map((value) => t.Literal(value)),
      options,
    ),
  )

/** As `toLocaleString('en')`, which would load the tables of all languages at the start. */
const grouped = (value: number): string =>
  value < 1_000
    ? String(value)
    : `${grouped(Math.floor(value / 1_000))},${String(value % 1_000).padStart(3, '0')}`

/** A whole number; `t.Integer` would take "3" as well and documents a union. */
export const Whole = (what: string, minimum: number, maximum: number) =>
  t.Number({
    multipleOf: 1,
    minimum,
    maximum,
    error: `${what} is a whole number from ${grouped(minimum)} to ${grouped(maximum)}.`,
    examples: [12],
  })

/** A whole number in a reply. */
export const Count = (example: number, description?: string) =>
  t.Number({ multipleOf: 1, examples: [example], ...(description && { description }) })

/** A text in a reply. */
export const Told = (example: string, description?: string) =>
  t.String({ examples: [example], ...(description && { description }) })

/** An id in a reply. */
export const Named = (description?: string) => Told(SAMPLE_ID, description)

/** What is said where nothing else is to be told. */
export const Done = t.Object({ message: Told('Order placed.', 'For people; may change.') })
