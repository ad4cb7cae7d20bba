import styles from './CellPanel.module.css'

export type KeyMeaning = readonly [keys: readonly string[], meaning: string]

/** Keys with what each of them does. */
export function KeyList({
  keys,
  isSmall = false,
}: {
  keys: readonly KeyMeaning[]
  isSmall?: boolean
}) {
  return (
    <dl className={styles.Keys} data-small={isSmall || undefined}>
      {keys.map(([pressed, meaning]) => (
        <div key={meaning}>
          <dt>
            {pressed.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  )
}
