import { readConfig } from '#src/config.ts'
import { createLogger } from '#src/monitoring/log.ts'
import type { Bus } from '#src/realtime/bus.ts'
import { createMetrics } from '#src/monitoring/metrics.ts'
import { openLocalCounters } from '#src/realtime/counters.ts'
import { openLive } from '#src/realtime/live.ts'
import type { Timers } from '#src/realtime/timers.ts'
import { Refusal } from '#src/rules/refusal.ts'
import type { Nudge, Store } from '#src/store/port.ts'
import { createTokens, type Tokens } from '#src/identity/tokens.ts'
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

/** How badly the bus carries: shares of nudges that are lost, doubled, late. */
export type BusFaults = { loss: number; double: number; late: number }

export type Instance = ReturnType<ReturnType<typeof createInstances>['start']>

/** A call that takes its time on the way there and back: what it read may be older when it arrives. */
function slowly(store: Store, { time, random }: Setting, isFailing: () => boolean): Store {
  return new Proxy(store, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      return async (...given: unknown[]) => {
        await time.sleep(random() * STORE_LATENCY_MS)
        if (isFailing()) throw new Refusal('store_unavailable', 'The store cannot be reached.')
        const answer: unknown = await time.outside(async () => Reflect.apply(method, target, given))
        await time.sleep(random() * STORE_LATENCY_MS)
        return answer
      }
    },
  })
}

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

/** Servers over one store, each with its own end of a bus that is as bad as `faults` says. */
export function createInstances(store: Store, faults: BusFaults, setting: Setting) {
  const { time, random } = setting
  const running = new Set<Instance>()
  const ears = new Set<Set<(nudge: Nudge) => void>>()
  const checked: Tokens = {
    sign: (account, now) => time.outside(() => tokens.sign(account, now)),
    verify: (token, now) => time.outside(() => tokens.verify(token, now)),
  }

  function carry(nudge: Nudge): void {
    for (const ear of ears) {
      const copies = random() < faults.loss ? 0 : random() < faults.double ? 2 : 1
      for (let copy = 0; copy < copies; copy++)
        time.after(random() < faults.late ? random() * BUS_LATENCY_MS : 0, () => {
          for (const listener of ear) listener(nudge)
        })
    }
  }

  function start() {
    const state = { storeFails: false }
    const ear = new Set<(nudge: Nudge) => void>()
    ears.add(ear)
    const bus: Bus = {
      publish: (nudges) => nudges.forEach(carry),
      subscribe(listener) {
        ear.add(listener)
        return () => void ear.delete(listener)
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
      ears.delete(ear)
      running.delete(instance)
    }
    const instance = {
      server,
      bus,
      store: ownStore,
      live,
      setStoreFails: (fails: boolean) => void (state.storeFails = fails),
      /** Dies at once. The network tells the pages, or nobody does. */
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
