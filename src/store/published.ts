import type { Nudge, Store } from './port.ts'
import { wrapStore } from './wrap.ts'

type Answer = { moved?: readonly Nudge[] } | null | undefined

/** Wraps a store to publish the topics that a write moved, as soon as the write is durable. */
export const publishWrites = (store: Store, publish: (moved: readonly Nudge[]) => void): Store =>
  wrapStore(store, (method) => async (...args) => {
    const answer = (await method(...args)) as Answer
    if (answer?.moved) publish(answer.moved)
    return answer
  })
