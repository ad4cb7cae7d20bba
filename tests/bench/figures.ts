/** Keeps every measured value, and prints one table of them. */
import { cpus } from 'node:os'

/** Row → target → one value for each round. */
const rows = new Map<string, Map<string, number[]>>()
/** What was expected and is not so. */
const faults: string[] = []

export function keep(row: string, target: string, ...values: readonly number[]): void {
  const byTarget = rows.get(row) ?? new Map<string, number[]>()
  rows.set(row, byTarget)
  byTarget.set(target, [...(byTarget.get(target) ?? []), ...values])
}

/** Reports a fault unless `isTrue`. The run goes on and ends with 1. */
export function expectTrue(isTrue: boolean, what: string): void {
  if (isTrue) return
  faults.push(what)
  console.error(`  FAULT ${what}`)
}

export const listFaults = (): readonly string[] => faults

/** The value that a part of all values do not exceed. */
export const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * part) - 1)] ?? Number.NaN

export const median = (values: readonly number[]): number => percentile(values, 0.5)

function short(value: number): string {
  if (value >= 1_000) return Math.round(value).toLocaleString('en')
  return value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2)
}

/** Targets of one round were disturbed equally, so their ratio is the median of the ratios within rounds. */
function ratio(ours: readonly number[], theirs: readonly number[] | undefined): string {
  if (!theirs || theirs.length === 0) return ''
  const ratios = ours.flatMap((value, round) => {
    const other = theirs[round]
    return other === undefined ? [] : [value / other]
  })
  return median(ratios).toFixed(2)
}

/** Medians with the least and the most of each target, and the portal's ratios to Express. */
export function formatTable(names: readonly string[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const seen = names.filter((name) => [...rows.values()].some((byTarget) => byTarget.has(name)))
  const head = ['median (least–most)', ...seen, 'portal ÷ express']
  return [
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model.trim()}, Bun ${Bun.version}`,
    '',
    line(head),
    line(['---', ...head.slice(1).map(() => '--:')]),
    ...[...rows].map(([row, byTarget]) => {
      const cells = seen.map((name) => {
        const values = byTarget.get(name)
        if (!values) return ''
        if (values.length === 1) return short(median(values))
        return `${short(median(values))} (${short(Math.min(...values))}–${short(Math.max(...values))})`
      })
      const ours = byTarget.get('portal') ?? []
      return line([row, ...cells, ratio(ours, byTarget.get('express'))])
    }),
  ].join('\n')
}
