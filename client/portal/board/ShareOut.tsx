import { Button } from '#client/portal/ui/Button.tsx'
import { setFilters, useBoard, useDeferredBoard } from './board-store.ts'
import { isNarrowed, shortItems } from './model/filters.ts'
import { useIsPhone } from './use-is-phone.ts'

/** Opens sharing for all that is short, or for the rows that a filter shows. */
export function ShareOut() {
  const { index, drafts } = useDeferredBoard()
  const isPhone = useIsPhone()
  const isFiltered = useBoard(({ filters }) => isNarrowed(filters))
  const short = shortItems(index)
  // Where the shelves are empty, everything was shared already.
  const isWaiting = short.some(({ itemQuantity }) => itemQuantity > 0)
  // The list of a small screen has what is short in a part of its own.
  const isAllShown = isFiltered && !isPhone
  const title = isAllShown ? 'what is shown' : 'what is short'
  function handlePress() {
    const { view, index: now } = useBoard.getState()
    const shortNow = new Set(shortItems(now))
    const items = isAllShown ? view.items : view.items.filter((item) => shortNow.has(item))
    // The filter shows the items that are shared out; on a small screen they stand first.
    if (!isFiltered && !isPhone) setFilters({ isShortOnly: true })
    const itemIds = items.map(({ _id }) => _id)
    useBoard.setState({ sharing: { itemIds, title, isOfShown: isAllShown } })
  }
  if (short.length === 0 && !isAllShown) return null
  return (
    <Button
      right="orders.give"
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
