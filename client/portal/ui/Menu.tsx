import { useId } from 'react'
import { closeOnLeaving } from '#client/shared/close-on-leaving.ts'
import { IconButton } from '#client/shared/IconButton.tsx'
import styles from './Menu.module.css'

type MenuProps = {
  /** "More for Asha". */
  label: string
  items: readonly { label: string; onPress: () => void }[]
}

/** A button that opens the actions of one row, as a list of buttons. Escape and a press elsewhere close it. */
export function Menu({ label, items }: MenuProps) {
  const id = useId()
  return (
    <div ref={closeOnLeaving} className={styles.Menu} data-print="no">
      <IconButton icon="more" label={label} popoverTarget={id} />
      <ul id={id} popover="auto" aria-label={label}>
        {items.map((item) => (
          <li key={item.label}>
            <button
              type="button"
              onClick={({ currentTarget }) => {
                // The focus goes back first, so that a dialog gives it back to the button.
                currentTarget.closest('ul')?.hidePopover()
                item.onPress()
              }}
            >
              {item.label}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
