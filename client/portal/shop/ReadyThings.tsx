import { useLiveList } from '#client/portal/data/live-query.ts'
import { useOrderingState } from '#client/portal/ordering/ordering.ts'
import { Banner } from '#client/portal/ui/Banner.tsx'
import { countOrder, readyText } from '#src/rules/order-counts.ts'
import { orders } from './lists.ts'

/** What the club can fetch now, above all else, with when and where. */
export function ReadyThings() {
  const { rows } = useLiveList(orders)
  const words = useOrderingState().value?.pickup
  const { ready } = countOrder(rows)
  return (
    <Banner tone="ready" icon="box">
      {ready > 0 && (
        <>
          <b>{readyText(ready)}</b> {words}
        </>
      )}
    </Banner>
  )
}
