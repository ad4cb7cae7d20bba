/** What the container files promise, read from the files themselves. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '#src/config.ts'

const ROOT = join(import.meta.dir, '../..')
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8')

type Service = {
  user?: string
  read_only?: boolean
  cap_drop?: string[]
  cap_add?: string[]
  security_opt?: string[]
  ports?: string[]
  volumes?: string[]
  networks?: string[]
  secrets?: string[]
  network_mode?: string
  environment?: Record<string, string>
}
const compose = Bun.YAML.parse(read('compose.yaml')) as {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean } | null>
  secrets: Record<string, { file: string }>
}
const services = Object.entries(compose.services)
const apps = services.filter(([name]) => name.startsWith('app-'))

test('no service has more rights than it needs', () => {
  for (const [name, service] of services) {
    const { read_only, cap_drop, security_opt, cap_add } = service
    expect({ name, read_only, cap_drop, security_opt }).toEqual({
      name,
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
    const isProxy = name === 'proxy'
    expect(service.user).toMatch(isProxy ? /^0:0$/ : /^[1-9]\d*:[1-9]\d*$/)
    expect(cap_add).toEqual(isProxy ? ['NET_BIND_SERVICE'] : undefined)
  }
})

test('only the proxy is reached from outside, and only the instances reach out, for mail', () => {
  expect(services.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(['proxy'])
  const inside = Object.entries(compose.networks).filter(([, network]) => network?.internal)
  expect(inside.map(([name]) => name).toSorted()).toEqual(['back', 'catcher', 'front'])
  const members = (network: string) =>
    services.filter(([, { networks }]) => networks?.includes(network)).map(([name]) => name)
  expect(members('entrance')).toEqual(['proxy'])
  expect(members('outside')).toEqual(['app-1', 'app-2'])
  expect(members('front')).toEqual(['proxy', 'app-1', 'app-2'])
  expect(members('back')).toEqual(['app-1', 'app-2', 'database', 'mongo', 'redis'])
  expect(members('catcher')).toEqual(['app-1', 'app-2', 'mail'])
  // The engine passes IPv6 on with its own address.
  for (const port of compose.services.proxy?.ports ?? []) expect(port).toStartWith('0.0.0.0:')
  for (const name of ['database', 'mongo', 'redis'])
    expect(compose.services[name]?.networks).toEqual(['back'])
  expect(compose.services.secret?.network_mode).toBe('none')
})

test('no secret stands where an engine shows it, and each service has its own alone', () => {
  for (const [name, { environment = {} }] of services)
    for (const [setting, value] of Object.entries(environment)) {
      expect([name, setting]).not.toEqual([name, expect.stringMatching(/(PASSWORD|TOKEN|SECRET)$/)])
      expect(value).not.toMatch(/:\/\/[^/]*:[^/]*@/)
    }
  const mounted = (volume: string) =>
    services
      .filter(([, { volumes = [] }]) => volumes.some((one) => one.startsWith(`${volume}:`)))
      .map(([name]) => name)
  expect(mounted('secret')).toEqual(['app-1', 'app-2', 'secret', 'database'])
  expect(mounted('mongo-secret')).toEqual(['secret', 'database', 'mongo'])
  expect(mounted('redis-secret')).toEqual(['secret', 'redis'])
  for (const [name, { volumes = [] }] of services)
    for (const volume of volumes)
      if (name !== 'secret' && volume.includes('secret:')) expect(volume).toEndWith(':ro')
  for (const [name, { secrets = [] }] of services)
    expect([name, secrets]).toEqual([
      name,
      name.startsWith('app-') ? Object.keys(compose.secrets) : [],
    ])
})

test('the server takes the settings that the compose file gives it', () => {
  const files: Record<string, string> = {
    MONGODB_URL: 'mongodb://portal:a@mongo:27017/portal?replicaSet=rs0',
    REDIS_URL: 'redis://portal:a@redis:6379',
    JWT_SECRET: 'x'.repeat(64),
    JWT_SECRET_PREVIOUS: 'y'.repeat(64),
    SMTP_URL: 'smtp://portal:a@mail.example:587',
    ADMIN_PASSWORD: 'violet-lantern-42',
    METRICS_TOKEN: 'a token of the scraper’s very own',
  }
  /** As compose does it; `set` are the names that .env gives. */
  const interpolate = (value: string, set: Record<string, string>): string => {
    // Innermost first: a default may hold another setting.
    const filled = value.replaceAll(
      /\$\{(\w+):([-+])([^{}]*)\}/g,
      (_, name: string, sign: string, other: string) =>
        sign === '+' ? (set[name] ? other : '') : (set[name] ?? other),
    )
    return filled === value ? value : interpolate(filled, set)
  }
  const own = { ADMIN_EMAIL: 'admin@adp.example', MAIL_FROM: 'portal@adp.example' }
  const server = {
    ...own,
    PUBLIC_URL: 'https://portal.example',
    SMTP_URL_FILE: './smtp-url',
    ADMIN_PASSWORD_FILE: './admin-password',
    METRICS_TOKEN_FILE: './metrics-token',
  }
  const demo = { MAIL_FROM: own.MAIL_FROM, SMTP_URL: 'smtp://mail:1025', SMTP_TLS: 'off' }
  for (const [set, expected] of [
    [
      {},
      {
        production: false,
        mail: { kind: 'files' },
        admin: null,
        metricsToken: null,
        publicUrl: null,
        localUrl: 'http://localhost:8080',
      },
    ],
    [{ HTTP_PORT: '80' }, { publicUrl: null, localUrl: 'http://localhost' }],
    [demo, { production: false, mail: { kind: 'smtp', tls: 'off' } }],
    [
      server,
      {
        production: true,
        publicUrl: 'https://portal.example',
        mail: { kind: 'smtp', tls: 'required', url: files['SMTP_URL'] },
        admin: { password: files['ADMIN_PASSWORD'] },
        metricsToken: files['METRICS_TOKEN'],
      },
    ],
  ] as const)
    for (const [, { environment = {} }] of apps) {
      const env: Record<string, string> = {}
      for (const [name, value] of Object.entries(environment)) {
        const given = interpolate(value, set)
        const secret = name.replace(/_FILE$/, '')
        if (secret === name) env[name] ||= given
        else {
          expect(Object.keys(files)).toContain(secret)
          if (given) env[secret] = files[secret] ?? ''
        }
      }
      const readNames = new Set<string>()
      const watched = new Proxy(env, {
        get(target, name) {
          readNames.add(String(name))
          return target[String(name)]
        },
      })
      expect(readConfig(watched, () => '')).toMatchObject({
        database: { kind: 'mongodb', url: files['MONGODB_URL'] },
        redisUrl: files['REDIS_URL'],
        trustProxy: 1,
        ...expected,
      })
      for (const name of Object.keys(env)) expect([...readNames]).toContain(name)
    }
})
