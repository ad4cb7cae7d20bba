import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Bus } from '#src/realtime/bus.ts'
import type { Nudge } from '#src/store/port.ts'
import { until } from '#tests/support/until.ts'

/** Two connected buses. In a single process both may be the same object. */
export type BusEnds = { near: Bus; far: Bus; end(): Promise<void> }

/** The tests that every bus must pass. `open` resolves when both ends receive nudges. */
export function busContract(name: string, open: () => Promise<BusEnds>): void {
  describe(`bus: ${name}`, () => {
    let ends: BusEnds
    beforeEach(async () => void (ends = await open()))
    afterEach(() => ends.end())

    function listen(bus: Bus): Nudge[] {
      const received: Nudge[] = []
      bus.subscribe((nudge) => void received.push(nudge))
      return received
    }

    test('every listener receives every nudge of a write, also at the end that published it', async () => {
      const [near, far, beside] = [listen(ends.near), listen(ends.far), listen(ends.far)]
      const nudges: Nudge[] = [
        { topic: 'carts', rev: 7 },
        { topic: 'orders:019373a0-7c4e-7000-8000-3f1d2a6b9c10', rev: 3 },
      ]
      ends.near.publish(nudges)
      await until('all hear both', () => [near, far, beside].every(({ length }) => length === 2))
      expect([near, far, beside]).toEqual([nudges, nudges, nudges])
    })

    test('a listener receives nothing after it unsubscribed', async () => {
      const received: Nudge[] = []
      const unsubscribe = ends.far.subscribe((nudge) => void received.push(nudge))
      const other = listen(ends.far)
      unsubscribe()
      ends.near.publish([{ topic: 'ordering', rev: 1 }])
      await until('the other hears', () => other.length === 1)
      expect(received).toEqual([])
    })

    test('publishing no nudges, or without listeners, is no error', async () => {
      ends.near.publish([])
      ends.near.publish([{ topic: 'ordering', rev: 1 }])
      const received = listen(ends.near)
      ends.near.publish([{ topic: 'ordering', rev: 2 }])
      await until('the next is received', () => received.some(({ rev }) => rev === 2))
    })

    test('reports ok while it is open, and ignores nudges after it is closed', async () => {
      expect(ends.near.status()).toBe('ok')
      const received = listen(ends.near)
      await ends.near.close()
      ends.near.publish([{ topic: 'ordering', rev: 1 }])
      expect(received).toEqual([])
    })
  })
}
