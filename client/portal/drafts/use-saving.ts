import { useState } from 'react'
import { isRecord } from '#client/shared/storage.ts'
import { counted } from '#src/rules/number-text.ts'
import { ApiError, isRefusal } from '#client/portal/data/api.ts'
import { write } from '#client/portal/data/live-query.ts'
import { clearDraft, readDraft, writeDraft } from './stored-draft.ts'
import { isOutdated, newIdempotencyKey } from '#client/portal/data/idempotency-key.ts'
import { useConnection } from '#client/portal/data/live.ts'
import { useSendAgain } from '#client/portal/data/use-send-again.ts'
import { useBusy } from '#client/portal/ui/use-busy.ts'
import { offerBatchUndo } from '#client/portal/undo/offer-batch-undo.ts'
import type { Drafts } from './drafts.ts'
import { toRowErrors } from './row-errors.ts'

type Change = { _id: string }

/** A save that was sent and not answered yet: the server may or may not have it. */
type Sent<C extends Change, Values> = {
  key: string
  changes: C[]
  /** The drafts that it saves. */
  drafts: Drafts<Values>
  note?: string
  /** Milliseconds since 1970. */
  sentAt: number
}

/** Checks that the parts exist; this module wrote them, so it does not check each change. */
const isSent = <C extends Change, Values>(value: unknown): value is Sent<C, Values> =>
  isRecord(value) &&
  typeof value.key === 'string' &&
  typeof value.sentAt === 'number' &&
  Array.isArray(value.changes) &&
  isRecord(value.drafts) &&
  !isOutdated({ sentAt: value.sentAt }, Date.now())

/** Why nothing was saved, or why nobody knows. */
export type Refused<C extends Change, Values> = Sent<C, Values> & {
  error: ApiError
  message: string
  /** What is wrong with single rows, by id. */
  errors: ReadonlyMap<string, string>
}

type SavingOptions<C extends Change, Values> = {
  /** The name under which this tab keeps a save until it is answered; `null` if writing it twice changes nothing more, so that it need not be kept. */
  name: string | null
  /** Sends the changes. The same key and changes may be sent again when no answer came. */
  save: (changes: C[], key: string, note?: string) => Promise<{ batch?: string | undefined }>
  /** Names the list in toasts: a newer one about it replaces the older one. */
  subject: string
  /** What was saved, in words: "Saved 2 changes". */
  toWords?: (changes: readonly C[]) => string
  /** The toast after the save was undone. */
  toUndone?: (changes: readonly C[]) => string
  onSaved: (drafts: Drafts<Values>) => void
  onRefused: (refused: Refused<C, Values>) => void
}

/**
 * Saves drafts in one call that changes all rows or none. A save that is not answered is kept with its key, also through a reload and a new
 * sign-in, and sent again unchanged as soon as the server can be reached. So it is written once.
 */
export function useSaving<C extends Change, Values>(options: SavingOptions<C, Values>) {
  const { name, save, subject, onSaved, onRefused } = options
  const { toWords = (changes) => `Saved ${counted(changes.length, 'change')}` } = options
  const { toUndone = (changes) => `${counted(changes.length, 'decision')} undone` } = options
  const [busy, run] = useBusy()
  const [pending, setPending] = useState<Sent<C, Values> | null>(() =>
    name === null ? null : readDraft(name, isSent<C, Values>),
  )
  const [refused, setRefused] = useState<Refused<C, Values> | null>(null)

  function keep(sent: Sent<C, Values> | null): void {
    if (name !== null && sent) writeDraft(name, sent)
    else if (name !== null) clearDraft(name)
    setPending(sent)
  }

  async function send(sent: Sent<C, Values>): Promise<void> {
    setRefused(null)
    const ids = new Set(sent.changes.map(({ _id }) => _id))
    const isOwn = ({ _id }: Change) => ids.has(_id)
    try {
      const { batch } = await write(save(sent.changes, sent.key, sent.note), isOwn)
      keep(null)
      onSaved(sent.drafts)
      offerBatchUndo(toWords(sent.changes), batch, {
        undone: toUndone(sent.changes),
        subject,
        isOwn,
      })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const { message: reason } = error
      const isRefused = isRefusal(error)
      if (isRefused || name === null) keep(null)
      const message = isRefused ? `Nothing was saved. ${reason}` : `${reason} Your edits are kept.`
      const errors = toRowErrors(error.errors, sent.changes)
      const next = { ...sent, error, message, errors }
      setRefused(next)
      onRefused(next)
    }
  }

  const isLive = useConnection(({ status }) => status === 'live')
  useSendAgain(isLive, pending !== null && !busy, () => {
    if (name !== null && pending) void run(() => send(pending))
  })

  return {
    busy,
    refused,
    /** The save that is under way or not answered. */
    pending,
    save(changes: C[], drafts: Drafts<Values>, note = ''): void {
      void run(async () => {
        const now = { key: newIdempotencyKey(), changes, drafts, note, sentAt: Date.now() }
        const sent = pending ?? now
        keep(sent)
        return send(sent)
      })
    },
  }
}
