import { expect, test } from 'bun:test'
import { planFor } from '#scripts/changes.ts'

const partsOf = (...paths: string[]) => planFor(paths).parts

test('a change of documents runs the tests that read them, and no other', () => {
  expect(partsOf('README.md', 'docs/live.md', 'tests/README.md')).toEqual(['documents'])
})

test('a change of the pages runs no faults, no fuzzing and no measurements', () => {
  expect(partsOf('client/portal/shop/Cart.module.css', 'docs/live.md')).toEqual([
    'build',
    'tests',
    'browser',
  ])
  expect(planFor(['client/site/site.tsx']).browserTests).toBeUndefined()
})

test('a change of the server runs all but the tests of public pages', () => {
  const { parts, browserTests } = planFor(['src/rules/allot.ts'])
  expect(parts).toEqual(['build', 'tests', 'faults', 'browser', 'fuzzing', 'timing'])
  expect(browserTests).toContain('tests/e2e/day.e2e.ts')
  expect(browserTests).not.toContain('tests/e2e/site.e2e.ts')
})

test('a dependency, a script or an unknown file runs everything, and so does no commit', () => {
  for (const plan of [
    planFor(['bun.lock']),
    planFor(['tests/support/until.ts', 'docs/live.md']),
    planFor(null),
  ])
    expect(plan).toMatchObject({
      parts: ['build', 'tests', 'faults', 'browser', 'fuzzing', 'timing'],
      browserTests: undefined,
    })
})

test('without a change nothing but the static checks is left', () => {
  expect(partsOf()).toEqual([])
})
