/** `1,000,000`. `toLocaleString('en')` would load the tables of all languages at the start. */
export function grouped(value: number): string {
  if (value < 0) return `-${grouped(-value)}`
  return value < 1_000
    ? String(value)
    : `${grouped(Math.floor(value / 1_000))},${String(value % 1_000).padStart(3, '0')}`
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
