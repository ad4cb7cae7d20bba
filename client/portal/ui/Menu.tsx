import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from '#client/shared/IconButton.tsx'
import styles from './Menu.module.css'

type MenuProps = {
  /** "More for Asha". */
  label: string
  items: readonly { label: string; onPress: () => void }[]
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

const buttonsIn = (element: Element | null) => [
  ...(element?.querySelectorAll<HTMLElement>('button') ?? []),
]

/** A button that opens the actions of one row. ↑ and ↓ go through them, Escape and a press elsewhere close it. */
export function Menu({ label, items }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (!isOpen) return
    buttonsIn(list.current)[0]?.focus({ preventScroll: true })
    list.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])

  /** The focus goes back first, so that a dialog gives it back to the button. */
  function close() {
    flushSync(() => setOpen(false))
    buttonsIn(box.current)[0]?.focus()
  }
  function handleKey(event: KeyboardEvent) {
    const step = STEPS[event.key]
    if (!step && event.key !== 'Escape') return
    event.preventDefault()
    if (!step) return close()
    const all = buttonsIn(list.current)
    const at = all.findIndex((button) => button === document.activeElement)
    all.at((at + step) % all.length)?.focus()
  }
  return (
    <div ref={box} className={styles.Menu} data-print="no">
      <IconButton
        icon="more"
        label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <ul
          ref={list}
          role="menu"
          aria-label={label}
          onKeyDown={handleKey}
          onBlur={({ relatedTarget }) => box.current?.contains(relatedTarget) || setOpen(false)}
        >
          {items.map((item) => (
            <li key={item.label} role="none">
              <button
                type="button"
                role="menuitem"
                tabIndex={-1}
                onClick={() => {
                  close()
                  item.onPress()
                }}
              >
                {item.label}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
