import { type LineStatus, ONLINE_RETAILER } from '#src/contract/statuses.ts'
import { cx } from '#client/shared/cx.ts'
import { Icon } from '#client/shared/Icon.tsx'
import { Part, SIGNS } from './BoardCell.tsx'
import styles from './BoardGrid.module.css'

type Sample = {
  state: string
  was?: number
  given?: number
  /** The text after the number given. */
  rest?: '/9'
  status?: LineStatus
  isHeld?: boolean
}

/** A cell as an example. */
export function Swatch({ state, was, given, rest, status = '', isHeld }: Sample) {
  const sign = SIGNS[status]
  return (
    <span
      className={cx(styles.Cell, styles.Swatch)}
      data-state={state}
      data-status={status}
      data-held={isHeld}
      aria-hidden="true"
    >
      {sign && <Icon name={sign} />}
      <span className={styles.Numbers}>
        {was !== undefined && (
          <>
            <small>{was}</small>
            <i className={styles.To} />
          </>
        )}
        {state === 'rejected' ? <s>9</s> : <b>{given}</b>}
        {rest && <small>{rest}</small>}
      </span>
      {given !== undefined && state !== 'none' && <Part of={9} given={given} />}
    </span>
  )
}

/** The states of a cell, by their words in the legend. */
export const SAMPLES = {
  undecided: { state: 'none', given: 0, rest: '/9' },
  partly: { state: 'part', given: 5, rest: '/9' },
  all: { state: 'all', given: 9 },
  ready: { state: 'all', given: 9, status: 'Ready' },
  delivered: { state: 'delivered', given: 9, status: 'Delivered' },
  rejected: { state: 'rejected', status: 'Rejected' },
  'ordered online': { state: 'online', given: 0, status: ONLINE_RETAILER },
  'not saved': { state: 'draft', was: 4, given: 9 },
  'held back': { state: 'part', given: 5, rest: '/9', isHeld: true },
} as const satisfies Record<string, Sample>

/** What the cells mean. "Keys and marks" says it in words. */
export const Legend = () => (
  <span className={styles.Legend} aria-hidden="true">
    {Object.entries(SAMPLES).map(([word, sample]) => (
      <span key={word}>
        <Swatch {...sample} />
        {word}
      </span>
    ))}
  </span>
)
