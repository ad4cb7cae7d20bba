import { BlockList } from 'node:net'
import { addRange } from './http/networks.ts'
import { LOG_LEVELS } from './monitoring/log.ts'
import { limits } from './contract/limits.ts'
import { isEmail } from './rules/account.ts'
import { editionNameFault } from './rules/editions.ts'
import { readName } from './rules/name-text.ts'
import { SECRET_BYTES } from './identity/secret.ts'

/** `required` refuses to send mail without TLS and a verified certificate. */
const MAIL_TLS = ['required', 'off'] as const

export type Config = ReturnType<typeof readConfig>

/** Returns a `mailto:` or `https:` URI. A bare e-mail address gets `mailto:`; anything else gives `null`. */
function toContact(given: string): string | null {
  const uri = given.includes(':') ? given : `mailto:${given}`
  if (!/^[\x21-\x7e]+$/.test(uri) || !URL.canParse(uri)) return null
  const { protocol, pathname } = new URL(uri)
  const isMail = protocol === 'mailto:' && /^[^@]+@[^@]+$/.test(pathname)
  return isMail || protocol === 'https:' ? uri : null
}

/** The base URL of links in mails. Comes from the settings, because a client can send any `Host`. */
export const originOf = ({ publicUrl, localUrl, port }: Config, listensOn: number = port): string =>
  publicUrl ?? localUrl ?? new URL(`http://localhost:${listensOn}`).origin

export class ConfigError extends Error {
  readonly problems: string[]
  readonly exitCode: number

  constructor(problems: string[], exitCode = 1) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
    this.exitCode = exitCode
  }
}

/** EX_CONFIG of sysexits.h: another start with the same settings would fail again. */
const WRONG_SETTINGS = 78

/** Settings that `NAME_FILE` may replace with the path of a file. */
const SECRETS = [
  'JWT_SECRET',
  'JWT_SECRET_PREVIOUS',
  'ADMIN_PASSWORD',
  'SMTP_URL',
  'MONGODB_URL',
  'REDIS_URL',
  'METRICS_TOKEN',
]

/** MongoDB URLs may list several hosts, but `URL` parses only one. */
const withOneHost = (text: string) =>
  text.replace(/^(mongodb:\/\/[^/,]*)(?:,[^/,@]+)+(?=\/|$)/, '$1')

function parseUrl(text: string, protocols: string[]): URL | null {
  const single = withOneHost(text)
  const url = URL.canParse(single) ? new URL(single) : null
  return url && protocols.includes(url.protocol) ? url : null
}

/** Checks that need the file system or other modules. */
type Checks = {
  /** Returns the error text for a password, or `null`. `names` are the account's names, which the password must not contain. */
  passwordFault?: (
    password: string,
    bounds: { minLength: number; names: readonly string[] },
  ) => string | null
  /** Returns the problems of the data directory. */
  dataDirProblems?: (path: string) => readonly string[]
}

/**
 * Reads the settings. Throws a `ConfigError` with the exit code 78 that lists every problem. `readFile` reads the files of `_FILE` settings; it returns the
 * text or throws.
 */
export function readConfig(
  given: Record<string, string | undefined>,
  readFile: (path: string) => string,
  { passwordFault = () => null, dataDirProblems = () => [] }: Checks = {},
) {
  const problems: string[] = []
  const secretFiles: string[] = []
  const env = { ...given }
  for (const name of SECRETS) {
    const path = given[`${name}_FILE`]?.trim()
    if (!path) continue
    if (given[name]) problems.push(`Give ${name} or ${name}_FILE, not both.`)
    try {
      env[name] = readFile(path).trim()
      secretFiles.push(path)
      if (!env[name]) problems.push(`${name}_FILE is empty.`)
    } catch (error) {
      problems.push(
        error instanceof ConfigError
          ? `${name}_FILE: ${error.message}`
          : `${name}_FILE cannot be read: ${(error as Error).message}`,
      )
    }
  }
  /** Treats an empty value as unset: Docker Compose and shells cannot always leave a variable out. */
  const text = (name: string) => env[name]?.trim() || null

  function number(
    name: string,
    fallback: number,
    [min, max]: [number, number],
    isWhole = true,
  ): number {
    const given = text(name)
    if (given === null) return fallback
    const value = Number(given)
    const form = isWhole ? /^\d+$/ : /^\d+(\.\d+)?$/
    if (form.test(given) && value >= min && value <= max) return value
    problems.push(`${name} must be a ${isWhole ? 'whole ' : ''}number from ${min} to ${max}.`)
    return fallback
  }
  function choice<T extends string>(name: string, values: readonly T[]): T | null {
    const given = text(name)
    if (given === null) return null
    const found = values.find((value) => value === given)
    if (found === undefined) problems.push(`${name} must be one of: ${values.join(', ')}.`)
    return found ?? null
  }
  /** An address as it was given, and its parts. */
  function url(name: string, protocols: string[]): { text: string; parts: URL } | null {
    const given = text(name)
    if (given === null) return null
    const parts = parseUrl(given, protocols)
    if (parts) return { text: given, parts }
    problems.push(`${name} must be an address that starts with ${protocols.join(' or ')}//.`)
    return null
  }

  const production = text('NODE_ENV') === 'production'
  const mongodb = url('MONGODB_URL', ['mongodb:', 'mongodb+srv:'])
  if (mongodb && mongodb.parts.pathname.length < 2)
    problems.push('MONGODB_URL must name a database: mongodb://host/NAME?replicaSet=…')

  const redis = url('REDIS_URL', ['redis:', 'rediss:'])
  if (redis && !/^(\/\d*)?$/.test(redis.parts.pathname))
    problems.push('REDIS_URL may end with the number of a database, and nothing else.')

  const smtp = url('SMTP_URL', ['smtp:', 'smtps:'])
  const mailFrom = text('MAIL_FROM')
  if (smtp && !mailFrom) problems.push('MAIL_FROM is needed with SMTP_URL.')
  if (!smtp && mailFrom) problems.push('SMTP_URL is needed with MAIL_FROM.')
  if (!text('SMTP_URL') && production) problems.push('SMTP_URL is needed when NODE_ENV=production.')
  // Options in the URL would override SMTP_TLS in Nodemailer.
  if (smtp?.parts.search)
    problems.push('SMTP_URL takes no options behind a question mark; see SMTP_TLS.')
  const hasCredentials = Boolean(smtp?.parts.username || smtp?.parts.password)
  const smtpTls =
    choice('SMTP_TLS', MAIL_TLS) ?? (production || hasCredentials ? 'required' : 'off')

  function secret(name: string): string | null {
    const value = text(name)
    if (value !== null && Buffer.byteLength(value) < SECRET_BYTES)
      problems.push(`${name} needs ${SECRET_BYTES} bytes or more (openssl rand -hex 32).`)
    return value
  }
  const jwtSecret = secret('JWT_SECRET')
  const previousSecret = secret('JWT_SECRET_PREVIOUS')
  if (previousSecret !== null && previousSecret === jwtSecret)
    problems.push('JWT_SECRET_PREVIOUS is the secret before JWT_SECRET, not the same one.')
  if (jwtSecret === null && previousSecret !== null)
    problems.push('JWT_SECRET is needed with JWT_SECRET_PREVIOUS.')
  if (jwtSecret === null && !given['JWT_SECRET_FILE'] && text('MONGODB_URL'))
    problems.push('JWT_SECRET or JWT_SECRET_FILE is needed with MONGODB_URL.')

  const publicUrl = url('PUBLIC_URL', ['http:', 'https:'])?.parts
  if (publicUrl) {
    const { pathname, search, hash } = publicUrl
    if (pathname !== '/' || search || hash)
      problems.push(
        'PUBLIC_URL must be an origin without a path, for example https://portal.example.',
      )
  }

  const isLocal = publicUrl?.hostname === 'localhost'

  const passwordMinLength = number('PASSWORD_MIN_LENGTH', limits.passwordMinLength, [8, 128])
  const adminEmail = text('ADMIN_EMAIL')?.toLowerCase() ?? null
  const adminPassword = env.ADMIN_PASSWORD || null
  if ((adminEmail === null) !== (adminPassword === null))
    problems.push('ADMIN_EMAIL and ADMIN_PASSWORD are given together or not at all.')
  if (adminEmail && !isEmail(adminEmail)) problems.push('ADMIN_EMAIL must be an e-mail address.')
  const adminFault =
    adminPassword &&
    passwordFault(adminPassword, { minLength: passwordMinLength, names: [adminEmail ?? ''] })
  if (adminFault) problems.push(`ADMIN_PASSWORD: ${adminFault}`)

  const contact = text('SECURITY_CONTACT')
  const securityContact = contact && toContact(contact)
  if (contact && !securityContact)
    problems.push('SECURITY_CONTACT must be an e-mail address or start with mailto: or https://.')

  const dataDir = text('DATA_DIR') ?? './data'
  problems.push(...dataDirProblems(dataDir))

  const edition = text('EDITION')
  const editionFault = edition && editionNameFault(edition)
  if (editionFault) problems.push(`EDITION: ${editionFault}`)

  const list = (name: string) =>
    (text(name) ?? '')
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter(Boolean)
  const sharedNetworks = new BlockList()
  for (const given of list('SHARED_NETWORKS'))
    if (!addRange(sharedNetworks, given))
      problems.push(
        `SHARED_NETWORKS: ${given} is neither an address nor a range such as 192.0.2.0/24 or 2001:db8::/48.`,
      )

  const demo = choice('DEMO', ['on', 'off'])
  const config = {
    production,
    port: number('PORT', 3000, [0, 65_535]),
    host: text('HOST') ?? '0.0.0.0',
    dataDir,
    database: mongodb
      ? { kind: 'mongodb' as const, url: mongodb.text }
      : { kind: 'sqlite' as const },
    redisUrl: redis && redis.text,
    mail:
      smtp && mailFrom
        ? { kind: 'smtp' as const, url: smtp.text, from: mailFrom, tls: smtpTls }
        : { kind: 'files' as const },
    /** `null`: the server generates a secret in `dataDir` at its first start. */
    secrets: jwtSecret === null ? null : { current: jwtSecret, previous: previousSecret },
    /** The only allowed origin, without a trailing slash. `null` allows pages from the request's own host. */
    publicUrl: publicUrl && !isLocal ? publicUrl.origin : null,
    /** A `PUBLIC_URL` on localhost. It is used for links only, because a trial portal is also opened at the machine's other addresses. */
    localUrl: publicUrl && isLocal ? publicUrl.origin : null,
    admin: adminEmail && adminPassword ? { email: adminEmail, password: adminPassword } : null,
    demo: demo === null ? null : demo === 'on',
    /** The name of the first edition, for a store that has none yet. */
    edition: edition && readName(edition),
    allowedEmailDomains: list('ALLOWED_EMAIL_DOMAINS').map((domain) => domain.replace(/^@/, '')),
    passwordMinLength,
    trustProxy: number('TRUST_PROXY', 0, [0, 10]),
    /** Networks that many people share, such as a college's: their counts are higher. */
    sharedNetworks,
    startupWaitSeconds: number('STARTUP_WAIT', 30, [0, 600]),
    rateLimits: choice('RATE_LIMITS', ['on', 'off']) !== 'off',
    /** The maximum number of mails per hour, for all instances together. */
    mailsPerHour: number('MAILS_PER_HOUR', 2_000, [10, 1_000_000]),
    /** A mail about an order is sent so many minutes after the first change; 0 sends no such mails. */
    digestMinutes: number('DIGEST_MINUTES', 10, [0, 1_440], false),
    metricsToken: secret('METRICS_TOKEN'),
    /** Paths of the files from which secrets were read. */
    secretFiles,
    /** False hides `/docs` and `/openapi.json`. */
    apiDocs: choice('API_DOCS', ['on', 'off']) !== 'off',
    /** Where to report security problems: a `mailto:` or `https:` URI. */
    securityContact,
    logLevel: choice('LOG_LEVEL', LOG_LEVELS) ?? 'info',
  }
  if (problems.length > 0) throw new ConfigError(problems, WRONG_SETTINGS)
  return config
}
