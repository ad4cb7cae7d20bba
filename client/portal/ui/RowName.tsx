import { cx } from '#client/shared/cx.ts'
import styles from './RowName.module.css'

type RowNameProps = {
  name: string
  detail?: string
  unsaved?: boolean | undefined
  /** What someone else has just changed: "given changed 3 to 5 just now". */
  news?: string | null
  gone?: boolean
  onOpen?: (() => void) | undefined
}

export function RowName({ name, detail, unsaved, news, gone, onOpen }: RowNameProps) {
  const isMarked = detail === undefined && (gone || unsaved || news)
  return (
    <>
      {onOpen ? (
        <button
          type="button"
          className={cx(styles.Opener, gone && styles.Gone, isMarked && styles.Marked)}
          aria-haspopup="dialog"
          onClick={onOpen}
        >
          {name}
        </button>
      ) : (
        <span className={gone ? styles.Gone : undefined}>{name}</span>
      )}
      {detail !== undefined && <span className={styles.Detail}>{detail}</span>}
      {gone && <span className={styles.Word}>deleted</span>}
      {unsaved && <span className={styles.Word}>unsaved</span>}
      {news && <span className={styles.Word}>{news}</span>}
    </>
  )
}
