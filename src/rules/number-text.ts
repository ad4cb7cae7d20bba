/**
 * Formats a whole number with Indian digit groups: `10,00,000`. The server's texts and all pages use it. `Intl` would load the tables of
 * all languages when the server starts.
 */
export function grouped(value: number): string {
  if (value < 0) return `-${grouped(-value)}`
  const digits = String(value)
  let text = digits.slice(-3)
  for (let end = digits.length - 3; end > 0; end -= 2)
    text = `${digits.slice(Math.max(0, end - 2), end)},${text}`
  return text
}

/** The whole numbers that a field accepts, and the error text for any other value. */
export type Range = { minimum: number; maximum: number; text: string }

/** The error text starts with `what`, such as "A quantity". */
export const toRange = (what: string, minimum: number, maximum: number): Range => ({
  minimum,
  maximum,
  text: `${what} is a whole number from ${grouped(minimum)} to ${grouped(maximum)}.`,
})

export const isWithin = (value: number, { minimum, maximum }: Range): boolean =>
  Number.isInteger(value) && value >= minimum && value <= maximum
