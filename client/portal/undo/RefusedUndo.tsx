import { create } from 'zustand'
import { Dialog, DialogActions } from '#client/shared/Dialog.tsx'
import { Icon } from '#client/shared/Icon.tsx'
import { Button } from '#client/portal/ui/Button.tsx'
import type { Refused } from './refusal.ts'
import styles from './RefusedUndo.module.css'

const useRefused = create<Refused | null>()(() => null)

/** Opens the list of the rows that stood against an undo. */
export const showRefused = (refused: Refused | null): void => useRefused.setState(refused, true)

const close = () => showRefused(null)

/** The dialog with the reasons of a refused undo; one on each screen of an administrator. */
export function RefusedUndo() {
  const refused = useRefused()
  const { total = 0, obstacles = [] } = refused ?? {}
  const count = obstacles.length
  return (
    <Dialog open={refused !== null} onClose={close} title="Nothing was undone">
      <p>
        {count} of the {total} decisions cannot be taken back, so all {total} stay.
      </p>
      <ul className={styles.Obstacles}>
        {obstacles.map(({ id, club, item, reason }) => (
          <li key={id}>
            <Icon name="warning" />
            <p>
              {club && <b>{club}, </b>}
              {item && (
                <>
                  {item}
                  <br />
                </>
              )}
              {reason}
            </p>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button onClick={close} data-autofocus="">
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}
