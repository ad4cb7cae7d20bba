import { create } from 'zustand'
import { readItem, writeItem } from '#client/shared/storage.ts'

/** After so many uses of its keys the hint is known. */
const MOST = 10
const KEY = 'board-hints'

const useUses = create<{ uses: number }>()(() => ({
  uses: Number(readItem('localStorage', KEY)) || 0,
}))

/** One of the keys was used that the hint tells. */
export function countHintUse(): void {
  const uses = useUses.getState().uses + 1
  if (uses > MOST) return
  useUses.setState({ uses })
  writeItem('localStorage', KEY, String(uses))
}

/** Whether the hint is still to be shown. */
export const useHints = (): boolean => useUses(({ uses }) => uses < MOST)
