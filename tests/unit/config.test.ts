import { describe, expect, test } from 'bun:test'
import { ConfigError, readConfig } from '#src/config.ts'

const JWT_SECRET = 'a secret that is long enough for it'

/** The address as it is kept, or the problems of it. */
function read(MONGODB_URL: string) {
  try {
    const { database } = readConfig({ MONGODB_URL, JWT_SECRET }, () => '')
    return database.kind === 'mongodb' ? database.url : database.kind
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

describe('MONGODB_URL', () => {
  for (const url of [
    'mongodb://localhost/portal',
    'mongodb://a.example:27017,b.example:27018,c.example:27019/portal?replicaSet=rs0',
    'mongodb://a.example,b.example/portal',
    'mongodb://user:p%40ss%2Cword@a.example:27017,b.example:27017/portal?authSource=admin',
    'mongodb://[::1]:27017,[::2]:27017/portal',
    'mongodb+srv://user:word@cluster.example/portal',
  ])
    test(`${url} names a database`, () => expect(read(url)).toBe(url))

  for (const url of [
    'mongodb://localhost',
    'mongodb://localhost/',
    'mongodb://a.example,b.example',
    'mongodb://a.example:27017,b.example:27017/?replicaSet=rs0',
  ])
    test(`${url} names none`, () => expect(read(url)).toHaveLength(1))

  test('an address of something else is refused', () =>
    expect(read('https://a.example,b.example/portal')).toHaveLength(1))
})

describe('SECURITY_CONTACT', () => {
  const contact = (SECURITY_CONTACT: string) => {
    try {
      return readConfig({ SECURITY_CONTACT }, () => '').securityContact
    } catch (error) {
      if (error instanceof ConfigError) return error.problems
      throw error
    }
  }
  test.each([
    ['', null],
    ['security@portal.example', 'mailto:security@portal.example'],
    ['mailto:security@portal.example', 'mailto:security@portal.example'],
    ['https://portal.example/report', 'https://portal.example/report'],
  ])('%j is %j', (given, kept) => expect(contact(given)).toBe(kept))

  test.each([
    'portal.example',
    'http://portal.example/report',
    'javascript:alert(1)',
    'mailto:nobody',
    'a@b.example\nExpires: never',
    'https://',
  ])('%j is refused', (given) => expect(contact(given)).toHaveLength(1))
})

test('the documentation of the API is on unless it is turned off', () => {
  const { apiDocs } = readConfig({}, () => '')
  expect([apiDocs, readConfig({ API_DOCS: 'off' }, () => '').apiDocs]).toEqual([true, false])
  expect(() => readConfig({ API_DOCS: 'no' }, () => '')).toThrow(
    'API_DOCS must be one of: on, off.',
  )
})
