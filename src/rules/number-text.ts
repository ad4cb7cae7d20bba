/**
 * A whole number with the digits grouped as in India: `10,00,000`. The one format of the server's texts and of all pages. `Intl` would load the
 * tables of all languages at the server's start.
 */
export function grouped(value: number): string {
  if (value < 0) return `-${grouped(-value)}`
  const digits = String(value)
  let text = digits.slice(-3)
  for (let end = digits.length - 3; end > 0; end -= 2)
    text = `${digits.slice(Math.max(0, end - 2), end)},${text}`
  return text
}

/** The whole numbers that a field takes, with the text that refuses any other. */
export type Range = { minimum: number; maximum: number; text: string }

/** `what` begins the text: "A quantity". */
export const toRange = (what: string, minimum: number, maximum: number): Range => ({
  minimum,
  maximum,
  text: `${what} is a whole number from ${grouped(minimum)} to ${grouped(maximum)}.`,
})

export const isWithin = (value: number, { minimum, maximum }: Range): boolean =>
  Number.isInteger(value) && value >= minimum && value <= maximum
