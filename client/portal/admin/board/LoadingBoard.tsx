import styles from './Board.late.module.css'

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** The board's own geometry while it is read. It appears after 150 ms, so that a quick answer does not flash. */
export function LoadingBoard() {
  return (
    <output className={styles.Loading}>
      <span className="sr">Loading the board</span>
      <span className={styles.LoadingHead} aria-hidden="true" />
      {ROWS.map((row) => (
        <span key={row} className={styles.LoadingRow} aria-hidden="true" />
      ))}
    </output>
  )
}
