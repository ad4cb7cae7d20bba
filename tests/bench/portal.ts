/** The portal as a target: built and started as in production, with clubs that registered by mailed codes. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  ask,
  bearer,
  CLUBS,
  ITEMS,
  itemName,
  type Person,
  SECRET,
  signIn,
  STOCK,
  type Target,
} from './target.ts'

const ADMIN = { email: 'admin@bench.example', password: 'quiet-harbour-lamp-7' }
const CLUB_PASSWORD = 'violet-lantern-42'
const MADE_AT_ONCE = 4

/** Reads the code from the only mail to this address. Mails are files here; one that is being written has a hidden name. */
function readCode(dataDir: string, email: string): string {
  const outbox = join(dataDir, 'outbox')
  for (const name of readdirSync(outbox).filter((one) => /^[^.].*\.eml$/.test(one))) {
    const mail = readFileSync(join(outbox, name), 'utf8')
    const [code] = /(?<!\d)\d{6}(?!\d)/.exec(mail) ?? []
    if (code !== undefined && mail.includes(email)) return code
  }
  throw new Error(`No code was mailed to ${email}.`)
}

async function register(url: string, dataDir: string, club: number): Promise<Person> {
  const email = `club-${club}@bench.example`
  await ask(url, { method: 'POST', path: '/users/request-code', body: { email } })
  const body = {
    email,
    password: CLUB_PASSWORD,
    clubName: `Club ${String(club).padStart(3, '0')}`,
    cordName: `Coordinator ${club}`,
    mobile: '+91 98765 43210',
    verificationCode: readCode(dataDir, email),
  }
  await ask(url, { method: 'POST', path: '/users/register', body })
  return signIn(url, email, CLUB_PASSWORD)
}

/** Registers clubs, several at a time. */
export async function registerClubs(url: string, dataDir: string, first: number, count: number) {
  const clubs: Person[] = []
  while (clubs.length < count) {
    const next = Math.min(MADE_AT_ONCE, count - clubs.length)
    const numbers = Array.from({ length: next }, (_, at) => first + clubs.length + at)
    clubs.push(...(await Promise.all(numbers.map((club) => register(url, dataDir, club)))))
  }
  return clubs
}

type Board = {
  items: { itemQuantity: number }[]
  clubs: { lines: { ordered_quantity: number; allotted_quantity: number }[] }[]
}

/** The portal of the checkout in `root`. `file` is its single executable, `database` are the settings of another store. */
export function createPortal(
  name: string,
  root: string,
  { file, database = {} }: { file?: string; database?: Record<string, string> } = {},
): Target {
  const built = [process.execPath, join(root, 'dist/server/index.js')]
  return {
    name,
    isPortal: true,
    commands: [
      { start: 'built', command: built },
      ...(file !== undefined && existsSync(file) ? [{ start: 'one file', command: [file] }] : []),
    ],
    cwd: root,
    env: (dataDir) => ({
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      JWT_SECRET: SECRET,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      DEMO: 'off',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ...database,
    }),
    live: { protocol: 'hello', path: '/live' },
    prepare: () => {},
    async signIn(url, dataDir) {
      const admin = await signIn(url, ADMIN.email, ADMIN.password)
      for (let item = 0; item < ITEMS; item++)
        await ask(url, {
          method: 'POST',
          path: '/inventorys/inventory',
          headers: bearer(admin.token),
          body: { itemName: itemName(item), itemQuantity: STOCK },
        })
      return { admin, clubs: await registerClubs(url, dataDir, 0, 2 * CLUBS) }
    },
    async totals(url, { admin }) {
      const headers = bearer(admin.token)
      const { items, clubs } = await ask<Board>(url, {
        method: 'GET',
        path: '/cart/board',
        headers,
      })
      const lines = clubs.flatMap((club) => club.lines)
      return {
        ordered: lines.reduce((sum, line) => sum + line.ordered_quantity, 0),
        allotted: lines.reduce((sum, line) => sum + line.allotted_quantity, 0),
        stock: items.reduce((sum, item) => sum + item.itemQuantity, 0),
      }
    },
  }
}
