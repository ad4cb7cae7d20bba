import { useEffect, useEffectEvent, useRef } from 'react'
import { Button } from '#client/portal/ui/Button.tsx'
import { isShortcut, SHORTCUT } from './shortcut.ts'
import styles from '#client/portal/ui/Toast.module.css'

/** One for each offer on the page, the newest last: the shortcut takes that one. */
const offers: object[] = []

type ToastOfferProps = { message: string; onUndo: () => void }

/** A message with Undo, and a shortcut that presses it. It can be taken once. */
export function ToastOffer({ message, onUndo }: ToastOfferProps) {
  // The toast takes a moment to leave, and can still be pressed then.
  const isTaken = useRef(false)
  function take() {
    if (isTaken.current) return
    isTaken.current = true
    onUndo()
  }
  const takeByKey = useEffectEvent(take)
  useEffect(() => {
    const offer = {}
    offers.push(offer)
    const listening = new AbortController()
    document.addEventListener(
      'keydown',
      (event) => {
        const isInField = event.target instanceof Element && event.target.matches('input, textarea')
        if (offers.at(-1) !== offer || !isShortcut(event, isInField)) return
        event.preventDefault()
        takeByKey()
      },
      { signal: listening.signal },
    )
    return () => {
      listening.abort()
      offers.splice(offers.indexOf(offer), 1)
    }
  }, [])
  return (
    <>
      <span className={styles.Message}>{message}</span>
      <Button icon="undo" aria-keyshortcuts={SHORTCUT} onClick={take}>
        Undo <kbd className={styles.Key}>{SHORTCUT}</kbd>
      </Button>
    </>
  )
}
