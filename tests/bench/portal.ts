/** The portal as a target: built and started as in production, with clubs that registered by mailed codes. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  ask,
  CLUBS,
  readTotals,
  SECRET,
  seedOrders,
  seedStock,
  signIn,
  type Target,
  type Totals,
  WORKLOADS,
} from './target.ts'

const root = join(import.meta.dir, '../..')
const ADMIN = { email: 'admin@bench.example', password: 'quiet-harbour-lamp-7' }
const CLUB_PASSWORD = 'violet-lantern-42'

const LIVE_LINES = 'FROM lines WHERE deleted_at IS NULL'
const TOTALS: Record<keyof Totals, string> = {
  orders: 'SELECT count(*) FROM answered',
  ordered: `SELECT coalesce(sum(ordered_quantity), 0) ${LIVE_LINES}`,
  allotted: `SELECT coalesce(sum(allotted_quantity), 0) ${LIVE_LINES}`,
  stock: 'SELECT sum(quantity) FROM items',
  moved: 'SELECT -coalesce(sum(units), 0) FROM entries WHERE line_id IS NOT NULL',
  flag: 'SELECT ordering_disabled FROM portal',
  flagRev: 'SELECT ordering_rev FROM portal',
}

/** Reads the code from the only mail to this address. Mails are files here. */
function readCode(dataDir: string, email: string): string {
  const outbox = join(dataDir, 'outbox')
  for (const name of readdirSync(outbox).filter((one) => one.endsWith('.eml'))) {
    const mail = readFileSync(join(outbox, name), 'utf8')
    const [code] = /(?<!\d)\d{6}(?!\d)/.exec(mail) ?? []
    if (code !== undefined && mail.includes(email)) return code
  }
  throw new Error(`No code was mailed to ${email}.`)
}

async function registerClub(url: string, dataDir: string, club: number) {
  const email = `club${club}@bench.example`
  await ask(url, { method: 'POST', path: '/users/request-code', body: { email } })
  await ask(url, {
    method: 'POST',
    path: '/users/register',
    body: {
      email,
      password: CLUB_PASSWORD,
      clubName: `Club ${club}`,
      cordName: `Coordinator ${club}`,
      mobile: '+91 98765 43210',
      verificationCode: readCode(dataDir, email),
    },
  })
  return signIn(url, email, CLUB_PASSWORD)
}

export const portal: Target = {
  name: 'portal',
  what: 'the product on its embedded store',
  workloads: WORKLOADS,
  live: { protocol: 'hello', path: '/live' },
  version: () => `Bun ${Bun.version}`,
  missing: () => null,
  launch: (dataDir, port) => ({
    command: [process.execPath, join(root, 'scripts/start.ts')],
    cwd: root,
    env: {
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      JWT_SECRET: SECRET,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      DEMO: 'off',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
    },
  }),
  prepare: () => {},
  async seed(url, dataDir) {
    const { token } = await signIn(url, ADMIN.email, ADMIN.password)
    await seedStock(url, token)
    const clubs = []
    for (let club = 0; club < 2 * CLUBS; club++) clubs.push(await registerClub(url, dataDir, club))
    return seedOrders(url, token, clubs)
  },
  totals: (dataDir) => readTotals(join(dataDir, 'portal.sqlite'), TOTALS),
}

const FILE = join(root, 'portal')

/** The same product as the single executable. It differs at the start. */
export const portalFile: Target = {
  ...portal,
  name: 'portal-file',
  what: 'the product as a single executable',
  workloads: ['start'],
  missing: () => (existsSync(FILE) ? null : '`bun run binary` makes it'),
  launch: (dataDir, port) => ({ ...portal.launch(dataDir, port), command: [FILE] }),
}

/** The same product started from its source files, as in development. */
export const portalSource: Target = {
  ...portal,
  name: 'portal-source',
  what: 'the product from its source files',
  workloads: ['start'],
  missing: () => null,
  launch: (dataDir, port) => ({
    ...portal.launch(dataDir, port),
    command: [process.execPath, join(root, 'src/index.ts')],
  }),
}
