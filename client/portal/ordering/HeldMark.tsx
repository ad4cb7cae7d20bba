import { Icon } from '#client/shared/Icon.tsx'
import { heldText } from '#src/rules/announced.ts'
import type { OrderLine } from '#src/contract/records.ts'
import styles from './Holding.module.css'

type Line = Pick<OrderLine, 'allotted_quantity' | 'status' | 'remarks' | 'announced'>

export function HeldMark({ line }: { line: Line }) {
  if (!line.announced) return null
  return (
    <span className={`marked hint ${styles.Mark}`}>
      <Icon name="unseen" size="small" />
      {heldText(line, line.announced)}
    </span>
  )
}
