import { type ComponentType, useEffect, useRef, useState } from 'react'
import { ErrorPanel } from '#client/portal/ui/ErrorPanel.tsx'
import { Skeleton } from '#client/portal/ui/Skeleton.tsx'
import styles from './OrdersSection.module.css'

let Loaded: ComponentType | null = null

/** Loads the code of `OrdersSection`, which a club needs only when it looks at its orders. */
export async function loadOrdersSection(): Promise<void> {
  const { OrdersSection } = await import('./OrdersSection.tsx')
  Loaded = OrdersSection
}

/** "Your Orders", from the moment at which it is asked for. */
export function LateOrdersSection() {
  const section = useRef<HTMLElement>(null)
  const [phase, setPhase] = useState<'loading' | 'ready' | 'failed'>(Loaded ? 'ready' : 'loading')
  useEffect(() => {
    if (phase !== 'loading') return
    loadOrdersSection().then(
      () => setPhase('ready'),
      () => setPhase('failed'),
    )
  }, [phase])
  // The section appears above a list that may be scrolled far down.
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section ref={section} className={styles.Orders} aria-labelledby="orders-heading">
      <h2 id="orders-heading" className="heading">
        Your Orders
      </h2>
      {phase === 'loading' && <Skeleton label="Loading your orders" rows={3} />}
      {phase === 'failed' && (
        <ErrorPanel
          level={3}
          title="Failed to fetch your orders"
          onRetry={() => setPhase('loading')}
        >
          What you have ordered is kept by the department.
        </ErrorPanel>
      )}
      {phase === 'ready' && Loaded && <Loaded />}
    </section>
  )
}
