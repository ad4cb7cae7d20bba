import { useEffect, useId, useRef } from 'react'
import styles from './ErrorSummary.module.css'

/** A problem of a form; `fieldId` is the `id` of its input. */
export type FormProblem = { text: string; fieldId?: string | undefined }

/** The problems of a form. The focus moves here whenever `problems` is a new array, so pass a new one after each failed try. */
export function ErrorSummary({ problems }: { problems: readonly FormProblem[] }) {
  const headingId = useId()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problems.length > 0) box.current?.focus()
  }, [problems])
  if (problems.length === 0) return null
  return (
    <div
      ref={box}
      className={styles.ErrorSummary}
      role="alert"
      tabIndex={-1}
      aria-labelledby={headingId}
    >
      <h2 id={headingId}>There is a problem</h2>
      <ul>
        {problems.map(({ text, fieldId }) => (
          <li key={text}>
            {fieldId ? (
              <a
                href={`#${fieldId}`}
                onClick={(event) => {
                  event.preventDefault()
                  document.getElementById(fieldId)?.focus()
                }}
              >
                {text}
              </a>
            ) : (
              text
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
