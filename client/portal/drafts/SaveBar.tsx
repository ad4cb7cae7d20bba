import type { ReactNode } from 'react'
import { Button } from '#client/portal/ui/Button.tsx'
import { ToastPlace } from '#client/shared/ToastPlace.tsx'
import styles from './SaveBar.module.css'

type SaveBarProps = {
  /** How many rows have unsaved edits. */
  unsaved: number
  /** Messages about saving. */
  children?: ReactNode
  busy?: boolean
  onDiscard: () => void
  onSave: () => void
}

/** The bar below a table that is edited in place. Save Changes is always enabled: the page says when there is nothing to save. */
export function SaveBar({ unsaved, children, busy = false, onDiscard, onSave }: SaveBarProps) {
  return (
    <section
      className={styles.SaveBar}
      aria-label="Unsaved changes"
      data-clean={unsaved === 0 || undefined}
      data-print="no"
    >
      <output className={styles.Words}>
        {unsaved === 0 ? (
          <span>No unsaved changes.</span>
        ) : (
          <span>
            <b className="num">{unsaved}</b> {unsaved === 1 ? 'row' : 'rows'} changed.
          </span>
        )}
        {children}
      </output>
      <div className={styles.Actions}>
        {unsaved > 0 && (
          <Button onClick={onDiscard} disabled={busy}>
            Discard
          </Button>
        )}
        <Button variant="primary" busy={busy} onClick={onSave}>
          Save Changes
        </Button>
      </div>
      <ToastPlace />
    </section>
  )
}
