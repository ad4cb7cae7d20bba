import { GivenBar } from '#client/portal/ui/GivenBar.tsx'
import { StatusBadge } from '#client/portal/ui/StatusBadge.tsx'
import { type Column, numberColumn } from '#client/portal/ui/Table.tsx'
import { Unit } from '#client/portal/ui/Unit.tsx'
import { cx } from '#client/shared/cx.ts'
import { Icon } from '#client/shared/Icon.tsx'
import { IconButton } from '#client/shared/IconButton.tsx'
import type { OrderLine } from '#src/contract/records.ts'
import { clubStatusText, givenText, handedText, readsGiven } from '#src/rules/club-status.ts'
import { grouped } from '#src/rules/number-text.ts'
import { AskedNumber } from './CorrectLine.tsx'
import { isWithdrawn } from './DeletedLines.tsx'
import type { useOrderLines } from './use-order-lines.ts'
import rowName from '#client/portal/ui/RowName.module.css'
import styles from './OrderLines.module.css'

export const NO_REMARK = 'N/A'

/** The id of the element with what happened to a line. */
export const storyId = ({ _id }: OrderLine) => `story-${_id}`

/** The columns of Your Orders. While ordering is open a club changes how many it asks for, and withdraws. */
export function lineColumns(
  table: ReturnType<typeof useOrderLines>,
  onRead: (line: OrderLine) => void,
): Column<OrderLine>[] {
  const { past, announcement, corrections, isGone, isNews, isOpen } = table
  const columns: Column<OrderLine>[] = [
    {
      head: 'Item',
      width: 'wide',
      cell: (line) => (
        <>
          <button
            type="button"
            className={cx('link fold', rowName.Opener, isGone(line) && rowName.Gone)}
            aria-expanded={isOpen(line)}
            aria-controls={isOpen(line) ? storyId(line) : undefined}
            onClick={() => table.toggle(line)}
          >
            <Icon name="chevron" size="small" />
            {line.itemName}
          </button>
          <Unit of={line.unit} />
          {(isNews(line) || corrections?.doneTo(line)) && (
            <output className={cx(rowName.Word, styles.News)}>
              {corrections?.doneTo(line) ?? announcement?.get(line._id) ?? 'updated just now'}
            </output>
          )}
        </>
      ),
    },
    corrections
      ? {
          head: 'Quantity',
          width: 'stepper',
          cell: (line) => (
            <AskedNumber line={line} corrections={corrections} isGone={isGone(line)} />
          ),
        }
      : numberColumn('Quantity', (line) => grouped(line.ordered_quantity)),
    numberColumn(
      'Given',
      (line) => (
        <>
          <GivenBar {...line} />
          {line.allotted_quantity > 0 && !readsGiven(line) && (
            <span className={styles.GivenWords}>{givenText(line)}</span>
          )}
        </>
      ),
      { width: 'bar' },
    ),
    {
      head: 'Status',
      width: 'medium',
      cell: (line) =>
        isGone(line) ? (
          <StatusBadge
            status="Deleted"
            label={isWithdrawn(past.rows, line._id) ? 'Withdrawn' : undefined}
          />
        ) : (
          <>
            <StatusBadge
              status={readsGiven(line) ? 'Available' : line.status}
              label={clubStatusText(line)}
            />
            {handedText(line) && <span className={styles.Handed}>{handedText(line)}</span>}
          </>
        ),
    },
    {
      head: 'Remarks',
      width: 'medium',
      cell: (line) =>
        line.remarks === '' ? (
          <span className={styles.NoRemark}>{NO_REMARK}</span>
        ) : (
          <button type="button" className={styles.Remark} onClick={() => onRead(line)}>
            <span className="sr">Remarks on {line.itemName}: </span>
            <span>{line.remarks}</span>
          </button>
        ),
    },
  ]
  if (corrections)
    columns.push({
      head: 'Withdraw',
      kind: 'middle',
      width: 'narrow',
      screenOnly: true,
      cell: (line) =>
        !isGone(line) &&
        // The server refuses to withdraw what was handed over.
        line.delivered_quantity === 0 && (
          <IconButton
            icon="close"
            size="small"
            label={`Withdraw ${line.itemName}`}
            onClick={() => corrections.want(line, null)}
          />
        ),
    })
  return columns
}
