import { useState } from 'react'
import { clearDraft, readDraft, writeDraft } from './drafts.ts'
import { isOutdated, newIdempotencyKey } from '#client/portal/idempotency-key.ts'
import type { Drafts } from './merge-drafts.ts'
import { isRecord } from '#client/shared/storage.ts'

type Change = { _id: string }

/** A save that was sent and not answered yet: the server may or may not have it. */
export type PendingSave<C extends Change> = {
  key: string
  changes: C[]
  /** The edits that it saves. */
  drafts: Drafts
  /** Milliseconds since 1970. */
  sentAt: number
}

/** Checks that the parts exist; this module wrote them, so it does not check each change. */
const isPending = <C extends Change>(value: unknown): value is PendingSave<C> =>
  isRecord(value) &&
  typeof value.key === 'string' &&
  typeof value.sentAt === 'number' &&
  Array.isArray(value.changes) &&
  isRecord(value.drafts) &&
  !isOutdated({ sentAt: value.sentAt }, Date.now())

export type PendingSaves<C extends Change> = ReturnType<typeof usePendingSave<C>>

/**
 * Keeps a save with its key until it is answered, so that it can be sent again unchanged. With a `name` it survives a reload and a new
 * sign-in; with `null` it lasts as long as the page.
 */
export function usePendingSave<C extends Change>(name: string | null) {
  const [pending, setPending] = useState<PendingSave<C> | null>(() =>
    name === null ? null : readDraft(name, isPending<C>),
  )
  return {
    pending,
    /** Rows whose edits must stay as they were sent. */
    locked: new Set(pending?.changes.map(({ _id }) => _id)),
    isKept: name !== null,
    begin(changes: C[], drafts: Drafts): PendingSave<C> {
      const next = { key: newIdempotencyKey(), changes, drafts, sentAt: Date.now() }
      if (name !== null) writeDraft(name, next)
      setPending(next)
      return next
    },
    end(): void {
      if (name !== null) clearDraft(name)
      setPending(null)
    },
  }
}
