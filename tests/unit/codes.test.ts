import { describe, expect, test } from 'bun:test'
import { createKeys } from '#src/identity/keys.ts'
import { createCodes } from '#src/identity/codes.ts'

const codes = createCodes(
  createKeys({ current: 'a secret of thirty-two bytes or more', previous: null }),
)

describe('mailed codes', () => {
  test('are six digits, leading zeros included, spread over the whole range', () => {
    const drawn = Array.from({ length: 20_000 }, () => codes.make())
    expect(drawn.every((code) => /^\d{6}$/.test(code))).toBe(true)
    expect(new Set(drawn).size).toBeGreaterThan(19_000)
    const byFirstDigit = Map.groupBy(drawn, (code) => code[0])
    expect(byFirstDigit.size).toBe(10)
    // 2,000 are expected, with a standard deviation of 42
    for (const group of byFirstDigit.values()) {
      expect(group.length).toBeGreaterThan(1_700)
      expect(group.length).toBeLessThan(2_300)
    }
  })

  test('are kept as a hash bound to purpose, address, code and secret', () => {
    const hash = codes.hash('reset', 'club@campus.example', '482916')
    expect(hash).toMatch(/^[\w-]{43}$/)
    expect(hash).not.toContain('482916')
    expect(codes.hash('reset', 'club@campus.example', '482916')).toBe(hash)
    const others = [
      codes.hash('register', 'club@campus.example', '482916'),
      codes.hash('reset', 'other@campus.example', '482916'),
      codes.hash('reset', 'club@campus.example', '482917'),
      createCodes(
        createKeys({ current: 'another secret of thirty-two bytes', previous: null }),
      ).hash('reset', 'club@campus.example', '482916'),
    ]
    expect(new Set([hash, ...others]).size).toBe(5)
  })
})
