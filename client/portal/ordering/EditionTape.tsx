import { cx } from '#client/shared/cx.ts'
import { useEdition } from './ordering.ts'
import styles from './EditionTape.module.css'

/** The name of the current edition on a strip of label tape, beside a title. Before it is known, it has the room of a usual name. */
export function EditionTape() {
  const edition = useEdition()
  return (
    <>
      <span className={cx('tape', styles.Tape)} data-unknown={edition ? undefined : ''}>
        <span className="sr">Edition: </span>
        <bdi>{edition?.name ?? 'APOGEE 2000'}</bdi>
      </span>{' '}
    </>
  )
}
