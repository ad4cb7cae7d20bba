import type { ReactNode } from 'react'
import type { BoardItem } from '#src/contract/board.ts'
import { ItemList } from './ItemList.tsx'
import { ItemView } from './ItemView.tsx'

type PhoneBoardProps = {
  /** The item that is shown; without one, the list of all. */
  item: BoardItem | undefined
  /** Shares out what is short in the list: a button, or the panel that it opens. */
  sharing: ReactNode
  isSharing: boolean
  toList: string
  toItem: (itemId: string) => string
}

/** The board on a small screen: a list of items, or one item with its clubs. */
export default function PhoneBoard({ item, toList, ...list }: PhoneBoardProps) {
  if (item) return <ItemView key={item._id} item={item} back={toList} toItem={list.toItem} />
  return <ItemList {...list} />
}
