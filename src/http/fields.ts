/** Schemas for the fields of requests and replies, with the patterns and texts of the rules. */
import { t } from 'elysia'
import { limits } from '#src/contract/limits.ts'
import { NAME_PATTERN, nameFault, nameLengthText, readName } from '#src/rules/name-text.ts'
import type { Range } from '#src/rules/number-text.ts'
import { REMARKS_PATTERN, REMARKS_TEXT } from '#src/rules/remarks.ts'
import type { Written } from '#src/store/port.ts'

/** The maximum white space around a text; it is trimmed later. */
export const PADDING = 200

/** An object with a name in the API's description. */
export const Titled = <P extends Parameters<typeof t.Object>[0]>(
  title: string,
  properties: P,
  description?: string,
) => t.Object(properties, { title, ...(description && { description }) })

export const SAMPLE_ID = '019373a0-7c4e-7000-8000-3f1d2a6b9c10'
export const SAMPLE_TIME = '2026-11-22T14:03:11.482Z'

const shown = (example: string | number | boolean, description?: string) => ({
  examples: [example],
  ...(description && { description }),
})

export const Id = (what: string, description?: string) =>
  t.String({
    format: 'uuid',
    maxLength: SAMPLE_ID.length,
    error: `${what} must be an id.`,
    ...shown(SAMPLE_ID, description),
  })

/** The path of a row that has an id. */
export const RowParams = t.Object({ id: Id('id') })

export const Name = (what: string, example: string) =>
  t.String({
    minLength: 1,
    maxLength: limits.nameLength + PADDING,
    pattern: NAME_PATTERN,
    error: nameLengthText(what),
    validate: (text: string) => nameFault(what, text),
    read: readName,
    description: `1 to ${limits.nameLength} characters. Stored in NFC, without white space and invisible marks at its ends and with single spaces. Joiners are allowed where the script spells with them; other invisible characters inside, and more than two accents on a letter, are refused.`,
    examples: [example],
  })

export const ItemName = Name('An item name', 'Brush Round 4')

export const Remarks = t.String({
  maxLength: limits.remarksLength,
  pattern: REMARKS_PATTERN,
  error: REMARKS_TEXT,
  examples: ['On the top shelf'],
})

/** Text of a person, possibly empty, without white space at its ends. */
export const ShortText = (
  what: string,
  most: number,
  { example, description }: { example: string; description: string },
) =>
  t.String({
    maxLength: most,
    pattern: REMARKS_PATTERN,
    error: `${what} has ${most} characters at most.`,
    read: (text: string) => text.trim(),
    description,
    examples: [example],
  })

/** One of a few words. Not `t.UnionEnum`, because Elysia fills in its first value when a request omits the field. */
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

/** True or false. */
export const Flag = (what: string, example: boolean, description?: string) =>
  t.Boolean({ error: `${what} is true or false.`, ...shown(example, description) })

/** A whole number in a request. Not `t.Integer`, which also accepts the text "3" and is described as a union. */
export const integer = (
  { minimum, maximum, text }: Range,
  { example = 12, description }: { example?: number; description?: string } = {},
) =>
  t.Number({
    multipleOf: 1,
    minimum,
    maximum,
    error: text,
    ...shown(example, description),
  })

const text = (example: string, description?: string) => t.String(shown(example, description))

/** The fields of replies, with an example of each. */
export const reply = {
  text,
  integer: (example: number, description?: string) =>
    t.Number({ multipleOf: 1, ...shown(example, description) }),
  id: (description?: string) => text(SAMPLE_ID, description),
  time: (description?: string) =>
    t.String({ format: 'date-time', ...shown(SAMPLE_TIME, description) }),
  /** The verified address of an account, for administrators. */
  address: text('film-club@campus.example', 'The verified address. Only administrators read it.'),
  /** A whole reply: a message alone. */
  message: (example: string) =>
    t.Object({ message: text(example, 'Text for people. It may change.') }),
}

/** The reply to a write of which an administrator reads the batch. */
export const Batched = <P extends Parameters<typeof t.Object>[0]>(title: string, properties: P) =>
  Titled(title, {
    ...properties,
    batch: t.Optional(
      text(SAMPLE_ID, 'The batch of this call in the history. Absent when nothing changed.'),
    ),
  })

/** The value of a write as its reply, with the batch if there is one. */
export const withBatch = <V extends object>({
  value,
  batch,
}: Pick<Written<V>, 'value' | 'batch'>) => ({ ...value, ...(batch && { batch }) })
