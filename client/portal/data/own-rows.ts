type Row = { _id: string; itemName?: string; batch?: string; undoes?: string }

export type IsOwn = (row: Row) => boolean

const writes = new Set<IsOwn>()

/** Counts rows as this page's own work until the returned function is called. */
export function beginOwn(isOwn: IsOwn): () => void {
  writes.add(isOwn)
  return () => void writes.delete(isOwn)
}

/** Whether a write of this page that is under way changes the row: that is no news to the person who did it. */
export const isOwnRow: IsOwn = (row) => [...writes].some((isOwn) => isOwn(row))
