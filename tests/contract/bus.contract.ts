import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Bus } from '#src/realtime/bus.ts'
import type { Nudge } from '#src/store/port.ts'
import { until } from '#tests/support/until.ts'

/** Two ends of one bus; in a single process both may be the same. */
export type BusEnds = { near: Bus; far: Bus; end(): Promise<void> }

/** What every bus keeps to. `open` answers when both ends hear. */
export function busContract(name: string, open: () => Promise<BusEnds>): void {
  describe(`bus: ${name}`, () => {
    let ends: BusEnds
    beforeEach(async () => void (ends = await open()))
    afterEach(() => ends.end())

    function listen(bus: Bus): Nudge[] {
      const heard: Nudge[] = []
      bus.subscribe((nudge) => void heard.push(nudge))
      return heard
    }

    test('everybody hears every nudge of a write, who told it included', async () => {
      const [near, far] = [listen(ends.near), listen(ends.far)]
      const told: Nudge[] = [
        { topic: 'carts', rev: 7 },
        { topic: 'orders:019373a0-7c4e-7000-8000-3f1d2a6b9c10', rev: 3 },
      ]
      ends.near.publish(told)
      await until('both ends hear both', () => near.length === 2 && far.length === 2)
      expect(near).toEqual(told)
      expect(far).toEqual(told)
    })

    test('each listener of one end hears for itself', async () => {
      const [first, second] = [listen(ends.far), listen(ends.far)]
      ends.near.publish([{ topic: 'ordering', rev: 1 }])
      await until('both hear', () => first.length === 1 && second.length === 1)
    })

    test('who has left hears nothing more', async () => {
      const left: Nudge[] = []
      const leave = ends.far.subscribe((nudge) => void left.push(nudge))
      const stays = listen(ends.far)
      leave()
      ends.near.publish([{ topic: 'ordering', rev: 1 }])
      await until('the other hears', () => stays.length === 1)
      expect(left).toEqual([])
    })

    test('telling nothing, or nobody, is no fault', async () => {
      ends.near.publish([])
      ends.near.publish([{ topic: 'ordering', rev: 1 }])
      const heard = listen(ends.near)
      ends.near.publish([{ topic: 'ordering', rev: 2 }])
      await until('the next is heard', () => heard.some(({ rev }) => rev === 2))
    })

    test('is ok while it stands, and takes a nudge quietly when it is closed', async () => {
      expect(ends.near.status()).toBe('ok')
      const heard = listen(ends.near)
      await ends.near.close()
      ends.near.publish([{ topic: 'ordering', rev: 1 }])
      expect(heard).toEqual([])
    })
  })
}
