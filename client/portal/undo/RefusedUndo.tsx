import { create } from 'zustand'
import type { HistoryEntry } from '#src/contract/history.ts'
import type { FieldProblem } from '#src/contract/problem.ts'
import { grouped } from '#src/rules/number-text.ts'
import { Dialog, DialogActions } from '#client/shared/Dialog.tsx'
import { Icon } from '#client/shared/Icon.tsx'
import { Button } from '#client/portal/ui/Button.tsx'
import styles from './RefusedUndo.module.css'

/** More reasons than a person reads. */
const SHOWN = 50

type Refused = {
  /** Each names a row by the id of its entry. */
  problems: readonly FieldProblem[]
  entries: readonly HistoryEntry[]
  /** Takes the other rows back. */
  takeRest: () => void
}

const useRefused = create<Refused | null>()(() => null)

/** Opens the list of the rows that stood against an undo, and offers to take the others back. */
export const showRefused = (refused: Refused | null): void => useRefused.setState(refused, true)

const close = () => showRefused(null)

/** The dialog with the reasons of a refused undo; one on each screen of an administrator. */
export function RefusedUndo() {
  const refused = useRefused()
  const { problems = [], entries = [], takeRest } = refused ?? {}
  const [count, total] = [problems.length, Math.max(problems.length, entries.length)]
  const rest = total - count
  const words = `${grouped(count)} of the ${grouped(total)} decisions cannot be undone`
  return (
    <Dialog open={refused !== null} onClose={close} title="Nothing was undone">
      <p>
        {rest > 0
          ? `${words}. You can leave ${count === 1 ? 'it' : 'them'} and undo the rest.`
          : `${words}, so all ${grouped(total)} stay.`}
      </p>
      <ul className={`stack ${styles.Obstacles}`}>
        {problems.slice(0, SHOWN).map(({ path, msg }) => {
          const entry = entries.find(({ _id }) => path === `entries.${_id}`)
          const { club, item, line = item } = entry ?? {}
          return (
            <li key={path}>
              <Icon name="warning" />
              <p>
                {club && (
                  <>
                    <b>
                      <bdi>{club.clubName}</bdi>
                    </b>
                    {club.email && ` (${club.email})`},{' '}
                  </>
                )}
                {line && (
                  <>
                    <bdi>{line.itemName}</bdi>
                    <br />
                  </>
                )}
                {msg}
              </p>
            </li>
          )
        })}
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
