/** Keeps the figures of `bun run bench:cluster`, and makes its tables. */
import { cpus } from 'node:os'
import { BEFORE, type ClusterTarget } from './cluster-targets.ts'
import { median, OTHERS, row, short } from './figures.ts'

/** The share of the CPU that other programs may take. Above it, the report says nothing about the limit. */
const DISTURBED_PERCENT = 20

/** Figure → target → values. A figure's name begins with its job. */
const samples = new Map<string, Map<string, number[]>>()

export function keep(
  job: string,
  { name }: ClusterTarget,
  figures: Record<string, number | number[]>,
): void {
  for (const [figure, values] of Object.entries(figures)) {
    const byTarget = samples.get(`${job}: ${figure}`) ?? new Map<string, number[]>()
    samples.set(`${job}: ${figure}`, byTarget)
    byTarget.set(name, [...(byTarget.get(name) ?? []), values].flat())
  }
}

/** All figures: figure → target → values. */
export const toJson = (): string =>
  JSON.stringify(
    Object.fromEntries(
      [...samples].map(([figure, byTarget]) => [figure, Object.fromEntries(byTarget)]),
    ),
  )

const valuesOf = (figure: string, name: string) => samples.get(figure)?.get(name) ?? []

export function formatTable(targets: readonly ClusterTarget[]): string {
  const lines = [
    row(['median, least–most', ...targets.map(({ name }) => name)]),
    row(['---', ...targets.map(() => '--:')]),
  ]
  for (const figure of samples.keys()) {
    const cells = targets.map(({ name }) => {
      const values = valuesOf(figure, name)
      if (values.length === 0) return ''
      const spread = `${short(Math.min(...values))}–${short(Math.max(...values))}`
      return `${short(median(values))}, ${spread}`
    })
    lines.push(row([figure, ...cells]))
  }
  return lines.join('\n')
}

/** Says what limits a target in this job, by its CPU shares, and estimates its limit with enough cores. */
export function formatLimit(job: string, { name, behind }: ClusterTarget): string {
  const at = (figure: string) => median(valuesOf(`${job}: ${figure}`, name))
  const whole = (value: number) => Math.round(value).toLocaleString('en')
  const busy = at('machine busy, %')
  const shares = [
    `instances ${whole(at('instances, % of a core'))} %`,
    ...Object.keys(behind).map((process) => `${process} ${whole(at(`${process} % of a core`))} %`),
    `load generators ${whole(at('load generators, % of a core'))} %`,
  ]
  const limit =
    at(OTHERS) > DISTURBED_PERCENT
      ? 'other programs, so this says nothing'
      : busy >= 90
        ? `the ${cpus().length} cores of this machine, which all of them share`
        : at('busiest instance, % of a core') >= 90
          ? 'the one thread of an instance'
          : 'waiting (for the disk, and for one another), since no core is full'
  const perCore = [
    `${whole(1e6 / at('instances, CPU µs each'))} in an instance`,
    ...('mongod' in behind ? [`${whole(1e6 / at('mongod CPU µs each'))} in mongod`] : []),
  ]
  return [
    `${name}: the machine was ${whole(busy)} % busy (of a core: ${shares.join(', ')}); the limit was ${limit}.`,
    `  By CPU alone a core is enough for so many a second: ${perCore.join(', ')}.`,
  ].join('\n')
}

/** The median of the ratios within rounds, since the targets of a round were disturbed equally. */
function ratioOf(figure: string, name: string, to: string): number | null {
  const [own, other] = [valuesOf(figure, name), valuesOf(figure, to)]
  if (own.length === 0 || own.length !== other.length) return null
  return median(own.map((value, round) => value / (other[round] ?? Number.NaN)))
}

function formatRatios(name: string, to: string): string {
  const lines = [...samples.keys()]
    .filter((figure) => !figure.includes('%'))
    .flatMap((figure) => {
      const ratio = ratioOf(figure, name, to)
      return ratio === null ? [] : [`  × ${ratio.toFixed(2)}  ${figure}`]
    })
  return `${name} beside ${to}:\n${lines.join('\n')}`
}

/** Three instances beside one, and each target beside its twin of the other commit: medians of the ratios within rounds. */
export function formatComparisons(targets: readonly ClusterTarget[]): string {
  const names = targets.map(({ name }) => name)
  const pairs = [
    ['3 instances', '1 instance'] as const,
    ...names
      .filter((name) => name.endsWith(BEFORE))
      .map((to) => [to.slice(0, -BEFORE.length), to] as const),
  ]
  return pairs
    .filter((pair) => pair.every((name) => names.includes(name)))
    .map(([name, to]) => formatRatios(name, to))
    .join('\n')
}
