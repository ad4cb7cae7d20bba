import { useLayoutEffect, useRef } from 'react'
import { hostToasts } from './toast-hosts.ts'
import styles from './Toaster.module.css'

/** Stands in a positioned bar at the foot of a page: toasts stand above the bar then. */
export function ToastPlace() {
  const region = useRef<HTMLOutputElement>(null)
  useLayoutEffect(() => (region.current ? hostToasts(region.current) : undefined), [])
  return <output ref={region} className={styles.Above} aria-atomic="false" />
}
