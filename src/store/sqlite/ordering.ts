import { FIRST_ORDERING, type Ordering, type PresentOrdering } from '#src/rules/window.ts'
import type { Tables } from '../tables.ts'
import { setTo } from './columns.ts'
import type { Connection } from './connection.ts'
import type { Topics } from './topics.ts'

/** The fields of `Ordering`. */
export const ORDERING_FIELDS = Object.keys(FIRST_ORDERING)

type Row = Omit<Ordering, 'isOpen' | 'decisionsHeld'> & {
  isOpen: number
  decisionsHeld: number
  rev: number
  editionId: string
  editionName: string
}

/** The switches and the times of ordering, in the table `portal`. */
export function openSwitches({ prepare }: Connection, topics: Topics) {
  const read = prepare<Row, []>(
    `SELECT ${ORDERING_FIELDS.join(', ')}, ordering AS rev, e.id AS editionId, e.name AS editionName
     FROM portal, editions e WHERE portal.id = 1 AND e.endedAt IS NULL`,
  )
  const set = prepare<unknown, Ordering>(`UPDATE portal SET ${setTo(ORDERING_FIELDS)} WHERE id = 1`)
  const keyHash = prepare<{ hash: string | null }, []>(
    'SELECT keyHash AS hash FROM portal WHERE id = 1',
  )
  const setKeyHash = prepare('UPDATE portal SET keyHash = ? WHERE id = 1')
  return {
    read(): { ordering: PresentOrdering; rev: number } {
      const row = read.get()
      if (!row) throw new Error('The row of table portal or the current edition is missing.')
      const { isOpen, decisionsHeld, rev, editionId, editionName, ...ordering } = row
      const edition = { _id: editionId, name: editionName }
      const switches = { isOpen: isOpen !== 0, decisionsHeld: decisionsHeld !== 0 }
      return { ordering: { ...ordering, ...switches, edition }, rev }
    },
    /** Nothing comes between the steps of a write. */
    lock: () => undefined,
    write({ edition: _edition, ...ordering }) {
      set.run(ordering)
      topics.move('ordering')
    },
    keyHash: () => keyHash.get()?.hash ?? null,
    setKeyHash: (hash) => setKeyHash.run(hash),
  } satisfies Tables['ordering']
}
