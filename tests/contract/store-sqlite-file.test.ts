import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { ConfigError, readConfig } from '#src/config.ts'
import { createLogger } from '#src/monitoring/log.ts'
import { migrate } from '#src/store/sqlite/migrations.ts'
import { openStore } from '#src/store/index.ts'
import type { Store } from '#src/store/port.ts'
import { useFolder } from '#tests/support/folder.ts'
import { ROOT } from '#tests/support/program.ts'
import { customRow, stockRow } from '#tests/support/rows.ts'
import { ADMIN, callsOn, type Coordinator, NOON, openSqlite } from '#tests/support/stores.ts'
import { codeOf, DAY, fillExpiring, MINUTE } from './store/harness.ts'

const ROWS = [customRow('Neon', 1)]
const folder = useFolder()

let path: string
let opened: Store[]
beforeEach(() => {
  path = folder('portal.sqlite')
  opened = []
})
afterEach(() => Promise.all(opened.map((store) => store.close())))

function open(options: { lock?: boolean } = {}): Store {
  const store = openSqlite(path, options)
  opened.push(store)
  return store
}

/** Opens the file without the portal's checks, so that a test can damage it. */
function raw<T>(work: (db: Database) => T): T {
  const db = new Database(path)
  try {
    db.exec('PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF')
    return work(db)
  } finally {
    db.close()
  }
}

function problemOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  throw new Error('This was not refused.')
}

const club = (store: Store) => callsOn(() => store).club({ email: 'club@campus.example' })
const order = (store: Store, who: Coordinator, toAnswer = () => '') =>
  callsOn(() => store).order(who, ROWS, { toAnswer })

describe('one server on one data directory', () => {
  test('a second one is refused with a line that says what to do, and the first continues', async () => {
    const first = open()
    expect(problemOf(open)).toBe(
      `Another server uses DATA_DIR ${folder()}. Stop it first, or choose another DATA_DIR.`,
    )
    await first.upkeep.ping()
  })

  test('a second process is refused, and can start at once after the first was killed', async () => {
    const script = `
      import { openSqliteStore } from '#src/store/sqlite.ts'
      // Keeps a reference: garbage collection of the store would free its lock.
      globalThis.store = openSqliteStore({ path: process.env.STORE_PATH })
      console.log('open')
      setInterval(() => {}, 1000)`
    const child = Bun.spawn([process.execPath, '-e', script], {
      cwd: ROOT,
      env: { ...process.env, STORE_PATH: path },
      stdout: 'pipe',
      stderr: 'inherit',
    })
    const first = await child.stdout.getReader().read()
    expect(new TextDecoder().decode(first.value)).toBe('open\n')
    expect(problemOf(open)).toContain('Another server uses')
    child.kill('SIGKILL')
    await child.exited
    await open().upkeep.ping()
  })

  test('a closed store is one file that only its owner can read, and a copy of it is complete', async () => {
    const store = open()
    const { id } = await club(store)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    await store.close()
    expect((await readdir(folder())).toSorted()).toEqual(['lock.sqlite', 'portal.sqlite'])
    expect((await open().accounts.find({ id }))?.id).toBe(id)
  })

  test('tools work beside a running server, and the server sees what they write', async () => {
    const server = open()
    const tool = open({ lock: false })
    const account = await club(tool)
    const { id, clubId } = account
    expect((await server.accounts.find({ id }))?.email).toBe('club@campus.example')
    await Promise.all([server, tool, server, tool].map((store) => order(store, account)))
    expect((await server.orders.read(clubId))?.rows).toMatchObject([{ ordered_quantity: 4 }])
    expect(problemOf(open)).toContain('Another server uses')
  })

  test('a tool alone leaves the directory free', async () => {
    open({ lock: false })
    await open().upkeep.ping()
  })
})

describe('a writer beside the server', () => {
  test('does not block reads while writes wait for it', async () => {
    const store = open()
    const account = await club(store)
    const { clubId } = account
    const writer = new Database(path)
    writer.exec('BEGIN IMMEDIATE')
    const placing = order(store, account)
    for (let turn = 0; turn < 20; turn++) {
      expect((await store.orders.read(clubId))?.rows).toEqual([])
      await new Promise((resolve) => setImmediate(resolve))
    }
    writer.close()
    await placing
    expect((await store.orders.read(clubId))?.rows).toHaveLength(1)
  })

  test('that does not end makes writes fail after the time limit, and the store counts as failing until one goes well', async () => {
    const store = open()
    const db = new Database(path)
    db.exec('BEGIN IMMEDIATE')
    const writes = [store.upkeep.ping(), store.ordering.set(false, ADMIN, NOON)]
    const codes = await Promise.all(writes.map(codeOf))
    db.exec('ROLLBACK')
    db.close()
    expect(codes).toEqual(['store_unavailable', 'store_unavailable'])
    expect((await store.ordering.read()).rows.isOpen).toBe(true)
    // A full disk can still take so small a write.
    expect(await codeOf(store.upkeep.ping())).toBe('store_unavailable')
    await store.ordering.set(false, ADMIN, NOON)
    await store.upkeep.ping()
  })
})

describe('a group of writes', () => {
  test('a failing write does not undo the others', async () => {
    const store = open()
    const account = await club(store)
    const { clubId } = account
    const { item } = callsOn(() => store)
    const results = await Promise.allSettled([
      order(store, account),
      store.stock.note([{ _id: Bun.randomUUIDv7(), itemRemark: 'x' }], ADMIN, NOON),
      item('Tape'),
      item('tape'),
      order(store, account),
    ])
    const statuses = results.map(({ status }) => status)
    expect(statuses).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'])
    expect((await store.orders.read(clubId))?.rows).toMatchObject([{ ordered_quantity: 2 }])
    expect((await store.upkeep.verify()).broken).toEqual([])
  })

  test('dear writes that arrive together let other work have its turn between them', async () => {
    const store = open()
    const account = await club(store)
    const spin = () => {
      const end = performance.now() + 5
      while (performance.now() < end);
      return ''
    }
    let settled = 0
    const orders = Array.from({ length: 40 }, () =>
      order(store, account, spin).then(() => (settled += 1)),
    )
    const seen = new Set<number>()
    while (settled < orders.length) {
      await new Promise(setImmediate)
      seen.add(settled)
    }
    // 200 ms of work, and no more than about 20 ms of it at a time.
    expect(seen.size).toBeGreaterThan(5)
  })

  test('reads never see uncommitted data', async () => {
    const store = open()
    const account = await club(store)
    const { clubId } = account
    let isAnswered = false
    const placing = order(store, account).then(() => (isAnswered = true))
    const seen = (await store.orders.read(clubId))?.rows.length
    expect(seen).toBe(0)
    expect(isAnswered).toBe(false)
    await placing
    expect((await store.orders.read(clubId))?.rows).toHaveLength(1)
  })
})

test('purging deletes expired codes, their tries and sent mails', async () => {
  const store = open()
  const { id, email } = await club(store)
  await fillExpiring(store, email)
  const count = () =>
    raw((db) =>
      ['codes', 'code_tries', 'outbox'].map(
        (table) => db.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${table}`).get()?.n,
      ),
    )
  expect(count()).toEqual([2, 1, 2])
  await store.upkeep.purge(DAY)
  expect(count()).toEqual([2, 1, 2])
  await store.upkeep.purge(DAY + MINUTE)
  expect(count()).toEqual([0, 0, 0])
  expect(await store.accounts.find({ id })).not.toBeNull()
})

describe('the schema', () => {
  test('of a newer version is refused with advice, and is not changed', async () => {
    await open().close()
    raw((db) => db.exec('PRAGMA user_version = 99'))
    const problem = problemOf(open)
    expect(problem).toContain('newer version of the portal (schema 99')
    expect(problem).toContain('Start that version')
    expect(raw((db) => db.query('PRAGMA user_version').get())).toEqual({ user_version: 99 })
  })

  test('of an older version is migrated step by step, each once', async () => {
    await open().close()
    const steps = [
      () => {
        throw new Error('Schema 1 is there.')
      },
      (db: Database) => db.exec('CREATE TABLE made_up (number INTEGER)'),
      (db: Database) => db.exec('INSERT INTO made_up VALUES (7)'),
    ]
    const numbers = raw((db) => {
      migrate(db, path, steps)
      migrate(db, path, steps)
      return db.query('SELECT number FROM made_up').all()
    })
    expect(numbers).toEqual([{ number: 7 }])
    expect(problemOf(open)).toContain('schema 3, this one knows 1')
  })

  test('is created once, by the first to open the store', async () => {
    const { epoch } = open({ lock: false })
    expect(open({ lock: false }).epoch).toBe(epoch)
    expect(open().epoch).toBe(epoch)
  })

  test('a tool does not create or change it while a server starts', async () => {
    const lock = new Database(folder('lock.sqlite'), { create: true })
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    expect(problemOf(() => open({ lock: false }))).toContain('Another server uses')
    lock.close()
  })

  test('of something else is refused', () => {
    raw((db) => db.exec('CREATE TABLE songs (id INTEGER)'))
    expect(problemOf(open)).toBe(
      `${path} is not a database of this portal. Choose another DATA_DIR.`,
    )
  })
})

describe('a data directory that cannot be used', () => {
  const config = (dataDir: string) => readConfig({ DATA_DIR: dataDir }, () => '')
  const problem = async (dataDir: string) => {
    const ended = await openStore(config(dataDir), createLogger('silent')).then(
      null,
      (error: unknown) => error,
    )
    if (!(ended instanceof ConfigError)) throw ended
    expect(ended.problems).toHaveLength(1)
    return ended.message
  }

  test('is created when it is missing', async () => {
    const store = await openStore(config(folder('new/data')), createLogger('silent'))
    opened.push(store)
    await store.upkeep.ping()
  })

  test('that is a file is one line', async () => {
    await writeFile(folder('file'), '')
    expect(await problem(folder('file'))).toStartWith('DATA_DIR cannot be used: ')
  })

  test('whose database is a directory, or no database, is one line', async () => {
    await mkdir(path)
    expect(await problem(folder())).toStartWith('DATA_DIR cannot be used: ')
    await rm(path, { recursive: true })
    await writeFile(path, 'this is not a database, but long enough to be looked at'.repeat(20))
    expect(await problem(folder())).toStartWith('DATA_DIR cannot be used: ')
  })
})

describe('a check finds', () => {
  const damages: [name: string, sql: string, named: string][] = [
    ['a quantity below zero', 'UPDATE items SET itemQuantity = -1, firstQuantity = 1', 'item: '],
    ['more delivered than given', 'UPDATE lines SET delivered_quantity = 100', 'line: '],
    [
      'two lines of one item',
      `DROP INDEX live_lines; UPDATE lines SET key = 'name:neon'`,
      'cart: ',
    ],
    [
      'a line under a wrong name',
      `UPDATE lines SET ownName = 'Other' WHERE item_id IS NULL`,
      'line: ',
    ],
    ['an item under a wrong name', `UPDATE items SET itemName = 'Other'`, 'item: '],
    [
      'an invitation to an address that nobody can register with',
      `INSERT INTO invitations SELECT 'one', 'New@campus.example', clubId, id, 0, 1, NULL FROM accounts`,
      'invitation: ',
    ],
    ['a line without a cart', `UPDATE lines SET cartId = 'nowhere'`, 'in the cart of a club'],
    [
      'a line of a missing item',
      `UPDATE lines SET item_id = 'none', key = 'none' WHERE item_id IS NOT NULL`,
      'refers to an existing item',
    ],
    ['an entry of a missing club', `UPDATE entries SET clubId = 'nobody'`, 'row: '],
    ['a deleted line that does not say why', `UPDATE lines SET deleted = '{}'`, 'line: '],
  ]
  test.each(damages)('%s', async (_, sql, named) => {
    const store = open()
    const { item, order, line, give } = callsOn(() => store)
    const [account, tape] = [await club(store), await item('Tape', 5)]
    await order(account, [...ROWS, stockRow(tape._id, 2)])
    await give((await line(account, 'Tape'))._id, 2)
    expect((await store.upkeep.verify()).broken).toEqual([])
    raw((db) => db.exec(sql))
    const { broken } = await store.upkeep.verify()
    expect(broken.some((row) => row.includes(named))).toBe(true)
    expect(broken.join('\n')).toMatch(/\(.+\)/)
  })

  test('a damaged page, and still checks the other rules', async () => {
    const store = open()
    await order(store, await club(store))
    await store.close()
    const bytes = new Uint8Array(await Bun.file(path).arrayBuffer())
    const at = new TextDecoder('latin1').decode(bytes).lastIndexOf('Neon')
    const page = Math.floor(at / 4_096)
    await writeFile(path, bytes.fill(7, page * 4_096, (page + 1) * 4_096))
    const { checked, broken } = await open().upkeep.verify()
    expect(broken).toContain('SQLITE_CORRUPT (the database file is not damaged)')
    expect(broken.length).toBeLessThan(checked.length)
  })
})
