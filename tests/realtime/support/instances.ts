import { readConfig } from '#src/config.ts'
import { createLogger } from '#src/monitoring/log.ts'
import type { Bus } from '#src/realtime/bus.ts'
import { createMetrics } from '#src/monitoring/metrics.ts'
import { openLocalCounters } from '#src/realtime/counters.ts'
import { openLive } from '#src/realtime/live.ts'
import type { Timers } from '#src/realtime/timers.ts'
import { createTurns } from '#src/realtime/turns.ts'
import { Refusal } from '#src/rules/refusal.ts'
import type { Nudge, Store } from '#src/store/port.ts'
import { createTokens, type Tokens } from '#src/identity/tokens.ts'
import { interceptCalls } from '#tests/support/intercept-calls.ts'
import type { VirtualTime } from './virtual-time.ts'
import { publishTo, type VirtualServer } from './wires.ts'

const STORE_LATENCY_MS = 40
const BUS_LATENCY_MS = 1_500

export const tokens = createTokens({
  current: 'a secret that only this test knows',
  previous: null,
})
export const silence = createLogger('silent')
const config = readConfig({ RATE_LIMITS: 'off' }, () => '')

type Setting = { time: VirtualTime; random: () => number }

/** The shares of nudges that the bus loses, doubles and delays. */
export type BusFaults = { loss: number; double: number; late: number }

export type Instance = ReturnType<ReturnType<typeof createInstances>['start']>

/** A store that takes time on the way there and back: its answer may be out of date when it arrives. */
const slowly = (store: Store, { time, random }: Setting, isFailing: () => boolean): Store =>
  interceptCalls(store, async (_, call) => {
    await time.sleep(random() * STORE_LATENCY_MS)
    if (isFailing()) throw new Refusal('store_unavailable', 'The store cannot be reached.')
    const answer = await time.outside(call)
    await time.sleep(random() * STORE_LATENCY_MS)
    return answer
  })

const onClock = (time: VirtualTime): Timers => ({
  after: time.after,
  every(ms, run) {
    let isOver = false
    const again = () => {
      if (isOver) return
      run()
      time.after(ms, again)
    }
    time.after(ms, again)
    return () => void (isOver = true)
  },
})

/** Servers over one store, each with its own end of a bus with these faults. */
export function createInstances(store: Store, faults: BusFaults, setting: Setting) {
  const { time, random } = setting
  const running = new Set<Instance>()
  const subscribers = new Set<Set<(nudge: Nudge) => void>>()
  const checked: Tokens = {
    sign: (account, now) => time.outside(() => tokens.sign(account, now)),
    verify: (token, now) => time.outside(() => tokens.verify(token, now)),
  }

  function carry(nudge: Nudge): void {
    for (const listeners of subscribers) {
      const copies = random() < faults.loss ? 0 : random() < faults.double ? 2 : 1
      for (let copy = 0; copy < copies; copy++)
        time.after(random() < faults.late ? random() * BUS_LATENCY_MS : 0, () => {
          for (const listener of listeners) listener(nudge)
        })
    }
  }

  function start() {
    const state = { storeFails: false }
    const listeners = new Set<(nudge: Nudge) => void>()
    subscribers.add(listeners)
    const bus: Bus = {
      publish: (nudges) => nudges.forEach(carry),
      subscribe(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
      status: () => 'ok',
      async close() {},
    }
    const ownStore = slowly(store, setting, () => state.storeFails)
    const live = openLive(
      {
        store: ownStore,
        bus,
        tokens: checked,
        counters: openLocalCounters(time.now),
        config,
        log: silence,
        metrics: createMetrics(),
        turns: createTurns(),
        now: time.now,
      },
      onClock(time),
    )
    const server: VirtualServer = {
      newData: live.sockets.newData,
      sockets: new Set(),
      cables: new Set(),
      isAlive: true,
    }
    live.attach({ publish: publishTo(server), subscriberCount: () => 0 })

    function end(): void {
      server.isAlive = false
      live.stop()
      subscribers.delete(listeners)
      running.delete(instance)
    }
    const instance = {
      server,
      bus,
      store: ownStore,
      setStoreFails: (fails: boolean) => void (state.storeFails = fails),
      /** Dies at once. The pages learn of it from the network, or not at all. */
      kill(how: 'told' | 'untold'): void {
        for (const cable of server.cables) if (how === 'told') cable.cut()
        for (const cable of server.cables) if (how === 'untold') cable.freeze()
        end()
      },
      async shutDown(): Promise<void> {
        running.delete(instance)
        await live.drain()
        end()
      },
    }
    running.add(instance)
    return instance
  }

  return { start, running: () => [...running] }
}
