import { expect, test } from 'bun:test'
import { planFor } from '#scripts/changes.ts'

const partsOf = (...paths: string[]) => planFor(paths)
const ALL = ['build', 'tests', 'faults', 'browser', 'fuzzing', 'timing'] as const

test('a change of documents runs the tests that read them, and no other', () => {
  expect(partsOf('README.md', 'docs/live.md', 'tests/README.md')).toEqual(['documents'])
})

test('a change of the pages runs no faults, no fuzzing and no measurements', () => {
  expect(partsOf('client/portal/shop/Cart.module.css', 'docs/live.md')).toEqual([
    'build',
    'tests',
    'browser',
  ])
})

test('a change of the server, a dependency, a script or an unknown file runs everything, and so does no commit', () => {
  for (const plan of [
    partsOf('src/rules/allot.ts'),
    partsOf('bun.lock'),
    partsOf('tests/support/until.ts', 'docs/live.md'),
    planFor(null),
  ])
    expect(plan).toEqual(ALL)
})

test('without a change nothing but the static checks is left', () => {
  expect(partsOf()).toEqual([])
})
