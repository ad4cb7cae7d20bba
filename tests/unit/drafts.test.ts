import { afterEach, beforeEach, expect, test } from 'bun:test'
import { clearDraft, readDraft, writeDraft } from '#client/portal/drafts/stored-draft.ts'
import { signIn, useSession } from '#client/shared/session.ts'
import type { SignedInUser } from '#src/contract/records.ts'
import { openTab, type Tab } from '#tests/support/browser.ts'

const isText = (value: unknown): value is string => typeof value === 'string'
const enter = (id: string) =>
  signIn({
    token: id,
    user: { id, clubName: 'Club', cordName: 'Coordinator', access: 'user' } satisfies SignedInUser,
  })

let tab: Tab
beforeEach(() => {
  tab = openTab()
})
afterEach(() => {
  useSession.setState(null)
  tab.close()
})

test('a draft survives a new sign-in of its account, and no other account sees it', () => {
  enter('c1')
  writeDraft('remarks', 'two more, please')
  enter('c2')
  expect(readDraft('remarks', isText)).toBeNull()
  enter('c1')
  expect(readDraft('remarks', isText)).toBe('two more, please')
  expect(readDraft('other form', isText)).toBeNull()
})

test('a cleared draft and a malformed draft are not read', () => {
  enter('c1')
  writeDraft('remarks', { of: 'an older version' })
  expect(readDraft('remarks', isText)).toBeNull()
  writeDraft('remarks', 'kept')
  clearDraft('remarks')
  expect(readDraft('remarks', isText)).toBeNull()
})

test('drafts stay in their tab', () => {
  enter('c1')
  writeDraft('remarks', 'kept')
  expect([...tab.storage.localStorage.values()].join()).not.toContain('kept')
})
