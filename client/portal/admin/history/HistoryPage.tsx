import styles from './History.late.module.css'

export default function HistoryPage() {
  return <p className={styles.Entry}>…</p>
}
