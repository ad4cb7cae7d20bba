/**
 * `bun run soak [minutes] [sockets]` starts a server with 2,000 connected pages and mixed traffic. It prints memory use, failures
 * and repairs. It exits with 1 if a request failed, a page missed a change or `check` found a broken rule.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '#src/monitoring/log.ts'
import { openSqliteStore } from '#src/store/sqlite.ts'
import { createTokens } from '#src/identity/tokens.ts'
import { createPages } from './soak/pages.ts'
import { createSamples } from './soak/samples.ts'
import { createTraffic } from './soak/traffic.ts'

const root = join(import.meta.dir, '..')
const minutes = Number(process.argv[2] ?? 15)
const count = Number(process.argv[3] ?? 2_000)
if (!(minutes > 0) || !Number.isInteger(count) || count < 1) {
  console.error('bun run soak [minutes] [sockets]')
  process.exit(1)
}

const SECRET = 'of a soak, and of nothing that anybody uses'
const METRICS_TOKEN = 'soak'
/** Enough accounts that 2,000 pages stay below the limit of sockets per account. */
const CLUBS = 100
const ADMINISTRATORS = 20
const ITEMS = 200
const SAMPLE_MS = 5_000
/** Longer than notices and the periodic repair need to reach every page. */
const SETTLE_MS = 4_000

const dataDir = mkdtempSync(join(tmpdir(), 'soak-'))

/** Creates accounts and stock before the server starts. */
async function seed() {
  const store = openSqliteStore({
    path: join(dataDir, 'portal.sqlite'),
    log: createLogger('error'),
  })
  const accounts = []
  for (let number = 0; number < CLUBS + ADMINISTRATORS; number++) {
    const isClub = number < CLUBS
    const account = await store.accounts.create({
      email: `member${number}@soak.example`,
      clubName: `Club ${number}`,
      cordName: 'Coordinator',
      mobile: '5550100',
      access: isClub ? 'user' : 'bosslevel',
      passwordHash: '',
    })
    if (account) accounts.push(account)
  }
  const items = []
  for (let number = 0; number < ITEMS; number++) {
    const item = { itemName: `Item ${number}`, itemQuantity: 1_000_000 } as const
    items.push(
      (await store.stock.add({ ...item, itemStatus: 'enabled' }, 'soak', Date.now())).value._id,
    )
  }
  await store.close()
  return { accounts, items }
}

async function startServer(): Promise<{ url: string; child: Bun.Subprocess }> {
  const probe = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  const port = probe.port
  await probe.stop(true)
  const child = Bun.spawn([process.execPath, 'src/index.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? '',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DEMO: 'off',
      JWT_SECRET: SECRET,
      METRICS_TOKEN,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
    },
    stdout: 'ignore',
    stderr: 'inherit',
  })
  const url = `http://127.0.0.1:${port}`
  for (;;) {
    const ready = await fetch(`${url}/health/ready`).catch(() => null)
    if (ready?.ok) return { url, child }
    if (child.exitCode !== null) throw new Error('The server has ended.')
    await Bun.sleep(50)
  }
}

const { accounts, items } = await seed()
const tokens = createTokens({ current: SECRET, previous: null })
const { url, child } = await startServer()
const sign = (index: number) => {
  const account = accounts[index % accounts.length]
  return account ? tokens.sign(account, Date.now()) : Promise.reject(new Error('No accounts.'))
}

const samples = createSamples(url, METRICS_TOKEN)
const pages = createPages(url, sign)
const traffic = createTraffic({
  url,
  sign,
  clubs: accounts.slice(0, CLUBS),
  administrators: ADMINISTRATORS,
  items,
  pages,
})
console.log(`${count} pages and mixed traffic for ${minutes} min …`)
await pages.open(count)
const endsAt = performance.now() + minutes * 60_000
const ended = traffic.run(() => performance.now() < endsAt)
while (performance.now() < endsAt) {
  await samples.take()
  await Bun.sleep(Math.min(SAMPLE_MS, Math.max(0, endsAt - performance.now())))
}
await ended
const lastRev = await traffic.switchOrdering(false)
await Bun.sleep(SETTLE_MS)
const behind = pages.countBehind(lastRev)
await samples.take()

const { failures, lines } = traffic.report()
for (const line of [...lines, ...pages.report(), ...samples.report()]) console.log(line)
console.log(`pages that missed a change: ${behind}`)

pages.close()
child.kill('SIGTERM')
const exitCode = await child.exited
const check = Bun.spawnSync([process.execPath, 'src/index.ts', 'check'], {
  cwd: root,
  env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir },
})
console.log(`server ended with ${exitCode}; ${check.stdout.toString().trim().split('\n').at(-1)}`)
rmSync(dataDir, { recursive: true, force: true })
const isGood = failures === 0 && behind === 0 && exitCode === 0 && check.exitCode === 0
process.exit(isGood ? 0 : 1)
