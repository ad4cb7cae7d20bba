import { Icon } from '#client/shared/Icon.tsx'
import styles from './SearchBox.module.css'

type SearchBoxProps = { label: string; value: string; onChange: (value: string) => void }

export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  return (
    <search className={styles.SearchBox}>
      <Icon name="search" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
    </search>
  )
}
