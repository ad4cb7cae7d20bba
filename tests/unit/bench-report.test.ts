import { expect, test } from 'bun:test'
import { describeRun, PAGE, withSection } from '#tests/bench/report.ts'

const page = await Bun.file(PAGE).text()

test.each(['bench', 'cluster'] as const)(
  'a run replaces the section %s and nothing else',
  (name) => {
    const other = name === 'bench' ? 'cluster' : 'bench'
    const changed = withSection(withSection(page, other, 'other'), name, 'new figures')
    expect(changed).toContain(`<!-- ${name}: begin -->\nnew figures\n<!-- ${name}: end -->`)
    expect(withSection(withSection(changed, name, 'x'), other, 'y')).toBe(
      withSection(withSection(page, name, 'x'), other, 'y'),
    )
  },
)

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
