import { expect, test } from 'bun:test'
import { compareRuns } from '#tests/bench/figures.ts'
import { formatMeasured, percentile } from '#tests/bench/interaction-figures.ts'
import { describeRun, PAGE, withSection } from '#tests/bench/report.ts'

const page = await Bun.file(PAGE).text()

test.each([
  ['bench', 'cluster'],
  ['cluster', 'interaction'],
  ['interaction', 'bench'],
] as const)('a run replaces the section %s and not the section %s', (name, other) => {
  const changed = withSection(withSection(page, other, 'other'), name, 'new figures')
  expect(changed).toContain(`<!-- ${name}: begin -->\nnew figures\n<!-- ${name}: end -->`)
  expect(withSection(withSection(changed, name, 'x'), other, 'y')).toBe(
    withSection(withSection(page, name, 'x'), other, 'y'),
  )
})

test('a page without the section is refused', () => {
  expect(() => withSection('# Benchmarks', 'bench', 'figures')).toThrow('no section bench')
})

test('a section says when, where and how it was measured', () => {
  const run = {
    date: new Date('2026-11-21T17:57:06Z'),
    machine: '2 cores',
    versions: ['portal Bun 1.4.5', 'express Node 20'],
    command: 'bun run bench',
  }
  expect(describeRun(run)).toBe(
    '- Date: 2026-11-21\n- Machine: 2 cores\n- Versions: portal Bun 1.4.5; express Node 20\n- Command: `bun run bench`',
  )
})

test('two runs are compared by their medians, and a small difference counts as none', () => {
  const before = {
    date: '2026-11-22T09:30:00.000Z',
    figures: {
      'orders: a second': { portal: [4000, 5000, 6000], express: [1000] },
      'start: ms': { portal: [100] },
    },
  }
  const after = {
    date: '2026-11-23T10:00:00.000Z',
    figures: {
      'orders: a second': { portal: [6000, 6100, 5900], express: [1040] },
      'list: a second': { portal: [20_000] },
    },
  }
  expect(compareRuns(before, after).split('\n')).toEqual([
    '| median | 2026-11-22 09:30 | 2026-11-23 10:00 | ratio |',
    '| --- | --: | --: | --: |',
    '| portal, orders: a second | 5,000 | 6,000 | 1.20 |',
    '| express, orders: a second | 1,000 | 1,040 | the same |',
  ])
})

test('98 of 100 values do not exceed the percentile', () => {
  const values = Array.from({ length: 100 }, (_, at) => at + 1)
  expect(percentile(values, 0.98)).toBe(98)
  expect(percentile(values, 0.5)).toBe(50)
  expect(percentile([7], 0.98)).toBe(7)
})

test('a table of interactions says of each size whether the goal is missed', () => {
  const one = { name: 'Items: type a search', unit: 'ms', median: 24.4, goal: 100 } as const
  const table = formatMeasured([
    { ...one, size: 'phone', p98: 120.2 },
    { ...one, size: 'desktop', p98: 100 },
  ])
  expect(table).toStartWith('1 of 2 meet their goal.')
  expect(table.split('\n').at(-1)).toBe(
    '| Items: type a search, ms | 24, 120 **missed** | 24, 100 | 100 |',
  )
})
