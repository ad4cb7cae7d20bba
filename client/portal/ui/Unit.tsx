import styles from './Unit.module.css'

/** The unit of an item, small after its name; nothing for an item without one. */
export const Unit = ({ of }: { of: string }) =>
  of && <small className={`hint ${styles.Unit}`}>{of}</small>
