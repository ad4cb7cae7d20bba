import { cx } from '#client/shared/cx.ts'
import { Icon } from '#client/shared/Icon.tsx'
import styles from './RowName.module.css'

type RowNameProps = {
  name: string
  detail?: string | null | undefined
  unsaved?: boolean | undefined
  /** What someone else has just changed: "given changed 3 to 5 just now". */
  news?: string | null
  gone?: boolean
  onOpen?: (() => void) | undefined
  /** Whether the rows below it are open; left out: it opens a dialog. */
  isOpen?: boolean
}

export function RowName({ name, detail, unsaved, news, gone, onOpen, isOpen }: RowNameProps) {
  const isMarked = !detail && (gone || unsaved || news)
  return (
    <>
      {onOpen ? (
        <button
          type="button"
          className={cx('link fold', styles.Opener, gone && styles.Gone, isMarked && styles.Marked)}
          aria-haspopup={isOpen === undefined ? 'dialog' : undefined}
          aria-expanded={isOpen}
          onClick={onOpen}
        >
          {isOpen !== undefined && <Icon name="chevron" size="small" />}
          {name}
        </button>
      ) : (
        <span className={gone ? styles.Gone : undefined}>{name}</span>
      )}
      {detail && <span className={styles.Detail}>{detail}</span>}
      {gone && <span className={styles.Word}>deleted</span>}
      {unsaved && <span className={styles.Word}>unsaved</span>}
      {news && <span className={styles.Word}>{news}</span>}
    </>
  )
}
