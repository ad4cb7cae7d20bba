/** What interaction.ts and board-page.ts measure, in words and as a table. */
import { row } from './figures.ts'

export type Measured = {
  /** Screen and action: "Items: type a search". */
  name: string
  size: 'phone' | 'desktop'
  unit: 'ms' | 'kB' | 'px'
  median: number
  /** What 98 of 100 took at most. */
  p98: number
  /** `p98` may be as much. */
  goal: number
}

/** The value that a part of all values do not exceed. 0 without values. */
export const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? 0

const isMissed = ({ p98, goal }: Measured) => p98 > goal

/** Prints one figure as soon as it is measured. */
export function tell(one: Measured): void {
  const { name, size, unit, median, p98, goal } = one
  const figures = `median ${median.toFixed(0)} ${unit}, 98 of 100 ${p98.toFixed(0)} ${unit}`
  console.log(`${size}, ${name}: ${figures} (goal ${goal})${isMissed(one) ? ' – missed' : ''}`)
}

/** The table of docs/benchmarks.md: each action, its median and what 98 of 100 took, and the goal. */
export function formatMeasured(all: readonly Measured[]): string {
  const cell = (one: Measured | undefined) =>
    one
      ? `${one.median.toFixed(0)}, ${one.p98.toFixed(0)}${isMissed(one) ? ' **missed**' : ''}`
      : ''
  const byName = Map.groupBy(all, ({ name }) => name)
  const lines = [...byName].map(([name, sizes]) => {
    const [{ unit, goal } = { unit: 'ms', goal: 0 }] = sizes
    const of = (wanted: Measured['size']) => sizes.find(({ size }) => size === wanted)
    return row([`${name}, ${unit}`, cell(of('phone')), cell(of('desktop')), String(goal)])
  })
  const met = all.filter((one) => !isMissed(one)).length
  return [
    `${met} of ${all.length} meet their goal.`,
    '',
    row(['', 'phone: median, 98 of 100', 'desktop: median, 98 of 100', 'goal']),
    row(['---', '--:', '--:', '--:']),
    ...lines,
  ].join('\n')
}
