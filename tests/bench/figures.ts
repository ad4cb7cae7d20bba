/** Keeps the figures of each round, and makes the tables. */
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { OWN, type Target, type Workload } from './target.ts'

const FILE = join(import.meta.dir, '../../.cache/bench.json')

/** The figure in which each workload reports the CPU share of other programs. */
export const OTHERS = 'others, % of the CPU'
/** A round counts as calm if other programs took this share of the machine or less. */
const CALM_PERCENT = 40

export type Figures = Record<string, number>

/** Figure → target → one value for each round. A figure's name begins with its workload. */
const samples = new Map<string, Map<string, number[]>>()

export const machine = (): string =>
  `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB`

export const command = (): string => `bun run bench ${process.argv.slice(2).join(' ')}`.trim()

type Saved = {
  date: string
  machine: string
  command: string
  versions: Record<string, string>
  faults: string[]
  figures: Record<string, Record<string, number[]>>
}

export function keep(workload: Workload, target: Target, figures: Figures): void {
  for (const [figure, value] of Object.entries(figures)) {
    const name = `${workload}: ${figure}`
    const byTarget = samples.get(name) ?? new Map<string, number[]>()
    samples.set(name, byTarget)
    byTarget.set(target.name, [...(byTarget.get(target.name) ?? []), value])
  }
}

/** Keeps what a tool of its own wrote: figure → target → values. */
export function keepFile(workload: Workload, file: string): void {
  const written: Saved['figures'] = JSON.parse(readFileSync(file, 'utf8'))
  for (const [figure, byTarget] of Object.entries(written))
    samples.set(`${workload}: ${figure}`, new Map(Object.entries(byTarget)))
}

const readRun = (file: string): Saved => JSON.parse(readFileSync(file, 'utf8'))

/** Loads the figures of the last run, except for the workloads that run again. Returns the faults of that run. */
export function readSaved(anew: readonly Workload[]): string[] {
  const saved = readRun(FILE)
  for (const [figure, byTarget] of Object.entries(saved.figures))
    if (!anew.some((workload) => figure.startsWith(`${workload}: `)))
      samples.set(figure, new Map(Object.entries(byTarget)))
  return saved.faults
}

export function save({ targets, faults }: { targets: Target[]; faults: string[] }): void {
  const figures = [...samples].map(([figure, byTarget]) => [figure, Object.fromEntries(byTarget)])
  const saved: Saved = {
    date: new Date().toISOString(),
    machine: machine(),
    command: command(),
    versions: Object.fromEntries(targets.map((target) => [target.name, target.version()])),
    faults,
    figures: Object.fromEntries(figures),
  }
  writeFileSync(FILE, `${JSON.stringify(saved)}\n`)
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  const upper = sorted[half] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? Number.NaN) + upper) / 2
}

const valuesOf = (figure: string, name: string) => samples.get(figure)?.get(name) ?? []

function calmOf(figure: string, name: string): number[] {
  const shares = valuesOf(`${figure.split(':')[0]}: ${OTHERS}`, name)
  return valuesOf(figure, name).filter((_, round) => (shares[round] ?? 0) <= CALM_PERCENT)
}

/** The calm rounds if there are two or more, else all. */
function countedOf(figure: string, name: string): number[] {
  const calm = calmOf(figure, name)
  return calm.length >= 2 ? calm : valuesOf(figure, name)
}

const isCalm = (figure: string, name: string) => calmOf(figure, name).length >= 2

/** The ratio of calm medians, or else the median of the ratios within rounds: targets in one round were disturbed equally. */
function ratioOf(figure: string, name: string, to: string): number | null {
  const [own, other] = [valuesOf(figure, name), valuesOf(figure, to)]
  if (own.length === 0 || other.length === 0) return null
  if (isCalm(figure, name) && isCalm(figure, to))
    return median(countedOf(figure, name)) / median(countedOf(figure, to))
  return median(own.slice(0, other.length).map((value, round) => value / (other[round] ?? 1)))
}

export function short(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString('en')
  return value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2)
}

export const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

/** Medians with their spread, and in brackets their ratio to the medians of floor and express. */
export function formatTable(targets: readonly Target[]): string {
  const names = targets
    .map(({ name }) => name)
    .filter((name) => [...samples.values()].some((byTarget) => byTarget.has(name)))
  const lines = [
    row(['median, least–most (× floor, × express)', ...names]),
    row(['---', ...names.map(() => '--:')]),
  ]
  for (const figure of [...samples.keys()].filter(
    (one) => !OWN.some((own) => one.startsWith(`${own}: `)),
  )) {
    const cells = names.map((name) => {
      const counted = countedOf(figure, name)
      if (counted.length === 0) return ''
      const spread = `${short(Math.min(...counted))}–${short(Math.max(...counted))}`
      const ratios = ['floor', 'express'].map((to) => {
        const ratio = ratioOf(figure, name, to)
        return ratio === null ? '–' : ratio.toFixed(2)
      })
      const mark = isCalm(figure, name) ? '' : '~'
      return `${mark}${short(median(counted))}, ${spread} (${ratios.join(', ')})`
    })
    lines.push(row([figure, ...cells]))
  }
  return `${lines.join('\n')}\n\n~: fewer than two rounds in which others took ${CALM_PERCENT} % of the machine or less; ratios are then medians of those within each round.`
}

/** A change of a median below this part of it may be chance. */
const NOISE = 0.05

/** Medians of two runs beside each other, with their ratio. A figure that only one of them has is left out. */
export function compareRuns(
  before: Pick<Saved, 'date' | 'figures'>,
  after: Pick<Saved, 'date' | 'figures'>,
): string {
  const rows = Object.entries(after.figures).flatMap(([figure, targets]) =>
    Object.entries(targets).flatMap(([target, values]) => {
      const earlier = before.figures[figure]?.[target]
      if (!earlier) return []
      const [was, is] = [median(earlier), median(values)]
      const ratio = is / was
      const isSame = was === is || Math.abs(ratio - 1) < NOISE
      return [
        row([
          `${target}, ${figure}`,
          short(was),
          short(is),
          isSame ? 'the same' : ratio.toFixed(2),
        ]),
      ]
    }),
  )
  const day = ({ date }: Pick<Saved, 'date'>) => date.slice(0, 16).replace('T', ' ')
  const head = [
    row(['median', day(before), day(after), 'ratio']),
    row(['---', '--:', '--:', '--:']),
  ]
  return [...head, ...rows].join('\n')
}

/** The last run beside an earlier one, of which `file` is a copy of `.cache/bench.json`. */
export const compareWith = (file: string): string => compareRuns(readRun(file), readRun(FILE))

/** The rows of docs/benchmarks.md. */
const SUMMARY: readonly (readonly [label: string, figure: string])[] = [
  ['Orders of five lines, durable, per second', 'orders: a second'],
  ['p99 of an order, ms', 'orders: p99, ms'],
  ['Allotments of ten rows, per second', 'allotments: a second'],
  ['p99 of an allotment, ms', 'allotments: p99, ms'],
  ['List of 300 items with a token, per second', 'list: a second'],
  ['Switch to the last of 10,000 sockets, ms', 'fanout: 10000 last, ms'],
  ['Server memory for one socket, kB', 'fanout: 10000 kB a socket'],
  ['Start to first answer, ms', 'start: ms'],
  ['Memory when idle, MB', 'start: idle MB'],
]
const SUMMARY_TARGETS = ['portal', 'floor', 'express']

/** The table of docs/benchmarks.md: medians with the least and the most. `null` if the run lacks one of its figures. */
export function formatSummary(): string | null {
  const cell = (figure: string, name: string) => {
    const counted = countedOf(figure, name)
    return `${short(median(counted))} (${short(Math.min(...counted))}–${short(Math.max(...counted))})`
  }
  const isWhole = SUMMARY.every(([, figure]) =>
    SUMMARY_TARGETS.every((name) => valuesOf(figure, name).length > 0),
  )
  if (!isWhole) return null
  return [
    row(['', ...SUMMARY_TARGETS]),
    row(['---', ...SUMMARY_TARGETS.map(() => '--:')]),
    ...SUMMARY.map(([label, figure]) =>
      row([label, ...SUMMARY_TARGETS.map((name) => cell(figure, name))]),
    ),
  ].join('\n')
}

type Goal = {
  figure: string
  /** The target that has this goal, when it is not `portal`. */
  of?: 'portal-file' | 'portal-source'
  to: 'floor' | 'express' | null
  least?: number
  most?: number
}

const P99 = ['fanout: 10000 p99, ms', 'orders: p99, ms', 'list: p99, ms', 'allotments: p99, ms']

const GOALS: Goal[] = [
  { figure: 'fanout: 10000 last, ms', to: 'floor', most: 1.15 },
  { figure: 'fanout: 10000 last, ms', to: 'express', most: 0.7 },
  { figure: 'fanout: 10000 kB a socket', to: null, most: 8 },
  { figure: 'orders: a second', to: 'express', least: 4 },
  { figure: 'allotments: a second', to: 'express', least: 3 },
  { figure: 'list: a second', to: 'express', least: 12 },
  { figure: 'start: ms', to: 'express', most: 0.5 },
  { figure: 'start: ms', of: 'portal-file', to: 'express', most: 0.25 },
  { figure: 'start: ms', of: 'portal-source', to: 'express', most: 0.5 },
  { figure: 'start: idle MB', of: 'portal-file', to: null, most: 52 },
  ...P99.map((figure): Goal => ({ figure, to: 'floor', most: 1 })),
]

/** Each goal, the portal's figure, and whether the goal is met. */
export function formatGoals(): string {
  const lines = [row(['goal', 'measured', '']), row(['---', '--:', '---'])]
  for (const { figure, of = 'portal', to, least, most } of GOALS) {
    const counted = countedOf(figure, of)
    const reached = to ? ratioOf(figure, of, to) : counted.length ? median(counted) : null
    const wish = least === undefined ? `≤ ${most}` : `≥ ${least}`
    const isMet = reached !== null && reached >= (least ?? 0) && reached <= (most ?? Infinity)
    const verdict = reached === null ? 'not measured' : isMet ? 'met' : 'missed'
    lines.push(
      row([
        `${of === 'portal' ? '' : `${of}, `}${figure} ${wish}${to ? ` × ${to}` : ''}`,
        reached?.toFixed(2) ?? '',
        verdict,
      ]),
    )
  }
  return lines.join('\n')
}
