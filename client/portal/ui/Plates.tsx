import type { ReactNode } from 'react'
import styles from './Plates.module.css'

type PlatesProps = { legend: ReactNode; isHeading?: boolean; children: ReactNode }

/** A few ways of which one is chosen. */
export const Plates = ({ legend, isHeading = true, children }: PlatesProps) => (
  <fieldset className={styles.Plates}>
    <legend className={isHeading ? 'heading' : undefined}>{legend}</legend>
    {children}
  </fieldset>
)

type PlateProps = {
  /** The same for the plates of a group. */
  group: string
  id?: string
  name: string
  checked: boolean
  onChoose: () => void
  /** What it means. */
  children?: ReactNode
}

export const Plate = ({ group, id, name, checked, onChoose, children }: PlateProps) => (
  <label className={styles.Plate}>
    <input type="radio" name={group} id={id} checked={checked} onChange={onChoose} />
    <b>{name}</b>
    {children && <small className="hint">{children}</small>}
  </label>
)
