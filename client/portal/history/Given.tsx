import { grouped } from '#src/rules/number-text.ts'
import styles from './Story.module.css'

/** `5 of 8`, and a bar. */
export const Given = ({ given, asked }: { given: number; asked: number }) => (
  <span className={styles.Given}>
    <span>
      <b className="num">{grouped(given)}</b> of <b className="num">{grouped(asked)}</b>
    </span>
    <progress
      max={Math.max(1, asked)}
      value={Math.min(given, asked)}
      data-full={given >= asked || undefined}
      aria-hidden="true"
    />
  </span>
)
