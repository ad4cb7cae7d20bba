import { grouped } from '#src/rules/number-text.ts'

export function Quantity({ value }: { value: number }) {
  return <span data-zero={value === 0 || undefined}>{grouped(value)}</span>
}
