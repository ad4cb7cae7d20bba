import { create } from 'zustand'

/** A club to whose order an administrator adds a line. */
export type LateLine = {
  userId: string
  clubName: string
  /** The item of the cell from which this was opened; `null` to choose one. */
  itemId: string | null
  asked: number
}

/** What the dialog of a late line is about; `null` while it is closed. */
export const useLateLine = create<LateLine | null>()(() => null)

export const openLateLine = (of: LateLine): void => useLateLine.setState(of, true)
export const closeLateLine = (): void => useLateLine.setState(null, true)
