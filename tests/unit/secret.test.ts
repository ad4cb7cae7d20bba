import { expect, test } from 'bun:test'
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { readOrCreateSecret } from '#src/identity/secret.ts'
import { useFolder } from '#tests/support/folder.ts'

const folder = useFolder()
const read = () => readOrCreateSecret(folder())
const path = () => folder('jwt-secret')
const mode = () => statSync(path()).mode & 0o777

test('a secret is created once, readable by its owner only', () => {
  const secret = read()
  expect(secret).toMatch(/^[\da-f]{64}$/)
  expect(mode()).toBe(0o600)
  expect(read()).toBe(secret)
  expect(readdirSync(folder())).toEqual(['jwt-secret'])
})

test.each(['', 'short', '\n\n'])(
  'a file with the content %j is refused and not changed',
  (text) => {
    writeFileSync(path(), text)
    expect(() => read()).toThrow('holds fewer than 32 bytes')
    expect(readFileSync(path(), 'utf8')).toBe(text)
  },
)

test('a file that others could read becomes readable by its owner only', () => {
  const secret = read()
  chmodSync(path(), 0o644)
  expect(read()).toBe(secret)
  expect(mode()).toBe(0o600)
})
