import type { ReactNode } from 'react'
import { useBoard } from './board-store.ts'
import { ItemList } from './ItemList.tsx'
import { ItemView } from './ItemView.tsx'

type PhoneBoardProps = {
  /** The item that is shown; without one, the list of all. */
  itemId: string | null
  /** The open panel that shares out what is short. */
  panel: ReactNode
}

/** The board on a small screen: a list of items, or one item with its clubs. */
export default function PhoneBoard({ itemId, panel }: PhoneBoardProps) {
  const item = useBoard(({ index }) => index.itemById.get(itemId ?? ''))
  return item ? <ItemView key={item._id} item={item} /> : <ItemList panel={panel} />
}
