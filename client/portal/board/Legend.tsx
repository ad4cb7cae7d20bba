import type { LineStatus } from '#src/contract/statuses.ts'
import { Icon } from '#client/shared/Icon.tsx'
import type { IconName } from '#client/shared/icon-paths.ts'
import { Part } from './BoardCell.tsx'
import styles from './BoardGrid.module.css'

type SwatchProps = {
  state: string
  word: string
  was?: number
  given?: number
  /** The text after the number given: "/9". */
  rest?: string
  bar?: number
  status?: LineStatus
  sign?: IconName
  isHeld?: boolean
}

const Swatch = ({ state, word, was, given, rest, bar, status, sign, isHeld }: SwatchProps) => (
  <span className={styles.Swatch}>
    <span
      className={styles.Cell}
      data-state={state}
      data-status={status}
      data-held={isHeld || undefined}
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
      {bar !== undefined && <Part of={9} given={bar} />}
    </span>
    {word}
  </span>
)

/** What the cells mean. "Keys and marks" says it in words. */
export const Legend = () => (
  <span className={styles.Legend} aria-hidden="true">
    <Swatch state="none" word="undecided" given={0} rest="/9" />
    <Swatch state="part" word="partly" given={5} rest="/9" bar={5} />
    <Swatch state="all" word="all" given={9} bar={9} />
    <Swatch state="all" word="ready" given={9} bar={9} status="Ready" sign="box" />
    <Swatch state="delivered" word="delivered" given={9} bar={9} status="Delivered" sign="check" />
    <Swatch state="rejected" word="rejected" status="Rejected" sign="ban" />
    <Swatch
      state="online"
      word="ordered online"
      given={0}
      bar={0}
      status="Ordered from online retailer"
      sign="truck"
    />
    <Swatch state="draft" word="not saved" was={4} given={9} bar={9} />
    <Swatch state="part" word="held back" given={5} rest="/9" bar={5} isHeld />
  </span>
)
