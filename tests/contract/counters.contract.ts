import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Counters } from '#src/realtime/counters.ts'

export type CountersUnderTest = {
  counters: Counters
  /** Lets time pass, by moving a clock or by waiting. */
  pass(ms: number): Promise<void>
  /** Runs `count`, which counts for the key, as if the clock were ahead meanwhile. */
  whileAhead(ms: number, key: string, count: () => Promise<unknown>): Promise<void>
  end(): Promise<void>
}

const WINDOW = { free: 3, windowMs: 1_200 }
const SLOWING = { free: 2, windowMs: 12_000, delay: { firstMs: 300, maxMs: 900 } }

/** The tests that all counters must pass. Durations are short, because Redis has its own clock and the tests must wait for it; they are long enough for a busy machine. */
export function countersContract(name: string, open: () => Promise<CountersUnderTest>): void {
  describe(`counters: ${name}`, () => {
    let under: CountersUnderTest
    beforeEach(async () => void (under = await open()))
    afterEach(() => under.end())

    const take = (key: string, allowance = WINDOW) => under.counters.take(key, allowance)
    async function takeTimes(times: number, key: string, allowance = WINDOW): Promise<void> {
      for (let n = 0; n < times; n++) expect(await take(key, allowance)).toBe(0)
    }

    test('free attempts return 0, and the next one returns the time to wait', async () => {
      await takeTimes(3, 'a')
      const waitMs = await take('a')
      expect(waitMs).toBeGreaterThan(0)
      expect(waitMs).toBeLessThanOrEqual(1_200)
    })

    test('each key has its own count', async () => {
      await takeTimes(3, 'a')
      await takeTimes(3, 'b')
    })

    test('a window starts with its first attempt, and refused attempts do not extend it', async () => {
      await takeTimes(3, 'a')
      await under.pass(750)
      expect(await take('a')).toBeGreaterThan(0)
      await under.pass(600)
      await takeTimes(3, 'a')
    })

    test('simultaneous attempts do not exceed the limit', async () => {
      const waits = await Promise.all(Array.from({ length: 50 }, () => take('a')))
      expect(waits.filter((ms) => ms === 0)).toHaveLength(3)
    })

    test('each accepted attempt doubles the delay before the next one, up to its maximum', async () => {
      await takeTimes(2, 'a', SLOWING)
      for (const delayMs of [300, 600, 900, 900]) {
        const waitMs = await take('a', SLOWING)
        expect(waitMs).toBeGreaterThan(delayMs - 180)
        expect(waitMs).toBeLessThanOrEqual(delayMs)
        await under.pass(delayMs)
        expect(await take('a', SLOWING)).toBe(0)
      }
    })

    test('without free attempts the first attempt waits for the delay too', async () => {
      const none = { free: 0, windowMs: 12_000, delay: { firstMs: 300, maxMs: 300 } }
      expect(await take('a', none)).toBeWithin(1, 301)
      expect(await take('a', none)).toBeWithin(1, 301)
      await under.pass(300)
      expect(await take('a', none)).toBe(0)
      expect(await take('a', none)).toBeWithin(1, 301)
      await under.pass(300)
      expect(await take('a', none)).toBe(0)
    })

    test('a refused attempt does not extend the wait', async () => {
      await takeTimes(2, 'a', SLOWING)
      await under.pass(180)
      expect(await take('a', SLOWING)).toBeWithin(1, 121)
      await under.pass(180)
      expect(await take('a', SLOWING)).toBe(0)
    })

    test('an attempt that is given back can be taken again, and the count never falls below 0', async () => {
      await takeTimes(3, 'a')
      await under.counters.giveBack('a')
      await takeTimes(1, 'a')
      expect(await take('a')).toBeGreaterThan(0)
      for (let n = 0; n < 9; n++) await under.counters.giveBack('a')
      await takeTimes(3, 'a')
      expect(await take('a')).toBeGreaterThan(0)
      await under.counters.giveBack('never taken')
    })

    test('what was counted while the clock was two days ahead delays nobody for longer than the window', async () => {
      const twoDays = 2 * 86_400_000
      await under.whileAhead(twoDays, 'a', () => takeTimes(3, 'a'))
      expect(await take('a')).toBeWithin(1, WINDOW.windowMs + 1)
      await under.pass(WINDOW.windowMs + 100)
      await takeTimes(3, 'a')

      await under.whileAhead(twoDays, 'b', () => takeTimes(2, 'b', SLOWING))
      expect(await take('b', SLOWING)).toBeWithin(1, SLOWING.delay.firstMs + 1)
      await under.pass(SLOWING.delay.firstMs)
      expect(await take('b', SLOWING)).toBe(0)
    })

    test('a cost of 0 neither counts nor starts a window nor a delay', async () => {
      const check = (allowance = WINDOW) => under.counters.take('a', allowance, 0)
      expect(await check()).toBe(0)
      await under.pass(700)
      await takeTimes(3, 'a')
      expect(await check()).toBeGreaterThan(700)
      await under.counters.clear('a')
      await takeTimes(2, 'a', SLOWING)
      await under.pass(310)
      expect(await check(SLOWING)).toBe(0)
      expect(await take('a', SLOWING)).toBe(0)
      expect(await check(SLOWING)).toBeGreaterThan(0)
    })

    test('a cleared key starts again at 0', async () => {
      await takeTimes(3, 'a')
      await under.counters.clear('a')
      await takeTimes(3, 'a')
      await under.counters.clear('never taken')
    })
  })
}
