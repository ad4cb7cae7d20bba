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

describe('SMTP_TLS', () => {
  const read = (env: Record<string, string>) => {
    const { mail } = readConfig({ MAIL_FROM: 'portal@adp.example', ...env }, () => '')
    return mail.kind === 'smtp' ? mail.tls : null
  }
  for (const [name, env, tls] of [
    ['is required with a password', { SMTP_URL: 'smtp://a:b@mail.example' }, 'required'],
    ['is required with a user name', { SMTP_URL: 'smtp://a@mail.example' }, 'required'],
    [
      'is required in production',
      { SMTP_URL: 'smtp://mail.example', NODE_ENV: 'production' },
      'required',
    ],
    ['is off for a mail catcher', { SMTP_URL: 'smtp://127.0.0.1:1025' }, 'off'],
    [
      'is required when it says so',
      { SMTP_URL: 'smtp://127.0.0.1:1025', SMTP_TLS: 'required' },
      'required',
    ],
    [
      'is off when it says so, in production too',
      { SMTP_URL: 'smtp://a:b@mail.example', SMTP_TLS: 'off', NODE_ENV: 'production' },
      'off',
    ],
  ] as const)
    test(name, () => expect(read(env)).toBe(tls))

  test('is said by no other setting', () => {
    for (const query of ['?requireTLS=false', '?tls.rejectUnauthorized=false'])
      expect(() => read({ SMTP_URL: `smtp://a:b@mail.example/${query}` })).toThrow(ConfigError)
    expect(() => read({ SMTP_URL: 'smtp://a:b@mail.example', SMTP_TLS: 'maybe' })).toThrow(
      ConfigError,
    )
  })
})
