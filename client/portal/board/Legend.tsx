import { ONLINE_RETAILER } from '#src/contract/statuses.ts'
import { Icon } from '#client/shared/Icon.tsx'
import { Part, SIGNS } from './BoardCell.tsx'
import styles from './BoardGrid.module.css'

type SwatchProps = {
  state: string
  word?: string
  was?: number
  given?: number
  /** The text after the number given: "/9". */
  rest?: string
  status?: keyof typeof SIGNS
  isHeld?: boolean
}

/** A cell as an example. */
export const Swatch = ({ state, word, was, given, rest, status, isHeld }: SwatchProps) => (
  <span className={styles.Swatch} aria-hidden="true">
    <span
      className={styles.Cell}
      data-state={state}
      data-status={status}
      data-held={isHeld || undefined}
    >
      {status && <Icon name={SIGNS[status]} />}
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
    {word}
  </span>
)

/** What the cells mean. "Keys and marks" says it in words. */
export const Legend = () => (
  <span className={styles.Legend}>
    <Swatch state="none" word="undecided" given={0} rest="/9" />
    <Swatch state="part" word="partly" given={5} rest="/9" />
    <Swatch state="all" word="all" given={9} />
    <Swatch state="all" word="ready" given={9} status="Ready" />
    <Swatch state="delivered" word="delivered" given={9} status="Delivered" />
    <Swatch state="rejected" word="rejected" status="Rejected" />
    <Swatch state="online" word="ordered online" given={0} status={ONLINE_RETAILER} />
    <Swatch state="draft" word="not saved" was={4} given={9} />
    <Swatch state="part" word="held back" given={5} rest="/9" isHeld />
  </span>
)
