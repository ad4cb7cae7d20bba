import { memo, type MouseEvent, useRef } from 'react'
import { cx } from '#client/shared/cx.ts'
import { Icon } from '#client/shared/Icon.tsx'
import { IconButton } from '#client/shared/IconButton.tsx'
import { RowName } from '#client/portal/ui/RowName.tsx'
import { rowElementId, type RowTone } from '#client/portal/ui/Table.tsx'
import type { StockItem } from '#src/contract/records.ts'
import { Unit } from '#client/portal/ui/Unit.tsx'
import { grouped } from '#src/rules/number-text.ts'
import styles from './StockPage.module.css'

const DOUBLE_TAP_MS = 300

type ItemCardProps = {
  item: StockItem
  tone: RowTone | undefined
  news: string | null
  unsaved: boolean
  onEdit: (id: string) => void
  onOpenLedger: (item: StockItem) => void
}

export const ItemCard = memo(function ItemCard(props: ItemCardProps) {
  const { item, tone, news, unsaved, onEdit, onOpenLedger } = props
  const { _id, itemName, itemQuantity, itemStatus, unit, place } = item
  const handleEdit = () => onEdit(_id)
  const tappedAt = useRef(-Infinity)
  const isOff = itemStatus === 'disabled'

  /** A double-tap or a right click opens the edit dialog. The keyboard has the button of the card. */
  const gestures = {
    onClick({ target, timeStamp }: MouseEvent) {
      if (target instanceof Element && target.closest('button')) return
      const isSecond = timeStamp - tappedAt.current <= DOUBLE_TAP_MS
      tappedAt.current = isSecond ? -Infinity : timeStamp
      if (isSecond) handleEdit()
    },
    onContextMenu(event: MouseEvent) {
      event.preventDefault()
      handleEdit()
    },
  }
  return (
    <li
      id={rowElementId(_id)}
      className={styles.Card}
      data-tone={tone}
      data-off={isOff || undefined}
      tabIndex={-1}
      {...gestures}
    >
      <h3 className="name">
        <RowName name={itemName} news={news} unsaved={unsaved} gone={tone === 'gone'} />
        <Unit of={unit} />
      </h3>
      <p className={styles.Quantity} data-none={itemQuantity === 0 || undefined}>
        {grouped(itemQuantity)}
        <span className="sr"> on the shelf</span>
      </p>
      <p className={`marked ${styles.State}`}>
        <Icon name={isOff ? 'ban' : 'check'} size="small" />
        {isOff ? 'Disabled' : 'Enabled'}
        {place && <bdi className={cx('tape', styles.Place)}>{place}</bdi>}
      </p>
      <p className={styles.Actions}>
        <IconButton
          icon="history"
          size="small"
          label={`History of ${itemName}`}
          aria-haspopup="dialog"
          onClick={() => onOpenLedger(item)}
        />
        <IconButton icon="edit" size="small" label={`Edit ${itemName}`} onClick={handleEdit} />
      </p>
    </li>
  )
})
