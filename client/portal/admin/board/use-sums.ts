import { useDeferredValue } from 'react'
import { create } from 'zustand'
import { useDesk } from './desk.ts'

/** So often at most what is added up is shown anew: others change the board many times a second, and so does a hand that types. */
const EVERY_MS = 200

export type Facts = Pick<ReturnType<typeof useDesk.getState>, 'index' | 'view' | 'drafts'>

const useTold = create<Facts>()(() => {
  const { index, view, drafts } = useDesk.getState()
  return { index, view, drafts }
})

let waiting: ReturnType<typeof setTimeout> | undefined

const isSame = (a: Facts, b: Facts) =>
  a.index === b.index && a.view === b.view && a.drafts === b.drafts

function tell(): void {
  const { index, view, drafts } = useDesk.getState()
  useTold.setState({ index, view, drafts })
  waiting = setTimeout(() => {
    waiting = undefined
    if (!isSame(useTold.getState(), useDesk.getState())) tell()
  }, EVERY_MS)
}

useDesk.subscribe((now, before) => {
  // The first index is told at once: without one, every sum is zero.
  const isFirst = now.index !== null && useTold.getState().index === null
  if (isFirst) clearTimeout(waiting)
  if (isFirst || (waiting === undefined && !isSame(now, before))) tell()
})

/** What is added up: all lines are. Not before the frame that shows the key, or what others changed, and not with each of them. */
export const useSums = (): Facts => useDeferredValue(useTold())
