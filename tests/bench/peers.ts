/** The hand-written targets: the bare floor, and typical servers with Express and Fastify. */
import { Database } from 'bun:sqlite'
import { scryptSync } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  CLUBS,
  ITEMS,
  itemName,
  readTotals,
  SECRET,
  seedOrders,
  signIn,
  STOCK,
  type Target,
  type Totals,
  WORKLOADS,
  type Workload,
} from './target.ts'

const dir = join(import.meta.dir, 'targets')
const FILE = 'bench.sqlite'
const BOSS = { email: 'boss@bench.example', password: 'boss-password-1' }
const CLUB_PASSWORD = 'club-password-1'
const clubEmail = (club: number) => `club${club}@bench.example`

const TOTALS: Record<keyof Totals, string> = {
  orders: 'SELECT count(*) FROM answered',
  ordered: 'SELECT coalesce(sum(ordered), 0) FROM lines',
  allotted: 'SELECT coalesce(sum(allotted), 0) FROM lines',
  stock: 'SELECT sum(quantity) FROM stock',
  moved: 'SELECT coalesce(sum(change), 0) FROM movements',
  flag: 'SELECT value FROM flags',
  flagRev: "SELECT rev FROM topics WHERE topic = 'ordering'",
}

function versionOf(name: string): string | null {
  const path = join(dir, 'node_modules', name, 'package.json')
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).version : null
}

function fill(file: string): void {
  const db = new Database(file)
  db.run('PRAGMA journal_mode = WAL')
  db.run(readFileSync(join(dir, 'schema.sql'), 'utf8'))
  const user = db.prepare('INSERT INTO users VALUES (?, ?, ?, ?, 1)')
  const stock = db.prepare("INSERT INTO stock VALUES (?, ?, ?, 'enabled', ?, 1)")
  const hash = (password: string) => `ab:${scryptSync(password, 'ab', 32).toString('hex')}`
  db.transaction(() => {
    user.run(Bun.randomUUIDv7(), BOSS.email, hash(BOSS.password), 'bosslevel')
    for (let club = 0; club < 2 * CLUBS; club++)
      user.run(Bun.randomUUIDv7(), clubEmail(club), hash(CLUB_PASSWORD), 'user')
    for (let item = 0; item < ITEMS; item++)
      stock.run(Bun.randomUUIDv7(), itemName(item), STOCK, item)
    db.run("INSERT INTO flags VALUES ('ordering_disabled', 0)")
    db.run("INSERT INTO topics VALUES ('ordering', 0)")
  })()
  // an unfinished statement would keep the file open
  user.finalize()
  stock.finalize()
  db.close()
}

type Given = {
  name: string
  what: string
  script: string
  /** The packages it uses. A target without packages runs on Bun. */
  packages?: string[]
  live: Target['live']
  workloads?: readonly Workload[]
  env?: Record<string, string>
}

function peer({ name, what, script, packages = [], live, workloads = WORKLOADS, env }: Given) {
  const runtime = packages.length > 0 ? 'node' : process.execPath
  const target: Target = {
    name,
    what,
    workloads,
    live,
    version() {
      if (packages.length === 0) return `Bun ${Bun.version}`
      const node = Bun.spawnSync(['node', '--version']).stdout.toString().trim()
      return [`Node ${node}`, ...packages.map((one) => `${one} ${versionOf(one)}`)].join(', ')
    },
    missing() {
      if (!Bun.which(runtime)) return 'there is no Node on the PATH'
      return packages.some((one) => !versionOf(one)) ? 'its packages are not installed' : null
    },
    launch: (dataDir, port) => ({
      command: [runtime, join(dir, script)],
      cwd: dataDir,
      env: {
        NODE_ENV: 'production',
        DATA_DIR: dataDir,
        PORT: String(port),
        JWT_SECRET: SECRET,
        ...env,
      },
    }),
    prepare: (dataDir) => fill(join(dataDir, FILE)),
    async seed(url) {
      const { token } = await signIn(url, BOSS.email, BOSS.password)
      const clubs = []
      for (let club = 0; club < 2 * CLUBS; club++)
        clubs.push(await signIn(url, clubEmail(club), CLUB_PASSWORD))
      return seedOrders(url, token, clubs)
    },
    totals: (dataDir) => readTotals(join(dataDir, FILE), TOTALS),
  }
  return target
}

const plain: Target['live'] = { protocol: 'plain', path: '/live' }

export const peers: Target[] = [
  peer({
    name: 'floor',
    what: 'bare Bun.serve and bun:sqlite, HMAC by hand, a commit for each write, no validation',
    script: 'floor.mjs',
    live: plain,
  }),
  peer({
    name: 'express',
    what: 'Express 5, Socket.IO 4, jsonwebtoken with a key object, better-sqlite3',
    script: 'express.mjs',
    packages: ['express', 'socket.io', 'jsonwebtoken', 'better-sqlite3'],
    live: { protocol: 'socketio', path: '/socket.io/?EIO=4&transport=websocket' },
  }),
  peer({
    name: 'fastify',
    what: 'Fastify 5 with JSON schemas, ws, better-sqlite3',
    script: 'fastify.mjs',
    packages: ['fastify', '@fastify/websocket', '@fastify/jwt', 'better-sqlite3'],
    live: plain,
  }),
  peer({
    name: 'floor-group',
    what: 'the floor with one commit for all writes of a turn of the event loop',
    script: 'floor.mjs',
    live: plain,
    workloads: ['orders', 'allotments'],
    env: { FLOOR_GROUP: '1' },
  }),
  peer({
    name: 'floor-cached',
    what: 'the floor with the list kept as text',
    script: 'floor.mjs',
    live: plain,
    workloads: ['list'],
    env: { FLOOR_CACHED: '1' },
  }),
]
