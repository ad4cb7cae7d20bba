/** What a person typed into a field, and the saved value when they began. */
export type Draft = { mine: string; base: string }

/** Unsaved edits of a table: row id → field → draft. Plain JSON, so that they can be stored. */
export type Drafts = Readonly<Record<string, Readonly<Record<string, Draft>>>>

/** How one field of a row is edited. */
export type DraftField<Row> = {
  /** The saved value as text. If it changes under an unsaved edit, that is a conflict. */
  read: (row: Row) => string
  /** Whether a draft changes nothing. Without this function, a draft changes nothing if it equals the saved value. */
  isIdle?: (mine: string) => boolean
}
export type DraftFields<Row> = Readonly<Record<string, DraftField<Row>>>

/** Someone else changed a field under an unsaved edit. */
export type Conflict = { id: string; field: string; was: string; now: string; mine: string }

export type Merged = {
  drafts: Drafts
  conflicts: Conflict[]
  /** Rows with unsaved edits that were deleted. */
  gone: string[]
}

const isIdle = <Row>(field: DraftField<Row>, mine: string, now: string) =>
  field.isIdle ? field.isIdle(mine) : mine === now

function withField(drafts: Drafts, id: string, field: string, draft: Draft | null): Drafts {
  const { [field]: _replaced, ...others } = drafts[id] ?? {}
  const row = draft ? { ...others, [field]: draft } : others
  if (Object.keys(row).length > 0) return { ...drafts, [id]: row }
  const { [id]: _emptied, ...rest } = drafts
  return rest
}

/** Keeps what a person typed. Typing the saved value again removes the draft. */
export function editDraft<Row>(
  drafts: Drafts,
  fields: DraftFields<Row>,
  { id, field, mine, row }: { id: string; field: string; mine: string; row: Row },
): Drafts {
  const kind = fields[field]
  if (!kind) return drafts
  const now = kind.read(row)
  if (isIdle(kind, mine, now)) return withField(drafts, id, field, null)
  return withField(drafts, id, field, { mine, base: drafts[id]?.[field]?.base ?? now })
}

/**
 * Compares unsaved edits with the newest rows. Drops an edit if its row was deleted or someone else saved the same value. Keeps every other
 * edit, and reports a conflict if someone else saved a different value. Returns the same `drafts` object if it drops none.
 */
export function mergeDrafts<Row>(
  drafts: Drafts,
  fields: DraftFields<Row>,
  rows: readonly Row[],
  idOf: (row: Row) => string,
): Merged {
  const rowById = new Map(rows.map((row) => [idOf(row), row]))
  const merged: Merged = { drafts, conflicts: [], gone: [] }
  for (const [id, edits] of Object.entries(drafts)) {
    const row = rowById.get(id)
    if (row === undefined) {
      merged.gone.push(id)
      const { [id]: _gone, ...rest } = merged.drafts
      merged.drafts = rest
      continue
    }
    for (const [field, { mine, base }] of Object.entries(edits)) {
      const kind = fields[field]
      const now = kind?.read(row) ?? base
      if (!kind || isIdle(kind, mine, now))
        merged.drafts = withField(merged.drafts, id, field, null)
      else if (now !== base) merged.conflicts.push({ id, field, was: base, now, mine })
    }
  }
  return merged
}

/** "Keep mine": keeps the edit, based on the new value. */
export const keepMine = (drafts: Drafts, { id, field, mine, now }: Conflict): Drafts =>
  withField(drafts, id, field, { mine, base: now })

/** "Take theirs": drops the edit. */
export const takeTheirs = (drafts: Drafts, { id, field }: Conflict): Drafts =>
  withField(drafts, id, field, null)

/** Drops the edits that were saved. Keeps an edit that the person changed after sending; its base is now the saved value. */
export function clearSavedDrafts(drafts: Drafts, sent: Drafts): Drafts {
  let left = drafts
  for (const [id, edits] of Object.entries(sent))
    for (const [field, { mine }] of Object.entries(edits)) {
      const draft = left[id]?.[field]
      if (!draft) continue
      const typedSince = draft.mine === mine ? null : { mine: draft.mine, base: mine }
      left = withField(left, id, field, typedSince)
    }
  return left
}

/** The value that a field shows: the unsaved edit, or else the saved value `now`. */
export const shownValue = (drafts: Drafts, id: string, field: string, now: string): string =>
  drafts[id]?.[field]?.mine ?? now
