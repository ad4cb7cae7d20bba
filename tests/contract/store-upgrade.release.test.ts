/** A large store of schema 2 keeps every line, sum and movement when it is opened, and when a backup of it is restored. */
import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStoreAt, runTool } from '#tests/faults/support/transfers.ts'
import { fixtureOf } from './fixtures/earlier.ts'

const CLUBS = 50
const ITEMS = 199
const FIRST = 5_000
const AT = Date.UTC(2025, 0, 1)

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'upgrade-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const id = (kind: number, number: number) =>
  `01940000-0000-7000-800${kind}-${number.toString(16).padStart(12, '0')}`

type Row = Record<string, string | number | null>

/**
 * Adds to the frozen store of schema 2: each club has a line of each item and a line of its own, 10,000 together. Every line was given
 * units, some were taken back, some lines were deleted with or without units, and every item was counted.
 */
function fill(path: string) {
  fixtureOf(2).writeDatabase(path)
  const db = new Database(path)
  const insert = (table: string, row: Row) => {
    const names = Object.keys(row)
    db.query(`INSERT INTO ${table} (${names.join()}) VALUES (${names.map(() => '?').join()})`).run(
      ...Object.values(row),
    )
  }
  let moves = 0
  const move = (movement: Row) => {
    moves += 1
    insert('movements', { actor_id: 'an-administrator', at: AT + moves, ...movement })
  }
  const shelves = Array.from({ length: ITEMS }, () => FIRST)
  const sums = { lines: 0, ordered: 0, allotted: 0, silent: 0 }

  function addLine(club: number, item: number) {
    const number = club * (ITEMS + 1) + item
    const isOwn = item === ITEMS
    const [lineId, itemId] = [id(4, number), isOwn ? null : id(2, item)]
    const given = number % 9
    const back = given > 4 ? 2 : 0
    const isDeleted = number % 20 === 0
    const delivered = number % 3 === 0 ? given - back : 0
    const returned = isDeleted && !isOwn ? given - back - delivered : 0
    const allotted = given - back - returned
    insert('lines', {
      id: lineId,
      cart_id: id(3, club),
      line_key: itemId ?? `name:own ${club}`,
      item_id: itemId,
      own_name: isOwn ? `Own ${club}` : null,
      link: '',
      ordered_quantity: 5 + (number % 7),
      allotted_quantity: allotted,
      delivered_quantity: delivered,
      status: 'Ready',
      remarks: '',
      created_at: AT,
      deleted_at: isDeleted ? AT + 1_000_000 : null,
      deleted_by: isDeleted ? 'an-administrator' : null,
      deleted_why: isDeleted ? 'line removed' : null,
    })
    const steps: [number, string][] = [
      [given, 'allotted'],
      [-back, 'allotted'],
      [-returned, 'line removed'],
    ]
    for (const [units, reason] of steps) {
      if (units === 0) continue
      if (!isOwn) shelves[item] = (shelves[item] ?? 0) - units
      move({
        item_id: itemId,
        item_change: isOwn ? 0 : -units,
        line_id: lineId,
        line_change: units,
        reason,
      })
    }
    if (isDeleted && returned === 0) sums.silent += 1
    if (isDeleted) return
    sums.lines += 1
    sums.ordered += 5 + (number % 7)
    sums.allotted += allotted
  }

  db.transaction(() => {
    for (let item = 0; item < ITEMS; item++) {
      insert('items', {
        id: id(2, item),
        name: `Item ${item}`,
        name_key: `item ${item}`,
        quantity: FIRST,
        first_quantity: FIRST,
        status: 'enabled',
        ordered_status: '',
        remark: '',
        rev: 1,
      })
      move({
        item_id: id(2, item),
        item_change: item,
        line_id: null,
        line_change: 0,
        reason: 'edited',
      })
      shelves[item] = FIRST + item
    }
    for (let club = 0; club < CLUBS; club++) {
      insert('accounts', {
        id: id(1, club),
        email: `large${club}@campus.example`,
        club_name: `Large ${club}`,
        cord_name: 'Coordinator',
        mobile: '5550100',
        access: 'user',
        disabled: 0,
        ver: 1,
        password_hash: 'a hash',
      })
      insert('carts', { id: id(3, club), account_id: id(1, club), rev: 1 })
      for (let item = 0; item <= ITEMS; item++) addLine(club, item)
    }
    for (const [item, quantity] of shelves.entries())
      db.query('UPDATE items SET quantity = ? WHERE id = ?').run(quantity, id(2, item))
  })()
  const count = (sql: string) => db.query<{ rows: number }, []>(sql).get()?.rows ?? 0
  const before = {
    movements: count('SELECT count(*) AS rows FROM movements'),
    silent:
      sums.silent +
      count(`SELECT count(*) AS rows FROM lines WHERE deleted_at > ${AT + 1_000_000}
        AND id NOT IN (SELECT line_id FROM movements WHERE reason LIKE '%removed' AND line_id IS NOT NULL)`),
  }
  db.close()
  return { ...before, sums, shelves }
}

/** Checks that a store holds what was filled in, and that its history says how it came about. */
async function expectAll({ movements, silent, sums, shelves }: ReturnType<typeof fill>) {
  const { code, out, err } = await runTool('check', [], { DATA_DIR: dataDir })
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toContain('The store is sound.')

  const store = openStoreAt(dataDir)
  const stock = new Map((await store.stock.list()).rows.map((item) => [item._id, item]))
  for (const [item, quantity] of shelves.entries())
    expect(stock.get(id(2, item))?.itemQuantity).toBe(quantity)
  const given = new Map<string, number>()
  const found = { lines: 0, ordered: 0, allotted: 0 }
  for (let club = 0; club < CLUBS; club++)
    for (const line of (await store.orders.read(id(1, club)))?.rows ?? []) {
      found.lines += 1
      found.ordered += line.ordered
      found.allotted += line.allotted
      given.set(line.id, line.allotted)
    }
  expect({ ...found, silent: sums.silent }).toEqual(sums)

  const { entries } = await store.history.list({ filter: {}, limit: 1_000_000 })
  expect(entries).toHaveLength(movements + silent)
  const units = new Map<string, number>()
  for (const { lineId, units: more } of entries)
    if (lineId !== null) units.set(lineId, (units.get(lineId) ?? 0) + more)
  for (const [lineId, allotted] of given) expect(units.get(lineId) ?? 0).toBe(allotted)

  // A decision of the version before can be taken back.
  const [decided] = entries.filter(({ kind, units: of }) => kind === 'line_decided' && of < 0)
  const quantity = stock.get(decided?.itemId ?? '')?.itemQuantity ?? 0
  await store.history.undo({
    batch: decided?.batch ?? '',
    actorId: 'an-administrator',
    toAnswer: (own) => own,
    now: Date.now(),
  })
  const after = (await store.stock.list()).rows.find(({ _id }) => _id === decided?.itemId)
  expect(after?.itemQuantity).toBe(quantity + (decided?.units ?? 0))
  expect((await store.upkeep.verify()).broken).toEqual([])
  await store.close()
}

test('a store of schema 2 with 10,000 lines opens with all of them, and its movements become history', async () => {
  const filled = fill(join(dataDir, 'portal.sqlite'))
  await openStoreAt(dataDir).close()
  await expectAll(filled)
})

test('a backup of it is restored with all of them', async () => {
  const backup = join(dataDir, 'backup.sqlite')
  const filled = fill(backup)
  const restored = await runTool('restore', ['--from', backup], { DATA_DIR: dataDir })
  expect(restored).toMatchObject({ code: 0, err: '' })
  await expectAll(filled)
})

/** The rows of schema 2 in the names of its archive. */
const ROWS_OF_2: Record<string, string> = {
  portal: `SELECT installation, ordering_disabled AS isConfirmDisabled FROM portal`,
  accounts: `SELECT id, email, club_name AS clubName, cord_name AS cordName, mobile, access, disabled, ver,
    password_hash AS passwordHash FROM accounts`,
  items: `SELECT id, name, quantity, first_quantity AS firstQuantity, status, ordered_status AS orderedStatus, remark, rev,
    instr(name_key, char(10)) > 0 AS isNamesake FROM items`,
  carts: `SELECT id, account_id AS accountId, rev FROM carts`,
  lines: `SELECT id, cart_id AS cartId, item_id AS itemId, own_name AS ownName, link, ordered_quantity AS ordered,
    allotted_quantity AS allotted, delivered_quantity AS delivered, status, remarks, created_at AS at,
    instr(line_key, char(10)) > 0 AS isNamesake, deleted_at, deleted_by, deleted_why FROM lines`,
  movements: `SELECT item_id AS itemId, item_change AS itemChange, line_id AS lineId, line_change AS lineChange, reason,
    actor_id AS actorId, at FROM movements ORDER BY seq`,
}
const FLAGS = ['isConfirmDisabled', 'disabled', 'isNamesake']

function writeArchiveOf2(database: string, archive: string): Promise<number> {
  const db = new Database(database, { readonly: true })
  const text = [JSON.stringify({ format: 'adp-portal backup', version: 2 })]
  const counts: Record<string, number> = {
    answered: 0,
    endedTokens: 0,
    codes: 0,
    codeTries: 0,
    mails: 0,
  }
  for (const [kind, sql] of Object.entries(ROWS_OF_2)) {
    const rows = db
      .query<Row, []>(sql)
      .all()
      .map(({ deleted_at: at, deleted_by: by, deleted_why: why, ...row }) => ({
        ...Object.fromEntries(
          Object.entries(row).map(([name, value]) => [
            name,
            FLAGS.includes(name) ? value === 1 : value,
          ]),
        ),
        ...(kind === 'lines' && { deleted: at === null ? null : { at, by, why } }),
      }))
    counts[kind] = rows.length
    for (let from = 0; from < rows.length; from += 500)
      text.push(JSON.stringify([kind, rows.slice(from, from + 500)]))
  }
  text.push(JSON.stringify({ counts }))
  db.close()
  return Bun.write(archive, Bun.gzipSync(`${text.join('\n')}\n`))
}

test('an archive of it is restored with all of them', async () => {
  const database = join(dataDir, 'other.sqlite')
  const filled = fill(database)
  const archive = join(dataDir, 'backup.jsonl.gz')
  await writeArchiveOf2(database, archive)
  const restored = await runTool('restore', ['--from', archive], { DATA_DIR: dataDir })
  expect(restored).toMatchObject({ code: 0, err: '' })
  await expectAll(filled)
})
