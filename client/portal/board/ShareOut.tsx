import { Button } from '#client/portal/ui/Button.tsx'
import type { BoardItem } from '#src/contract/board.ts'
import { useBoard, useDeferredBoard } from './board-store.ts'
import { isNarrowed, shortItems } from './model/filters.ts'
import type { FilterProps } from './BoardToolbar.tsx'

/** The items to share out, each for itself. */
export type Sharing = { items: readonly BoardItem[]; title: string }

type ShareOutProps = FilterProps & { isPhone: boolean; onShare: (sharing: Sharing) => void }

/** Opens sharing for all that is short, or for the rows that a filter shows. */
export function ShareOut({ filters, onChange, isPhone, onShare }: ShareOutProps) {
  const { index, drafts } = useDeferredBoard()
  const short = shortItems(index)
  const isShort = short.length > 0
  // Where the shelves are empty, everything was shared already.
  const isWaiting = short.some(({ itemQuantity }) => itemQuantity > 0)
  // The list of a small screen has what is short in a part of its own.
  const isAllShown = isNarrowed(filters) && !isPhone
  const title = isAllShown ? 'what is shown' : 'what is short'
  function handlePress() {
    const { view, index: now } = useBoard.getState()
    const shortNow = new Set(shortItems(now))
    const items = isAllShown ? view.items : view.items.filter((item) => shortNow.has(item))
    // The filter shows the items that are shared out; on a small screen they stand first.
    if (!isNarrowed(filters) && !isPhone) onChange({ isShortOnly: true })
    onShare({ items, title })
  }
  if (!isShort && !isAllShown) return null
  return (
    <Button
      size="small"
      icon="share"
      // It is what the board is opened for, until there is something to save.
      variant={isWaiting && Object.keys(drafts).length === 0 ? 'primary' : 'quiet'}
      onClick={handlePress}
    >
      Share out {isAllShown ? title : <span className="sr">{title}</span>}
    </Button>
  )
}
