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
  network_mode?: string
  healthcheck?: { test?: string[]; disable?: boolean }
  depends_on?: Record<string, { condition: string }>
  environment?: Record<string, string>
}
const compose = Bun.YAML.parse(read('compose.yaml')) as {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean } | null>
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
      expect([name, image]).toEqual([name, expect.stringMatching(/:v?\d+\.\d+\.\d+(-[a-z]+)?$/)])
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)
  expect(bases[0]).toMatch(/^docker\.io\/oven\/bun:\d+\.\d+\.\d+-slim$/)
  expect(bases.slice(1).every((base) => base === 'base')).toBe(true)
  expect(read('.ci/run')).toContain(`bun@${/bun:([\d.]+)-slim/.exec(dockerfile)?.[1]} `)
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

test('only the proxy is reached from outside, and what keeps data not even by it', () => {
  expect(services.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(['proxy'])
  expect(compose.networks.back?.internal).toBe(true)
  for (const name of ['mongo', 'redis', 'mail'])
    expect(compose.services[name]?.networks).toEqual(['back'])
  expect(compose.services.proxy?.networks).toEqual(['front'])
  expect(compose.services.secret?.network_mode).toBe('none')
})

test('each starts after what it needs, and says when it is well', () => {
  expect(apps.length).toBeGreaterThanOrEqual(2)
  for (const [name, { depends_on }] of apps) {
    expect(compose.services.proxy?.depends_on?.[name]?.condition).toBe('service_healthy')
    expect(compose.services.proxy?.environment?.UPSTREAMS).toContain(`${name}:3000`)
    expect(depends_on).toMatchObject({
      secret: { condition: 'service_completed_successfully' },
      mongo: { condition: 'service_healthy' },
      redis: { condition: 'service_healthy' },
    })
  }
  for (const [name, { healthcheck, image }] of services) {
    if (name === 'secret') continue
    if (image === 'adp-portal') expect(healthcheck).toBeUndefined()
    else expect(healthcheck?.test?.length).toBeGreaterThan(1)
  }
  expect(lastStage).toMatch(/^HEALTHCHECK .*CMD \["bun", "-e", ".*\/health\/ready.*"\]$/m)
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
  expect(lastStage).toMatch(/^CMD \["bun", "src\/index\.ts"\]$/m)
  expect(dockerfile).not.toMatch(/^(ENTRYPOINT|ADD) /m)
  expect(lastStage).not.toMatch(/^COPY (.* )?(client|tests|scripts)( |$)/m)
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
    expect(sent).toContain(source.split('/')[0] ?? '')
  }
})

test('what the server runs of the client is in the image', async () => {
  const copied = [...lastStage.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, what = '']) =>
    what.split(' ').slice(0, -1),
  )
  const transpiler = new Bun.Transpiler({ loader: 'ts' })
  for await (const file of new Bun.Glob('src/**/*.ts').scan(ROOT))
    for (const { path, kind } of transpiler.scanImports(read(file)))
      // what is imported dynamically is for `bun run dev`
      if (path.startsWith('#client/') && kind === 'import-statement')
        expect(copied.some((folder) => path.slice(1).startsWith(`${folder}/`))).toBe(true)
})

test('every setting of the compose file is explained in .env.example, and the server takes what it is given', () => {
  const asked = new Set([...read('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name))
  const explained = new Set(
    [...read('.env.example').matchAll(/^#(\w+)=/gm)].map(([, name]) => name),
  )
  expect([...explained].toSorted()).toEqual([...asked].toSorted())
  for (const [, { environment = {} }] of apps) {
    const given = Object.entries(environment).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{\w+:-(.*?)\}/g, '$1'),
    ])
    const readNames = new Set<string>()
    const env = new Proxy<Record<string, string>>(
      { ...Object.fromEntries(given), NODE_ENV: 'production' },
      {
        get(target, name) {
          readNames.add(String(name))
          return target[String(name)]
        },
      },
    )
    const config = readConfig(env, () => 'x'.repeat(64))
    expect(config).toMatchObject({
      database: { kind: 'mongodb' },
      trustProxy: 1,
      publicUrl: null,
      mail: { kind: 'smtp' },
    })
    expect(config.redisUrl).toBe('redis://redis:6379')
    for (const name of Object.keys(environment)) expect([...readNames]).toContain(name)
  }
})
