import { Button } from '#client/portal/ui/Button.tsx'
import styles from './NewRows.module.css'

type NewRowsProps = {
  count: number
  /** "order", "orders". */
  nouns: readonly [one: string, many: string]
  onShow: () => void
}

/** Rows that came while someone reads. It stands in a toolbar and takes no room from the list: nothing moves under the hand. */
export function NewRows({ count, nouns: [one, many], onShow }: NewRowsProps) {
  return (
    <output className={styles.NewRows}>
      {count > 0 && (
        <>
          <span>
            {count} new {count === 1 ? one : many}
          </span>
          <Button size="small" icon="live" onClick={onShow}>
            Show
          </Button>
        </>
      )}
    </output>
  )
}
