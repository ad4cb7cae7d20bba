/** The image, built from the Dockerfile and started three times beside a real MongoDB and Redis, behind the real proxy. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import {
  chownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signIn } from '#tests/support/cluster.ts'
import { buildImage, whyNoImages, type Image } from '#tests/support/containers.ts'
import { startEngine, VISITOR, whyNoEngine } from '#tests/support/engine.ts'
import { enterLive } from '#tests/support/live-client.ts'
import { freePort, startReplicaSet, whyNoMongod, type ReplicaSet } from '#tests/support/mongod.ts'
import { descendants } from '#tests/support/processes.ts'
import { ROOT, start as run } from '#tests/support/program.ts'
import { startProxy, whyNoProxy } from '#tests/support/proxy.ts'
import { startRedis, whyNoRedis, type RedisServer } from '#tests/support/redis.ts'
import { describeWith, testWith, whyMissing } from '#tests/support/servers.ts'
import { startSmtp, type Smtp } from '#tests/support/smtp.ts'
import { openStockRoom } from '#tests/support/stock.ts'
import { until } from '#tests/support/until.ts'
import { findCompose, findHadolint } from '#scripts/servers.ts'

const INSTANCES = 3
const VOLUMES = ['data', 'secret', 'mongo-secret', 'redis-secret', 'tmp']
/** What the tool that runs the containers puts into them. */
const OF_THE_ENGINE = ['dev', 'etc', 'proc', 'run', 'sys', 'var']
const ADMIN = { email: 'admin@adp.example', password: 'violet-lantern-42' }
const CLUB = { email: 'club@campus.example', password: 'copper-meadow-17' }

const compose = findCompose()
const hadolint = findHadolint()
const missing = whyNoImages() ?? whyNoMongod ?? whyNoRedis ?? whyNoProxy

const output = (command: string[]) => {
  const { stdout, stderr, exitCode } = Bun.spawnSync(command, { cwd: ROOT })
  return { text: stdout.toString() + stderr.toString(), exitCode }
}

testWith('hadolint finds nothing in the Dockerfile', whyMissing('hadolint', hadolint), () => {
  expect(output([hadolint ?? '', 'Dockerfile'])).toEqual({ text: '', exitCode: 0 })
})

testWith(
  'compose reads its file, with and without settings',
  whyMissing('docker compose', compose?.[0] ?? null),
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'compose-'))
    const server = join(folder, 'server')
    writeFileSync(server, 'SMTP_URL_FILE=./smtp-url\nMAIL_FROM=portal@adp.example\n')
    for (const settings of ['/dev/null', '.env.example', server]) {
      const command = [...(compose ?? []), '--env-file', settings, 'config']
      expect(output([...command, '--quiet'])).toEqual({ text: '', exitCode: 0 })
      const { services } = Bun.YAML.parse(output(command).text) as {
        services: Record<string, { environment: Record<string, string> }>
      }
      const isServer = settings === server
      expect(services['app-1']?.environment).toMatchObject({
        NODE_ENV: isServer ? 'production' : '',
        SMTP_URL_FILE: isServer ? '/run/secrets/smtp-url' : '',
        ADMIN_PASSWORD_FILE: '',
      })
      expect(Object.keys(services)).not.toContain('mail')
    }
    const words = '--env-file /dev/null --profile demo config'.split(' ')
    const demo = output([...(compose ?? []), ...words])
    expect(demo.text).toContain('axllent/mailpit')
    rmSync(folder, { recursive: true })
  },
)

type Instance = { container: string; port: number } & ReturnType<typeof run>

describeWith(`the image, started ${INSTANCES} times`, missing, () => {
  let set: ReplicaSet
  let redis: RedisServer
  let smtp: Smtp
  let image: Image
  let instances: Instance[]
  let proxy: Awaited<ReturnType<typeof startProxy>>
  let secretDir: string
  const closers: (() => unknown)[] = []

  function start(container: string, port: number): Instance {
    const env = {
      PORT: String(port),
      HOST: '127.0.0.1',
      MONGODB_URL: set.url('portal'),
      REDIS_URL: redis.url,
      SMTP_URL: smtp.url,
      SMTP_TLS: 'off',
      MAIL_FROM: 'Inventory portal <portal@adp.example>',
      JWT_SECRET_FILE: '/secret/jwt-secret',
      TRUST_PROXY: '1',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    }
    const command = image.command(container, config.Entrypoint, {
      env,
      volumes: [`${secretDir}:/secret:ro`],
    })
    return { container, port, ...run(command) }
  }
  const serverOf = ({ child }: Instance) => {
    const pid = descendants(child.pid).find(({ name }) => name === 'portal')?.pid
    if (pid === undefined) throw new Error('There is no server in this container.')
    return pid
  }
  const isReady = (instance: Instance) => instance.printed().includes('"event":"started"')
  let config: Awaited<ReturnType<Image['config']>>

  beforeAll(async () => {
    // Runs alone and first, because everything else needs the base image.
    image = await buildImage()
    closers.push(image.close)
    ;[set, redis, smtp] = await Promise.all([startReplicaSet(), startRedis(), startSmtp()])
    closers.push(set.close, redis.close, smtp.close)
    config = await image.config()
    // Like volumes that take their owner from the image.
    const folders = ['secret', 'mongo-secret', 'redis-secret'].map((name) => {
      const folder = mkdtempSync(join(tmpdir(), `${name}-`))
      chownSync(folder, 1000, 1000)
      closers.push(() => rmSync(folder, { recursive: true, force: true }))
      return { folder, volume: `${folder}:/${name}` }
    })
    secretDir = folders[0]?.folder ?? ''

    const { services } = Bun.YAML.parse(readFileSync(join(ROOT, 'compose.yaml'), 'utf8')) as {
      services: { secret: { command: string[] } }
    }
    const { command } = services.secret
    const once = await image.create()
    const volumes = folders.map(({ volume }) => volume)
    const makeSecrets = image.command(once, [...config.Entrypoint, ...command], { volumes })
    const read = () =>
      folders.flatMap(({ folder }) =>
        readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
      )
    expect(output(makeSecrets)).toEqual({ text: '', exitCode: 0 })
    const secrets = read()
    expect(secrets.map(([name]) => name).toSorted()).toEqual([
      'jwt-secret',
      'keyfile',
      'mongodb-url',
      'redis-url',
      'users.acl',
    ])
    expect(output(makeSecrets).exitCode).toBe(0)
    expect(read()).toEqual(secrets)
    expect(statSync(join(secretDir, 'jwt-secret'))).toMatchObject({ uid: 1000, mode: 0o100600 })

    const containers = await Promise.all(Array.from({ length: INSTANCES }, () => image.create()))
    instances = []
    for (const container of containers) instances.push(start(container, await freePort()))
    closers.push(async () => {
      for (const { child } of instances) {
        for (const { pid } of descendants(child.pid)) process.kill(pid, 'SIGKILL')
        await child.exited
      }
    })
    const logs = () => instances.map(({ printed }) => printed().slice(-2_000)).join('\n')
    await until('all are ready', () => instances.every(isReady)).catch((error) => {
      throw new Error(logs(), { cause: error })
    })
    proxy = await startProxy(instances.map(({ port }) => port))
    closers.push(proxy.close)
  }, 900_000)
  afterAll(async () => {
    for (const close of closers.toReversed()) await close()
  })

  test('runs as the user of the image, and passes its own health check', () => {
    expect(config.User).toBe('1000:1000')
    const [kind, ...check] = config.Healthcheck.Test
    expect(kind).toBe('CMD')
    for (const instance of instances) {
      const status = readFileSync(`/proc/${serverOf(instance)}/status`, 'utf8')
      expect(status).toMatch(/^Uid:\s+1000\s+1000\s+1000\s+1000$/m)
      expect(status).toMatch(/^Gid:\s+1000\s/m)
      const ask = (port: number) =>
        output(image.command(instance.container, check, { env: { PORT: String(port) } })).exitCode
      expect(ask(instance.port)).toBe(0)
    }
  })

  test('a club registers, orders and sees what it is given, through the proxy', async () => {
    const { url, request } = proxy
    const admin = await signIn(url, ADMIN.email, ADMIN.password)
    const page = await fetch(url)
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/html'),
    ])
    const room = openStockRoom(proxy, admin)
    const item = await room.addItem(9, 'Brush Round 4')

    const { email } = CLUB
    expect((await request('POST', '/users/request-code', { body: { email } })).status).toBe(200)
    const { code } = await smtp.waitForMail(email)
    const form = {
      ...CLUB,
      clubName: 'Film Club',
      cordName: 'Coordinator',
      mobile: '+91 98765 43210',
      verificationCode: code,
    }
    expect((await request('POST', '/users/register', { body: form })).status).toBe(201)
    const club = await signIn(url, email, CLUB.password)

    // More pages than instances: the proxy spreads them.
    const pages = await Promise.all(
      Array.from({ length: 2 * INSTANCES }, () => enterLive(url, club.token)),
    )
    const { _id } = await room.orderLine(club, item, 4)
    const given = await room.allot([{ _id, allotted_quantity: 3, status: 'Ready' }], 'the key')
    expect(given.status).toBe(200)
    await until('every page shows it', () =>
      pages.every((live) => {
        const shown = live.state('orders')?.data?.[0]
        return shown?.allotted_quantity === 3 && shown.status === 'Ready'
      }),
    )
    expect((await room.listCarts()).map(({ clubName }) => clubName)).toEqual(['Film Club'])
    for (const live of pages) await live.close()
  })

  test('an instance that is told to stop exits with 0, and no request through the proxy fails', async () => {
    const [leaving] = instances
    if (!leaving) throw new Error('There are instances.')
    const page = await enterLive(proxy.url)
    const failures: number[] = []
    const over = new AbortController()
    const asking = (async () => {
      while (!over.signal.aborted) {
        const { status } = await proxy.request('GET', '/cart/confirm-disabled')
        if (status !== 200) failures.push(status)
        await Bun.sleep(10)
      }
    })()
    process.kill(serverOf(leaving), 'SIGTERM')
    expect(await leaving.child.exited).toBe(0)
    expect(leaving.printed()).toContain('"event":"stopped"')
    over.abort()
    await asking
    expect(failures).toEqual([])
    await page.close()

    const again = start(leaving.container, leaving.port)
    instances[0] = again
    await until('it is back', () => isReady(again))
  })

  test('holds the program, the C library and licences, in at most 150 MB', async () => {
    const [{ container }] = instances as [Instance]
    const files = await image.mount(container)
    const names = readdirSync(files).filter((name) => !OF_THE_ENGINE.includes(name))
    const libraries = names.filter((name) => name.startsWith('lib'))
    expect(libraries.length).toBeGreaterThan(0)
    expect(names.filter((name) => !libraries.includes(name)).toSorted()).toEqual(
      ['LICENSE', 'licences.md', 'portal', ...VOLUMES].toSorted(),
    )
    for (const library of libraries)
      for (const name of new Bun.Glob('**').scanSync(join(files, library)))
        expect(name).toMatch(/\.so(\.\d+)?$/)
    const paths = ['portal', ...libraries].map((name) => join(files, name))
    const { text } = output(['du', '--bytes', '--total', '--summarize', ...paths])
    expect(Number(/(\d+)\ttotal/.exec(text)?.[1])).toBeWithin(100_000_000, 150_000_000)
  })

  describeWith('compose.yaml, in a container engine', whyNoEngine(), () => {
    let engine: Awaited<ReturnType<typeof startEngine>>
    let password = ''
    let token = ''
    beforeAll(async () => void (engine = await startEngine(image)), 900_000)
    afterAll(() => engine?.close())

    const signInWith = (given: string) =>
      engine.ask('POST', '/users/login', { body: { email: 'you@example.org', password: given } })
    const signInAgain = async () => (token = (await signInWith(password)).body['token'] ?? '')
    /** Before the proxy listens, nobody can be asked. */
    const isAnswering = () =>
      engine.ask('GET', '/').then(
        ({ status }) => status === 200,
        () => false,
      )
    const untilItAnswers = () => until('it answers', isAnswering)
    const log = () => engine.sh('docker compose logs --no-log-prefix app-1 app-2')
    const itemNames = async () => {
      const { body } = await engine.ask<{ itemName: string }[]>('GET', '/inventorys/inventory', {
        token,
      })
      return body.map(({ itemName }) => itemName)
    }
    const addItem = (itemName: string) =>
      engine.ask('POST', '/inventorys/inventory', {
        token,
        body: { itemName, itemQuantity: 1 },
      })
    /** What a page of the documents says to type under a heading, for compose. */
    const saidIn = (page: string, heading: string) => {
      const text = readFileSync(join(ROOT, page), 'utf8')
      const [, section = ''] = text.split(`\n## ${heading}\n`)
      const blocks = (section.split('\n## ')[0] ?? '').matchAll(/```\w*\n([\s\S]+?)```/g)
      return [...blocks].map(([, block = '']) => block).filter((block) => block.includes('docker '))
    }
    const BACKUP = 'docs/operations/backup.md'

    test('starts without settings, and says how to become its administrator', async () => {
      const [start = ''] = saidIn('README.md', 'Run it')
      const said = await engine.sh(start)
      const console = await log()
      expect(console).toContain('The portal is at http://localhost:8080/inventory\n')
      expect(console).toContain('docker compose run --rm app-1 admin --email ADDRESS')
      await untilItAnswers()
      password = /Password, shown once: (\S+)/.exec(said)?.[1] ?? ''
      await signInAgain()
      expect((await addItem('Brush Round 4')).status).toBe(201)
    })

    test('knows a visitor by its own address', async () => {
      expect(await log()).toContain(`"route":"/users/login","method":"POST","status":200`)
      const lines = (await log()).split('\n').filter((line) => line.includes('/users/login'))
      for (const line of lines) expect(line).toContain(`"ip":"${VISITOR}"`)
    })

    test('tells the runbook’s questions what it does', async () => {
      const [address = ''] = saidIn('docs/operations/runbook.md', 'How to run a tool')
      const [health, ...lines] = (
        await engine.sh(
          `${address}\necho $PORTAL; docker compose run --rm app-1 check; cat portal.log`,
        )
      ).split('\n')
      expect(health).toMatch(/^http:\/\/[\d.]+:3000$/)
      expect(lines).toContain('The store is sound.')
      expect(lines).toContainEqual(expect.stringMatching(/^\{"ts":/))
    })

    test('is backed up by the line of crontab, and restored', async () => {
      const [line = ''] = saidIn(BACKUP, 'Back up')
      const backUp = line.replace(/^.*? cd \S+ && /, '')
      await engine.sh(`install -d -o 1000 -g 1000 -m 700 backups; ${backUp}`)
      const [file = ''] = (await engine.sh('ls backups')).split('\n')
      expect((await addItem('Brush Round 6')).status).toBe(201)
      const [restore = ''] = saidIn(BACKUP, 'Restore')
      await engine.sh(restore.replace('FILE', file))
      await signInAgain()
      expect(await itemNames()).toEqual(['Brush Round 4'])
    })

    test('goes on with new secrets, and with a new version', async () => {
      const [jwt = ''] = saidIn(BACKUP, 'Change the token secret')
      await engine.sh(jwt)
      await untilItAnswers()
      expect(await itemNames()).toEqual(['Brush Round 4'])
      const [servers = ''] = saidIn(BACKUP, 'Change the passwords of MongoDB and Redis')
      await engine.sh(servers)
      await untilItAnswers()
      expect(await itemNames()).toEqual(['Brush Round 4'])
      // A build needs packages, and this engine has no way out.
      const [upgrade = ''] = saidIn(BACKUP, 'Upgrade')
      await engine.sh(upgrade.replace('docker compose build\n', ''))
      await untilItAnswers()
      expect(await itemNames()).toEqual(['Brush Round 4'])
    })

    test('has its public pages without MongoDB, and says when to come back', async () => {
      await engine.sh('docker compose stop mongo')
      await until('its instances are not ready', () =>
        engine.sh('docker compose exec -T app-1 /portal health').then(
          () => false,
          () => true,
        ),
      )
      expect(await signInWith('a guess')).toMatchObject({
        status: 503,
        retryAfter: expect.any(String),
      })
      expect(await isAnswering()).toBe(true)
      await engine.sh('docker compose start mongo')
      await until(
        'it takes sign-ins again',
        async () => (await signInWith('a guess')).status === 401,
      )
    })
  })

  test('writes only to its volumes', async () => {
    for (const { container } of instances) {
      const files = await image.mount(container)
      const places = readdirSync(files)
        .filter((name) => !OF_THE_ENGINE.includes(name) && !VOLUMES.includes(name))
        .map((name) => join(files, name))
      const since = join(secretDir, 'jwt-secret')
      const { text } = output(['find', ...places, '-newer', since, '-type', 'f'])
      expect(text).toBe('')
    }
  })
})
