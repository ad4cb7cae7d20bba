import { describe, expect, test } from 'bun:test'
import { describeUndone } from '#client/portal/undo/refusal.ts'
import { isShortcut } from '#client/portal/undo/shortcut.ts'
import type { HistoryEntry } from '#src/contract/history.ts'

const press = (key: string, held: Partial<Parameters<typeof isShortcut>[0]> = {}) => ({
  key,
  altKey: true,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  ...held,
})

describe('Alt+Z', () => {
  test('works on the page and inside fields', () => {
    for (const isInField of [false, true]) {
      expect(isShortcut(press('z'), isInField)).toBe(true)
      expect(isShortcut(press('Z'), isInField)).toBe(true)
    }
  })

  test('on a Mac, which writes Ω for it, leaves a field its Ω', () => {
    expect(isShortcut(press('Ω'), false)).toBe(true)
    expect(isShortcut(press('Ω'), true)).toBe(false)
  })

  test('is not another key, nor the undo of a field, nor what AltGr writes', () => {
    expect(isShortcut(press('x'), false)).toBe(false)
    expect(isShortcut(press('z', { altKey: false, ctrlKey: true }), false)).toBe(false)
    expect(isShortcut(press('z', { ctrlKey: true }), false)).toBe(false)
    expect(isShortcut(press('z', { metaKey: true }), false)).toBe(false)
    expect(isShortcut(press('z', { shiftKey: true }), false)).toBe(false)
  })
})

const entry = (_id: string, more: Partial<HistoryEntry>): HistoryEntry => ({
  _id,
  at: '2026-11-22T14:03:11.482Z',
  kind: 'line_decided',
  batch: 'b1',
  by: { id: 'u1', name: 'Asha', access: 'bosslevel' },
  ...more,
})

describe('an undo that comes too late', () => {
  const taken = (_id: string, by: HistoryEntry['by']) =>
    entry(_id, { undone: { at: '2026-11-22T14:09:00.000Z', by, batch: 'b2' } })
  const undone = (by: HistoryEntry['by']) => [taken('e1', by), taken('e2', by)]
  const person = { id: 'u2', name: 'Painting Lead', access: 'bosslevel' } as const

  test('says who was first, and when', () => {
    expect(describeUndone(undone(person), 'u1')).toMatch(
      /^Painting Lead undid this at \d\d:\d\d\.$/,
    )
  })

  test('calls the reader You, and nobody by a name that is not known', () => {
    expect(describeUndone(undone(person), 'u2')).toMatch(/^You undid this at /)
    expect(describeUndone(undone(null), 'u2')).toMatch(/^Someone undid this at /)
    expect(describeUndone(undone({ access: 'tool' }), undefined)).toMatch(/^Someone undid this at /)
  })

  test('says how many were taken back when some were left', () => {
    expect(describeUndone([entry('e0', {}), ...undone(person)], 'u1')).toMatch(
      /^Painting Lead undid 2 of 3 at \d\d:\d\d\. Change the others by hand\.$/,
    )
  })

  test('has nothing to say of entries that are not undone', () => {
    expect(describeUndone([entry('e1', {})], 'u1')).toBeNull()
    expect(describeUndone([], 'u1')).toBeNull()
  })
})
