import styles from './BoardPage.module.css'

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** The board's own geometry while it is read. It appears after 150 ms, so that a quick answer does not flash. */
export function LoadingBoard() {
  return (
    <div className={styles.Loading}>
      <output className="sr">Loading the board</output>
      <span className={styles.LoadingHead} aria-hidden="true" />
      {ROWS.map((row) => (
        <span key={row} className={styles.LoadingRow} aria-hidden="true" />
      ))}
    </div>
  )
}
