import { type ComponentType, useEffect, useRef, useState } from 'react'
import { ErrorPanel } from '#client/portal/ui/ErrorPanel.tsx'
import { Skeleton } from '#client/portal/ui/Skeleton.tsx'
import styles from './OrdersSection.module.css'

let loaded: { OrdersSection: ComponentType; MailSwitch: ComponentType } | null = null

/** Loads the code of "Your Orders", which a club needs only when it looks at its orders. */
export async function loadOrdersSection(): Promise<void> {
  const [{ OrdersSection }, { MailSwitch }] = await Promise.all([
    import('./OrdersSection.tsx'),
    import('./MailSwitch.tsx'),
  ])
  loaded = { OrdersSection, MailSwitch }
}

export function LateOrdersSection() {
  const section = useRef<HTMLElement>(null)
  const [phase, setPhase] = useState<'loading' | 'ready' | 'failed'>(loaded ? 'ready' : 'loading')
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
      <header className={styles.Head}>
        <h2 id="orders-heading" className="heading">
          Your Orders
        </h2>
        {phase === 'ready' && loaded && <loaded.MailSwitch />}
      </header>
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
      {phase === 'ready' && loaded && <loaded.OrdersSection />}
    </section>
  )
}
