import { Button } from '#client/portal/ui/Button.tsx'
import styles from './NewRows.module.css'

type NewRowsProps = {
  count: number
  nouns: readonly [one: string, many: string]
  onShow: () => void
}

/** Counts new rows and offers to show them. It is part of the toolbar, so that the list does not move. */
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
