import { useEffect, useState } from 'react'
import { readDraft, writeDraft } from './drafts.ts'
import {
  type Conflict,
  type DraftFields,
  type Drafts,
  editDraft,
  keepMine,
  mergeDrafts,
  clearSavedDrafts,
  takeTheirs,
} from './merge-drafts.ts'
import { isRecord } from '#client/shared/storage.ts'

const isDraft = (value: unknown) =>
  isRecord(value) && typeof value.mine === 'string' && typeof value.base === 'string'

const isDrafts = (value: unknown): value is Drafts =>
  isRecord(value) &&
  Object.values(value).every((row) => isRecord(row) && Object.values(row).every(isDraft))

type DraftedTable<Row> = {
  /** The name under which this tab keeps the drafts. */
  name: string
  fields: DraftFields<Row>
  idOf: (row: Row) => string
  /** All rows, shown or not; `null` until they are read. */
  rows: readonly Row[] | null
  /** Rows whose save is not answered: their edits stay as they were sent. */
  locked?: ReadonlySet<string>
}

/** The unsaved edits of a table, compared with its rows at each change. They survive a reload and a new sign-in. */
export function useDrafts<Row>({ name, fields, idOf, rows, locked }: DraftedTable<Row>) {
  const [state, setState] = useState<{ drafts: Drafts; lost: number }>(() => ({
    drafts: readDraft(name, isDrafts) ?? {},
    lost: 0,
  }))
  const change = (next: (drafts: Drafts) => Drafts) =>
    setState(({ drafts, lost }) => ({ drafts: next(drafts), lost }))

  const [held, loose] = splitBy(state.drafts, locked)
  const merged = rows && mergeDrafts(loose, fields, rows, idOf)
  if (merged && merged.drafts !== loose)
    setState({ drafts: { ...merged.drafts, ...held }, lost: state.lost + merged.gone.length })

  useEffect(() => writeDraft(name, state.drafts), [name, state.drafts])

  return {
    drafts: state.drafts,
    conflicts: merged?.conflicts ?? [],
    /** Edited rows that someone else deleted since the last save. */
    lost: state.lost,
    edit(row: Row, field: string, mine: string) {
      change((drafts) => editDraft(drafts, fields, { id: idOf(row), field, mine, row }))
    },
    keep: (conflict: Conflict) => change((drafts) => keepMine(drafts, conflict)),
    take: (conflict: Conflict) => change((drafts) => takeTheirs(drafts, conflict)),
    clearSaved: (sent: Drafts) =>
      setState(({ drafts }) => ({ drafts: clearSavedDrafts(drafts, sent), lost: 0 })),
    replace: (drafts: Drafts) => setState({ drafts, lost: 0 }),
  }
}

function splitBy(drafts: Drafts, locked: ReadonlySet<string> | undefined): [Drafts, Drafts] {
  if (!locked?.size) return [{}, drafts]
  const entries = Object.entries(drafts)
  return [
    Object.fromEntries(entries.filter(([id]) => locked.has(id))),
    Object.fromEntries(entries.filter(([id]) => !locked.has(id))),
  ]
}
