import { useEffect, useEffectEvent, useRef } from 'react'
import { Button } from '#client/portal/ui/Button.tsx'
import { isShortcut, SHORTCUT } from './shortcut.ts'
import styles from '#client/portal/ui/Toast.module.css'

type ToastOfferProps = { message: string; onUndo: () => void }

/** A message with Undo, and a shortcut that presses it. It can be taken once. */
export function ToastOffer({ message, onUndo }: ToastOfferProps) {
  const button = useRef<HTMLButtonElement>(null)
  // The toast takes a moment to leave, and can still be pressed then.
  const isTaken = useRef(false)
  function take() {
    if (isTaken.current) return
    isTaken.current = true
    onUndo()
  }
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const offers = document.querySelectorAll(`[aria-keyshortcuts='${SHORTCUT}']`)
    const isInField = event.target instanceof Element && event.target.matches('input, textarea')
    // The newest is the last one.
    if ([...offers].at(-1) !== button.current || !isShortcut(event, isInField)) return
    event.preventDefault()
    take()
  })
  useEffect(() => {
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
  return (
    <>
      <span className={styles.Message}>{message}</span>
      <Button ref={button} icon="undo" aria-keyshortcuts={SHORTCUT} onClick={take}>
        Undo <kbd className={styles.Key}>{SHORTCUT}</kbd>
      </Button>
    </>
  )
}
