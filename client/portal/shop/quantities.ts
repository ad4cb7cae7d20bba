import { create } from 'zustand'
import { readDraft, writeDraft } from '#client/portal/drafts/stored-draft.ts'
import { useSession } from '#client/shared/session.ts'
import { isRecord } from '#client/shared/storage.ts'

type Quantities = Readonly<Record<string, number>>

const DRAFT = 'quantities'

const isQuantities = (value: unknown): value is Quantities =>
  isRecord(value) && Object.values(value).every((quantity) => typeof quantity === 'number')

const readQuantities = () => readDraft(DRAFT, isQuantities) ?? {}

/** The quantities that are set on cards and not yet in the cart, by item. They survive a search, a reload and a new sign-in. */
export const useQuantities = create<Quantities>()(readQuantities)

export function setCardQuantity(itemId: string, quantity: number): void {
  const { [itemId]: _before, ...others } = useQuantities.getState()
  const quantities = quantity > 0 ? { ...others, [itemId]: quantity } : others
  useQuantities.setState(quantities, true)
  writeDraft(DRAFT, quantities)
}

useSession.subscribe((now, before) => {
  if (now?.user.id !== before?.user.id) useQuantities.setState(readQuantities(), true)
})
