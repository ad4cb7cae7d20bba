import { create } from 'zustand'
import { grouped } from '#src/rules/number-text.ts'
import { Dialog, DialogActions } from '#client/shared/Dialog.tsx'
import { Icon } from '#client/shared/Icon.tsx'
import { Button } from '#client/portal/ui/Button.tsx'
import type { Refused } from './refusal.ts'
import styles from './RefusedUndo.module.css'

/** More reasons than a person reads. */
const SHOWN = 50

type Shown = Refused & {
  /** Takes the other rows back. */
  takeRest: () => void
}

const useRefused = create<Shown | null>()(() => null)

/** Opens the list of the rows that stood against an undo, and offers to take the others back. */
export const showRefused = (refused: Shown | null): void => useRefused.setState(refused, true)

const close = () => showRefused(null)

/** The dialog with the reasons of a refused undo; one on each screen of an administrator. */
export function RefusedUndo() {
  const refused = useRefused()
  const { total = 0, obstacles = [], takeRest } = refused ?? {}
  const count = obstacles.length
  const rest = total - count
  const words = `${grouped(count)} of the ${grouped(total)} decisions cannot be undone`
  return (
    <Dialog open={refused !== null} onClose={close} title="Nothing was undone">
      <p>
        {rest > 0
          ? `${words}. You can leave ${count === 1 ? 'it' : 'them'} and undo the rest.`
          : `${words}, so all ${grouped(total)} stay.`}
      </p>
      <ul className={styles.Obstacles}>
        {obstacles.slice(0, SHOWN).map(({ id, club, email, item, reason }) => (
          <li key={id}>
            <Icon name="warning" />
            <p>
              {club && (
                <b>
                  <bdi>{club}</bdi>
                </b>
              )}
              {email && ` (${email})`}
              {club && ', '}
              {item && (
                <>
                  <bdi>{item}</bdi>
                  <br />
                </>
              )}
              {reason}
            </p>
          </li>
        ))}
      </ul>
      {count > SHOWN && <p>and {grouped(count - SHOWN)} more</p>}
      <DialogActions>
        <Button onClick={close} data-autofocus="">
          Close
        </Button>
        {rest > 0 && (
          <Button
            variant="primary"
            icon="undo"
            onClick={() => {
              close()
              takeRest?.()
            }}
          >
            Undo the other {rest === 1 ? 'one' : grouped(rest)}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
