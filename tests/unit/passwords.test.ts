import { describe, expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { hashPassword, newPasswordFault, verifyPassword } from '#src/identity/passwords.ts'

const NAMES = ['club@campus.example', 'Film and Theatre Club']

const isRefused = (password: string, minLength = 12) =>
  newPasswordFault(password, { minLength, names: NAMES }) !== null

describe('a new password', () => {
  test.each([
    '',
    'short',
    'eleven-char',
    '🎨🖌️🎭',
    'password1234',
    'passwordpassword',
    'qwertyuiop123',
    '123456789012',
    '111111111111',
    'abcdefghijkl',
    'administrator',
    '1q2w3e4r5t6y',
    'correcthorsebatterystaple',
    'club@campus.example',
    'CLUB@Campus.Example',
    ' club@campus.example ',
    'film and theatre club',
    'Apogee Inventory Portal',
    'art, design & publicity',
    'department of art, design and publicity',
    'x'.repeat(1025),
  ])('is refused: %p', async (password) => {
    expect(isRefused(password)).toBe(true)
  })

  test.each([
    'twelve-chars',
    'violet-lantern-42',
    'four plain words here',
    '902174638150',
    'пароль из слов',
    'रंग और रोशनी 2026',
    '🎨🖌️🎭🎪🎟️🎬🎤🎧🎼🎹🥁🎷',
    'club@campus.example!',
    'the film and theatre club',
    '   spaces count   ',
    'line\nbreak\ttabs\u0000',
    'x'.repeat(1024),
  ])('is taken: %p', async (password) => {
    expect(isRefused(password)).toBe(false)
  })

  test('may be shorter if the setting allows it, and is then checked against the list of short ones', async () => {
    expect(isRefused('sunshine', 8)).toBe(true)
    expect(isRefused('baseball', 8)).toBe(true)
    expect(isRefused('wren-oak', 8)).toBe(false)
  })

  test('the list of common ones holds the 3,000 that fit the default length', async () => {
    const file = new URL('../../src/identity/common-passwords.txt', import.meta.url)
    const list = (await readFile(file, 'utf8')).trim().split('\n')
    expect(new Set(list).size).toBe(list.length)
    expect(list.every((password) => password === password.toLowerCase())).toBe(true)
    expect(list.filter((password) => password.length >= 12).length).toBeGreaterThanOrEqual(3_000)
    expect(list.filter((password) => password.length < 12).length).toBeGreaterThanOrEqual(2_000)
  })
})

describe('a password hash', () => {
  test('is argon2id with 19 MiB and two passes, salted', async () => {
    const [one, two] = [
      await hashPassword('violet-lantern-42'),
      await hashPassword('violet-lantern-42'),
    ]
    expect(one).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$')
    expect(one).not.toBe(two)
  })

  test('matches its password only, to the last of many characters', async () => {
    const password = `${'lantern '.repeat(40)}🎨`
    const hash = await hashPassword(password)
    expect(await verifyPassword(password, hash)).toBe(true)
    expect(await verifyPassword(`${password}.`, hash)).toBe(false)
    expect(await verifyPassword(password.slice(0, -2), hash)).toBe(false)
    expect(await verifyPassword('', hash)).toBe(false)
  })

  test('matches however a keyboard composes an accent', async () => {
    const hash = await hashPassword('cafe\u0301-lantern-42')
    expect(await verifyPassword('caf\u00e9-lantern-42', hash)).toBe(true)
  })

  test('that is missing or unreadable matches no password', async () => {
    for (const hash of [null, '', 'garbage', '$argon2id$v=19$m=19456,t=2,p=1$x$y'])
      expect(await verifyPassword('violet-lantern-42', hash)).toBe(false)
  })
})
