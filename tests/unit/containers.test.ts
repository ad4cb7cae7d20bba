/** What the container files promise, read from the files themselves. */
import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '#src/config.ts'

const ROOT = join(import.meta.dir, '../..')
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8')

type Service = {
  image: string
  user?: string
  init?: boolean
  build?: string
  read_only?: boolean
  cap_drop?: string[]
  cap_add?: string[]
  security_opt?: string[]
  mem_limit?: string
  cpus?: number
  pids_limit?: number
  restart?: string
  ports?: string[]
  volumes?: string[]
  networks?: string[]
  profiles?: string[]
  secrets?: string[]
  command?: string[]
  group_add?: string[]
  network_mode?: string
  healthcheck?: { test?: string[]; disable?: boolean }
  depends_on?: Record<string, { condition: string }>
  environment?: Record<string, string>
}
const compose = Bun.YAML.parse(read('compose.yaml')) as {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean } | null>
  secrets: Record<string, { file: string }>
  volumes: Record<string, unknown>
}
const services = Object.entries(compose.services)
const apps = services.filter(([name]) => name.startsWith('app-'))
const dockerfile = read('Dockerfile').replaceAll(/\\\n\s*/g, '')
const stages = dockerfile.split(/^(?=FROM )/m).slice(1)
const lastStage = stages.at(-1) ?? ''

test('every image is named by an exact version', () => {
  for (const [name, { image, build }] of services)
    if (build === undefined)
      expect([name, image]).toEqual([
        name,
        expect.stringMatching(/:v?\d+\.\d+\.\d+(-[a-z]+)?(@sha256:[0-9a-f]{64})?$/),
      ])
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)
  expect(bases[0]).toMatch(/^docker\.io\/oven\/bun:\d+\.\d+\.\d+-slim$/)
  expect(bases.slice(1)).toEqual(['scratch'])
  expect(read('.ci/run')).toContain(`bun@${/bun:([\d.]+)-slim/.exec(dockerfile)?.[1]} `)
})

/** The first versions without the known faults that somebody in the network of the containers can use. */
const PATCHED = {
  proxy: [2, 11, 1],
  mongo: [8, 0, 37],
  redis: [7, 4, 9],
  mail: [1, 34, 0],
}

test('no service is of a version with a known hole', () => {
  for (const [name, least] of Object.entries(PATCHED)) {
    const version = /:v?([\d.]+)/.exec(compose.services[name]?.image ?? '')?.[1] ?? ''
    expect([name, Bun.semver.order(version, least.join('.'))]).not.toEqual([name, -1])
  }
})

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

test('no service can take the whole machine', () => {
  for (const [name, { mem_limit, cpus, pids_limit }] of services) {
    expect([name, mem_limit]).toEqual([name, expect.stringMatching(/^\d+m$/)])
    expect(cpus).toBeWithin(0.1, 1.1)
    expect(pids_limit).toBeWithin(16, 513)
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
  for (const name of ['database', 'mongo', 'redis'])
    expect(compose.services[name]?.networks).toEqual(['back'])
  expect(compose.services.secret?.network_mode).toBe('none')
})

test('the mail catcher is there for a demonstration alone', () => {
  expect(services.filter(([, { profiles }]) => profiles).map(([name]) => name)).toEqual(['mail'])
  expect(compose.services.mail?.profiles).toEqual(['demo'])
  for (const [, { depends_on = {} }] of services)
    expect(Object.keys(depends_on)).not.toContain('mail')
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

test('an instance can end itself when it stands still, and is started again', () => {
  for (const [, { init, restart }] of apps)
    expect({ init, restart }).toEqual({ init: true, restart: 'unless-stopped' })
})

test('each instance keeps its security log in a volume of its own', () => {
  const data = apps.map(([, { volumes = [] }]) => volumes.find((one) => one.endsWith(':/data')))
  expect(data.every((volume) => volume !== undefined)).toBe(true)
  expect(new Set(data).size).toBe(apps.length)
  expect(lastStage).toMatch(/DATA_DIR=\/data/)
})

test('each starts after what it needs, and says when it is well', () => {
  expect(apps.length).toBeGreaterThanOrEqual(2)
  for (const [name, { depends_on }] of apps) {
    expect(compose.services.proxy?.depends_on?.[name]?.condition).toBe('service_healthy')
    expect(compose.services.proxy?.environment?.UPSTREAMS).toContain(`${name}:3000`)
    expect(depends_on).toMatchObject({
      database: { condition: 'service_completed_successfully' },
      mongo: { condition: 'service_healthy' },
      redis: { condition: 'service_healthy' },
    })
  }
  for (const name of ['mongo', 'redis', 'database'])
    expect(compose.services[name]?.depends_on?.['secret']?.condition).toBe(
      'service_completed_successfully',
    )
  for (const [name, { healthcheck, image }] of services) {
    if (name === 'secret' || name === 'database') continue
    if (image === 'adp-portal') expect(healthcheck).toBeUndefined()
    else expect(healthcheck?.test?.length).toBeGreaterThan(1)
  }
  expect(lastStage).toMatch(/^HEALTHCHECK .*CMD \["\/portal", "health"\]$/m)
})

test('every volume is declared, and every file of ours that is mounted is there', () => {
  for (const [, { volumes = [] }] of services)
    for (const volume of volumes) {
      const source = volume.split(':')[0] ?? ''
      if (source.startsWith('./')) expect(existsSync(join(ROOT, source))).toBe(true)
      else expect(Object.keys(compose.volumes)).toContain(source)
    }
})

test('the image runs as nobody in particular, ends when it is told to, and holds only what it needs', () => {
  expect(lastStage).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m)
  expect(lastStage).toMatch(/^ENTRYPOINT \["\/portal"\]$/m)
  expect(dockerfile).not.toMatch(/^(CMD|ADD) /m)
  // An image without a shell runs nothing while it is built.
  expect(lastStage).not.toMatch(/^RUN /m)
  expect(lastStage.match(/^COPY .*/gm)).toEqual([
    'COPY --from=build /out /',
    'COPY LICENSE docs/licences.md /',
  ])
})

test('what is copied into the image exists and is sent to the builder', () => {
  const sent = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1))
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, what = '']) =>
    what.split(' ').slice(0, -1),
  )
  expect(copied.length).toBeGreaterThan(5)
  for (const source of copied) {
    expect(existsSync(join(ROOT, source))).toBe(true)
    expect(sent.some((path) => source === path || source.startsWith(`${path}/`))).toBe(true)
  }
})

test('every setting of the compose file is explained in .env.example, and the server takes what it is given', () => {
  const asked = new Set([...read('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name))
  const explained = new Set(
    [...read('.env.example').matchAll(/^#(\w+)=/gm)].map(([, name]) => name),
  )
  expect([...explained]).toEqual(expect.arrayContaining([...asked]))
  const files: Record<string, string> = {
    MONGODB_URL: 'mongodb://portal:a@mongo:27017/portal?replicaSet=rs0',
    REDIS_URL: 'redis://portal:a@redis:6379',
    JWT_SECRET: 'x'.repeat(64),
    JWT_SECRET_PREVIOUS: 'y'.repeat(64),
    SMTP_URL: 'smtp://portal:a@mail.example:587',
    ADMIN_PASSWORD: 'violet-lantern-42',
    METRICS_TOKEN: 'a token of the scraper’s own',
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
