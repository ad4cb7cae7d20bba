import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Counters } from '#src/realtime/counters.ts'

/** `pass` lets time go by: by a clock that is moved, or by waiting. */
export type CountersUnderTest = {
  counters: Counters
  pass(ms: number): Promise<void>
  end(): Promise<void>
}

const WINDOW = { free: 3, windowMs: 1_200 }
const SLOWING = { free: 2, windowMs: 12_000, delay: { firstMs: 300, maxMs: 900 } }

/** What all counters keep to. Durations are short, so that an adapter with a clock of its own can be waited for, and long enough for a busy machine. */
export function countersContract(name: string, open: () => Promise<CountersUnderTest>): void {
  describe(`counters: ${name}`, () => {
    let under: CountersUnderTest
    beforeEach(async () => void (under = await open()))
    afterEach(() => under.end())

    const take = (key: string, allowance = WINDOW) => under.counters.take(key, allowance)
    async function takeTimes(times: number, key: string, allowance = WINDOW): Promise<void> {
      for (let n = 0; n < times; n++) expect(await take(key, allowance)).toBe(0)
    }

    test('what is free is given at once, then the answer is how long to wait', async () => {
      await takeTimes(3, 'a')
      const waitMs = await take('a')
      expect(waitMs).toBeGreaterThan(0)
      expect(waitMs).toBeLessThanOrEqual(1_200)
    })

    test('each key counts for itself', async () => {
      await takeTimes(3, 'a')
      await takeTimes(3, 'b')
    })

    test('a window ends after its first count, however many were refused meanwhile', async () => {
      await takeTimes(3, 'a')
      await under.pass(750)
      expect(await take('a')).toBeGreaterThan(0)
      await under.pass(600)
      await takeTimes(3, 'a')
    })

    test('at the same moment no more are taken than are free', async () => {
      const waits = await Promise.all(Array.from({ length: 50 }, () => take('a')))
      expect(waits.filter((ms) => ms === 0)).toHaveLength(3)
    })

    test('with a delay the next attempt waits for it, and each one taken doubles it up to its bound', async () => {
      await takeTimes(2, 'a', SLOWING)
      for (const delayMs of [300, 600, 900, 900]) {
        const waitMs = await take('a', SLOWING)
        expect(waitMs).toBeGreaterThan(delayMs - 180)
        expect(waitMs).toBeLessThanOrEqual(delayMs)
        await under.pass(delayMs)
        expect(await take('a', SLOWING)).toBe(0)
      }
    })

    test('with nothing free the first attempt waits for the pause, and the next one may come after it', async () => {
      const none = { free: 0, windowMs: 12_000, delay: { firstMs: 300, maxMs: 300 } }
      expect(await take('a', none)).toBeWithin(1, 301)
      expect(await take('a', none)).toBeWithin(1, 301)
      await under.pass(300)
      expect(await take('a', none)).toBe(0)
      expect(await take('a', none)).toBeWithin(1, 301)
      await under.pass(300)
      expect(await take('a', none)).toBe(0)
    })

    test('a refused attempt does not lengthen the wait', async () => {
      await takeTimes(2, 'a', SLOWING)
      await under.pass(180)
      expect(await take('a', SLOWING)).toBeWithin(1, 121)
      await under.pass(180)
      expect(await take('a', SLOWING)).toBe(0)
    })

    test('one given back may be taken again, and nothing can be given back twice', async () => {
      await takeTimes(3, 'a')
      await under.counters.giveBack('a')
      await takeTimes(1, 'a')
      expect(await take('a')).toBeGreaterThan(0)
      for (let n = 0; n < 9; n++) await under.counters.giveBack('a')
      await takeTimes(3, 'a')
      expect(await take('a')).toBeGreaterThan(0)
      await under.counters.giveBack('never taken')
    })

    test('a cleared key begins anew', async () => {
      await takeTimes(3, 'a')
      await under.counters.clear('a')
      await takeTimes(3, 'a')
      await under.counters.clear('never taken')
    })
  })
}
