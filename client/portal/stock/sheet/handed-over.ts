import { create } from 'zustand'
import type { StockList } from './stock-list.ts'

/** A list that was pasted on the page of an empty stock, for the page of the sheet, which takes it away. */
export const useHandedOver = create<StockList | null>()(() => null)
