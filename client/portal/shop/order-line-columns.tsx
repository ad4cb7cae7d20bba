import { Icon } from '#client/shared/Icon.tsx'
import { Button } from '#client/portal/ui/Button.tsx'
import { GivenBar } from '#client/portal/ui/GivenBar.tsx'
import { StatusBadge } from '#client/portal/ui/StatusBadge.tsx'
import type { Column } from '#client/portal/ui/Table.tsx'
import type { OrderLine } from '#src/contract/records.ts'
import { grouped } from '#src/rules/number-text.ts'
import styles from './OrderLines.module.css'

type CellOptions = {
  isNews: (line: OrderLine) => boolean
  isGone: (line: OrderLine) => boolean
  isOpen: (line: OrderLine) => boolean
  onToggle: (line: OrderLine) => void
  onRead: (line: OrderLine) => void
  /** What the last announcement changed of a line: `given 2 to 5`. */
  announcedOf: (line: OrderLine) => string | null
}

export const storyId = (lineId: string) => `story-${lineId}`

export const columnsOf = (options: CellOptions): Column<OrderLine>[] => {
  const { isNews, isGone, isOpen, onToggle, onRead, announcedOf } = options
  return [
    {
      key: 'item',
      head: 'Item',
      width: 'wide',
      cell: (line) => (
        <>
          <button
            type="button"
            className={styles.Opener}
            aria-expanded={isOpen(line)}
            aria-controls={isOpen(line) ? storyId(line._id) : undefined}
            onClick={() => onToggle(line)}
          >
            <Icon name="chevron" size="small" />
            <span data-gone={isGone(line) || undefined}>{line.itemName}</span>
          </button>
          {isNews(line) && (
            <span className={styles.News}>{announcedOf(line) ?? 'updated just now'}</span>
          )}
        </>
      ),
    },
    {
      key: 'quantity',
      head: 'Quantity',
      kind: 'number',
      stacked: 'third',
      cell: ({ ordered_quantity }) => grouped(ordered_quantity),
    },
    {
      key: 'given',
      head: 'Given',
      kind: 'number',
      width: 'bar',
      stacked: 'third',
      cell: (line) => <GivenBar given={line.allotted_quantity} required={line.ordered_quantity} />,
    },
    {
      key: 'status',
      head: 'Status',
      stacked: 'half',
      cell: (line) => <StatusBadge status={isGone(line) ? 'Deleted' : line.status} />,
    },
    {
      key: 'remarks',
      head: 'Remarks',
      stacked: 'corner',
      cell: (line) => (
        <Button size="small" icon="note" onClick={() => onRead(line)}>
          Remarks<span className="sr"> on {line.itemName}</span>
        </Button>
      ),
    },
  ]
}
