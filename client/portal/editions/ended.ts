import { create } from 'zustand'

/** The edition that this page has ended, in words, and the one that began with that; `null` before. */
export const useEnded = create<{ words: string; begun: string } | null>()(() => null)
