import { afterEach, beforeEach, expect, test } from 'bun:test'
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readOrCreateSecret } from '#src/identity/secret.ts'

let dataDir: string
let path: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'secret-'))
  path = join(dataDir, 'jwt-secret')
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const modeOf = (file: string) => statSync(file).mode & 0o777

test('a secret is created once, readable by its owner only', () => {
  const secret = readOrCreateSecret(dataDir)
  expect(secret).toMatch(/^[\da-f]{64}$/)
  expect(modeOf(path)).toBe(0o600)
  expect(readOrCreateSecret(dataDir)).toBe(secret)
  expect(readdirSync(dataDir)).toEqual(['jwt-secret'])
})

test.each(['', 'short', '\n\n'])(
  'a file with the content %j is refused and not changed',
  (text) => {
    writeFileSync(path, text)
    expect(() => readOrCreateSecret(dataDir)).toThrow('holds fewer than 32 bytes')
    expect(readFileSync(path, 'utf8')).toBe(text)
  },
)

test('a file that others could read becomes readable by its owner only', () => {
  const secret = readOrCreateSecret(dataDir)
  chmodSync(path, 0o644)
  expect(readOrCreateSecret(dataDir)).toBe(secret)
  expect(modeOf(path)).toBe(0o600)
})
