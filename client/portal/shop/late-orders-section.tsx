import { useEffect, useRef } from 'react'
import { Skeleton } from '#client/portal/ui/Skeleton.tsx'
import { latePart } from './late-part.ts'
import styles from './ClubPage.module.css'

/** The code of "Your Orders", which a club needs only when it looks at its orders. */
export const ordersPart = latePart(() => import('./OrdersSection.tsx'))

type LateOrdersProps = { show: { at: string | null }; onViewCart: () => void }

export function LateOrdersSection({ show, onViewCart }: LateOrdersProps) {
  const section = useRef<HTMLElement>(null)
  const { part } = ordersPart.use()
  useEffect(() => {
    void ordersPart.load()
  }, [])
  // The section appears above a list that may be scrolled far down, below what is ready; a line that is asked for shows itself.
  const isWhole = show.at === null
  useEffect(() => {
    if (isWhole) section.current?.parentElement?.scrollIntoView({ block: 'start' })
  }, [isWhole])
  return (
    <section ref={section} className={styles.Orders} aria-labelledby="orders-heading">
      <h2 id="orders-heading" className="heading">
        Your Orders
      </h2>
      {part ? (
        <part.OrdersSection show={show} onViewCart={onViewCart} />
      ) : (
        <Skeleton label="Loading your orders" rows={3} />
      )}
    </section>
  )
}
