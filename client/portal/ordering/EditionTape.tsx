import { cx } from '#client/shared/cx.ts'
import { useEdition } from './ordering.ts'
import styles from './EditionTape.module.css'

/** The name of the current edition on a strip of label tape, beside a title. Before it is known, it has the room of a usual name. */
export function EditionTape() {
  const edition = useEdition()
  return (
    <>
      {edition ? (
        <span className={cx('tape', styles.Tape)}>
          <span className="sr">Edition: </span>
          <bdi>{edition.name}</bdi>
        </span>
      ) : (
        <span className={styles.Tape} data-unknown="" aria-hidden="true">
          APOGEE 2000
        </span>
      )}{' '}
    </>
  )
}
