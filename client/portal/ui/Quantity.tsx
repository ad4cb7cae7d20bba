import { grouped } from '#src/rules/number-text.ts'

/** A number in a column of numbers; a zero is fainter. */
export function Quantity({ value }: { value: number }) {
  return <span data-zero={value === 0 || undefined}>{grouped(value)}</span>
}
