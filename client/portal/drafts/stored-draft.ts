import { useSession } from '#client/shared/session.ts'
import { isRecord, readJson, removeItem, writeItem } from '#client/shared/storage.ts'
import type { Drafts } from './drafts.ts'

const keyOf = (name: string) => `draft:${useSession.getState()?.user.id ?? 'visitor'}:${name}`

/**
 * Unsaved work of this tab and this account. It outlives a reload and a new sign-in; another account never sees it.
 * `name` names the form, and the id of what it edits when there are several: `order-items:<user id>`.
 */
export const readDraft = <T>(name: string, check: (value: unknown) => value is T): T | null =>
  readJson('sessionStorage', keyOf(name), check)

export const writeDraft = (name: string, value: unknown): void =>
  void writeItem('sessionStorage', keyOf(name), JSON.stringify(value))

export const clearDraft = (name: string): void => removeItem('sessionStorage', keyOf(name))

/** Checks that the parts exist; the portal wrote them. A field that is no longer edited is dropped when the rows are there. */
export const isDrafts = <Values>(value: unknown): value is Drafts<Values> =>
  isRecord(value) && Object.values(value).every(isRecord)
