import { expect, test } from 'bun:test'
import { openLocalCounters } from '#src/realtime/counters.ts'
import { countersContract } from './counters.contract.ts'

countersContract('in process', async () => {
  let now = Date.now()
  const counters = openLocalCounters(() => now)
  return {
    counters,
    pass: async (ms) => void (now += ms),
    async whileAhead(ms, _key, count) {
      now += ms
      await count()
      now -= ms
    },
    end: () => counters.close(),
  }
})

test('more than 100,000 keys of one purpose evict the oldest', async () => {
  const counters = openLocalCounters(() => 0)
  const once = { free: 1, windowMs: 60_000 }
  for (let n = 0; n < 100_000; n++) await counters.take(`invented ${n}`, once)
  expect(await counters.take('invented 99999', once)).toBeGreaterThan(0)
  await counters.take('one more', once)
  expect(await counters.take('invented 0', once)).toBe(0)
})

test.each([
  ['checks of the same purpose', 'sign-in', 0],
  ['keys of another purpose', 'vitals', 1],
])('100,000 %s evict no key', async (_, purpose, cost) => {
  const counters = openLocalCounters(() => 0)
  const once = { free: 1, windowMs: 60_000 }
  await counters.take('sign-in:somebody', once)
  for (let n = 0; n < 100_100; n++) await counters.take(`${purpose}:${n}`, once, cost)
  expect(await counters.take('sign-in:somebody', once)).toBeGreaterThan(0)
})
