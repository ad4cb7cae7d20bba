import styles from './SkipLink.module.css'

/** The first link of the keyboard: past the navigation. */
export function SkipLink() {
  return (
    <a className={styles.SkipLink} href="#main">
      Skip to content
    </a>
  )
}
