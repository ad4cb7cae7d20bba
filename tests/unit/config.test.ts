import { describe, expect, test } from 'bun:test'
import { type Config, ConfigError, readConfig } from '#src/config.ts'
import { newPasswordFault } from '#src/identity/passwords.ts'

const JWT_SECRET = 'a secret that is long enough for it'

/** What `take` reads of the settings, or their problems. */
function readOr<T>(env: Record<string, string>, take: (config: Config) => T) {
  try {
    return take(readConfig(env, () => ''))
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}
const read = (MONGODB_URL: string) =>
  readOr({ MONGODB_URL, JWT_SECRET }, ({ database }) =>
    database.kind === 'mongodb' ? database.url : database.kind,
  )

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
  const production = { NODE_ENV: 'production' }
  test.each<[string, SMTP_URL: string, env: Record<string, string>, 'required' | 'off']>([
    ['required with a password', 'smtp://a:b@mail.example', {}, 'required'],
    ['required with a user name', 'smtp://a@mail.example', {}, 'required'],
    ['required in production', 'smtp://mail.example', production, 'required'],
    ['off for a mail catcher', 'smtp://127.0.0.1:1025', {}, 'off'],
    ['what it says', 'smtp://127.0.0.1:1025', { SMTP_TLS: 'required' }, 'required'],
    ['what it says', 'smtp://a:b@mail.example', { SMTP_TLS: 'off', ...production }, 'off'],
  ])('is %s: %s', (_, SMTP_URL, env, tls) => expect(read({ SMTP_URL, ...env })).toBe(tls))

  test('is said by no other setting', () => {
    for (const query of ['?requireTLS=false', '?tls.rejectUnauthorized=false'])
      expect(() => read({ SMTP_URL: `smtp://a:b@mail.example/${query}` })).toThrow(ConfigError)
    expect(() => read({ SMTP_URL: 'smtp://a:b@mail.example', SMTP_TLS: 'maybe' })).toThrow(
      ConfigError,
    )
  })
})

const problemsOf = (
  env: Record<string, string>,
  files: Record<string, string> = {},
): readonly string[] => {
  try {
    const readFile = (path: string) => {
      const text = files[path]
      if (text === undefined) throw new Error('ENOENT')
      return text
    }
    readConfig(env, readFile, {
      passwordFault: newPasswordFault,
      dataDirProblems: (path) => (path === '/not/usable' ? ['DATA_DIR cannot be used.'] : []),
    })
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

test('a PUBLIC_URL on localhost is for links alone, and other addresses of the machine stay allowed', () => {
  expect(readConfig({ PUBLIC_URL: 'http://localhost:8080' }, () => '')).toMatchObject({
    publicUrl: null,
    localUrl: 'http://localhost:8080',
  })
  expect(readConfig({ PUBLIC_URL: 'https://portal.example/' }, () => '')).toMatchObject({
    publicUrl: 'https://portal.example',
    localUrl: null,
  })
})

describe('secrets', () => {
  const files = {
    '/secrets/jwt': `${JWT_SECRET}\n`,
    '/secrets/old': 'the secret that was there before it\n',
    '/secrets/admin': 'violet-lantern-42\n',
    '/secrets/smtp': 'smtps://portal:word@mail.example\n',
    '/secrets/mongo': 'mongodb://portal:word@mongo.example/portal\n',
    '/secrets/redis': 'redis://portal:word@redis.example\n',
    '/secrets/metrics': 'the scraper of the whole department\n',
    '/secrets/empty': '\n',
  }
  const inFiles = {
    JWT_SECRET_FILE: '/secrets/jwt',
    JWT_SECRET_PREVIOUS_FILE: '/secrets/old',
    ADMIN_EMAIL: 'boss@campus.example',
    ADMIN_PASSWORD_FILE: '/secrets/admin',
    SMTP_URL_FILE: '/secrets/smtp',
    MAIL_FROM: 'portal@campus.example',
    MONGODB_URL_FILE: '/secrets/mongo',
    REDIS_URL_FILE: '/secrets/redis',
    METRICS_TOKEN_FILE: '/secrets/metrics',
  }

  test('may each stand in a file', () => {
    const config = readConfig(inFiles, (path) => files[path as keyof typeof files])
    expect(config).toMatchObject({
      secrets: { current: JWT_SECRET, previous: 'the secret that was there before it' },
      admin: { email: 'boss@campus.example', password: 'violet-lantern-42' },
      mail: { url: 'smtps://portal:word@mail.example' },
      database: { url: 'mongodb://portal:word@mongo.example/portal' },
      redisUrl: 'redis://portal:word@redis.example',
      metricsToken: 'the scraper of the whole department',
    })
    expect(config.secretFiles).toHaveLength(7)
  })

  test.each([
    [{ ...inFiles, JWT_SECRET }, 'Give JWT_SECRET or JWT_SECRET_FILE, not both.'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN needs 32 bytes or more (openssl rand -hex 32).'],
    [{ METRICS_TOKEN_FILE: '/nowhere' }, 'METRICS_TOKEN_FILE cannot be read: ENOENT'],
    [{ METRICS_TOKEN_FILE: '/secrets/empty' }, 'METRICS_TOKEN_FILE is empty.'],
    [{ JWT_SECRET: 'short' }, 'JWT_SECRET needs 32 bytes or more (openssl rand -hex 32).'],
    [
      { JWT_SECRET, JWT_SECRET_PREVIOUS: 'short' },
      'JWT_SECRET_PREVIOUS needs 32 bytes or more (openssl rand -hex 32).',
    ],
    [
      { JWT_SECRET, JWT_SECRET_PREVIOUS: JWT_SECRET },
      'JWT_SECRET_PREVIOUS is the secret before JWT_SECRET, not the same one.',
    ],
    [{ JWT_SECRET_PREVIOUS: JWT_SECRET }, 'JWT_SECRET is needed with JWT_SECRET_PREVIOUS.'],
    [{ DIGEST_MINUTES: '-1' }, 'DIGEST_MINUTES must be a number from 0 to 1440.'],
    [{ DIGEST_MINUTES: '1e1' }, 'DIGEST_MINUTES must be a number from 0 to 1440.'],
    [{ MAILS_PER_HOUR: '9' }, 'MAILS_PER_HOUR must be a whole number from 10 to 1000000.'],
    ...[
      '192.0.2',
      'college',
      '192.0.2.0/33',
      '192.0.0.0/7',
      '2001:db8::/65',
      '::/0',
      '192.0.2.1:80',
      '10.0.0.0/8/8',
      '10.0.0.0/',
    ].map((given): [Record<string, string>, string] => [
      { SHARED_NETWORKS: `192.0.2.1, ${given}` },
      `SHARED_NETWORKS: ${given} is neither an address nor a range such as 192.0.2.0/24 or 2001:db8::/48.`,
    ]),
  ])('%j is refused: %s', (env, problem) => {
    expect(problemsOf(env, files)).toContain(problem)
  })

  test.each(['password1234', 'aaaaaaaaaaaa', 'boss@campus.example', 'short'])(
    'ADMIN_PASSWORD=%s is refused like a password that somebody chooses',
    (ADMIN_PASSWORD) => {
      const [problem] = problemsOf({ ADMIN_EMAIL: 'boss@campus.example', ADMIN_PASSWORD })
      expect(problem).toStartWith('ADMIN_PASSWORD: ')
      expect(problem).not.toContain(ADMIN_PASSWORD)
    },
  )
})

describe('SECURITY_CONTACT', () => {
  const contact = (SECURITY_CONTACT: string) =>
    readOr({ SECURITY_CONTACT }, ({ securityContact }) => securityContact)
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
