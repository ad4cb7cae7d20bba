import { Button } from './Button.tsx'
import { grouped } from '#src/rules/number-text.ts'
import styles from './Pager.module.css'

type PagerProps = {
  noun: string
  page: number
  pageSize: number
  total: number
  onPage: (page: number) => void
}

/** Which rows of a long list are shown, and buttons for its other pages; nothing when there is one page. */
export function Pager({ noun, page, pageSize, total, onPage }: PagerProps) {
  const pages = Math.ceil(total / pageSize)
  if (pages <= 1) return null
  const first = (page - 1) * pageSize + 1
  const last = Math.min(total, page * pageSize)
  return (
    <nav className={`line ${styles.Pager}`} aria-label={`Pages of ${noun}`}>
      <p className="hint">{`${grouped(first)}–${grouped(last)} of ${grouped(total)} ${noun}`}</p>
      <Button size="small" icon="left" disabled={page === 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <ol>
        {Array.from({ length: pages }, (_, index) => index + 1).map((number) => (
          <li key={number}>
            <button
              type="button"
              aria-label={`Page ${number}`}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => onPage(number)}
            >
              {number}
            </button>
          </li>
        ))}
      </ol>
      <Button size="small" disabled={page === pages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  )
}
