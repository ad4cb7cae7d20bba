import { Button } from '#client/portal/ui/Button.tsx'
import { counted } from '#src/rules/number-text.ts'
import styles from './NewRows.module.css'

type NewRowsProps = { count: number; noun: string; onShow: () => void }

/** Counts new rows and offers to show them. It is part of the toolbar, so that the list does not move. */
export function NewRows({ count, noun, onShow }: NewRowsProps) {
  return (
    <output className={styles.NewRows}>
      {count > 0 && (
        <>
          <span>{counted(count, `new ${noun}`)}</span>
          <Button size="small" icon="live" onClick={onShow}>
            Show
          </Button>
        </>
      )}
    </output>
  )
}
