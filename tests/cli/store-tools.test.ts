import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { asClubId, asPersonId } from '#src/contract/ids.ts'
import { createLogger } from '#src/monitoring/log.ts'
import { hashPassword, verifyPassword } from '#src/identity/passwords.ts'
import type { Store } from '#src/store/port.ts'
import { openSqliteStore } from '#src/store/sqlite.ts'
import { DEMO_CLUBS, WAITING_CLUB } from '#src/setup/demo-clubs.ts'
import { seedDemo } from '#src/setup/demo.ts'
import { shortOf } from '#src/rules/short.ts'
import { useFolder } from '#tests/support/folder.ts'
import { runTool } from '#tests/support/program.ts'

const PASSWORD = 'violet-lantern-42'

const folder = useFolder()
const path = () => folder('portal.sqlite')

const run = (
  tool: 'admin' | 'check',
  words: string[] = [],
  env: Record<string, string> = {},
  input = '',
) => runTool([tool, ...words], { DATA_DIR: folder(), ...env }, { input })

const admin = (...words: string[]) => run('admin', words)

/** Reads the store like a server that was running all the time. */
async function withServer<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const store = openSqliteStore({ path: path(), log: createLogger('silent') })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

const find = (email: string) => withServer((store) => store.accounts.find({ email }))

describe('admin', () => {
  test('creates an administrator with a password that is shown once', async () => {
    const { code, out } = await admin('--email', 'Boss@campus.example')
    expect(code).toBe(0)
    const password = /Password, shown once: (\S+)\n/.exec(out)?.[1] ?? ''
    const account = await find('boss@campus.example')
    expect(account).toMatchObject({ access: 'bosslevel', disabled: false })
    expect(await verifyPassword(password, account?.passwordHash ?? '')).toBe(true)
  })

  test('takes a password from standard input, which no process list shows', async () => {
    const words = ['--email', 'boss@campus.example', '--password-stdin']
    const { code, out } = await run('admin', words, {}, `${PASSWORD}\n`)
    expect(code).toBe(0)
    expect(out).not.toContain(PASSWORD)
    const account = await find('boss@campus.example')
    expect(await verifyPassword(PASSWORD, account?.passwordHash ?? '')).toBe(true)
  })

  test.each([
    [['--password-stdin'], '', 'The password is empty.'],
    [['--password-stdin', '--password', PASSWORD], PASSWORD, 'not both'],
    [['--password-stdin'], 'password1234\n', 'one of the most common'],
  ])('refuses %j with %j on standard input', async (words, input, problem) => {
    const { code, err } = await run(
      'admin',
      ['--email', 'boss@campus.example', ...words],
      {},
      input,
    )
    expect(code).toBe(1)
    expect(err).toContain(problem)
    expect(await find('boss@campus.example')).toBeNull()
  })

  test('creates a club with a given password, which is not shown', async () => {
    const who = ['--email', 'film@campus.example', '--mobile', '+91 98765 43210']
    const names = ['--club=Film  Cafe\u0301', '--name', ' A Coordinator ']
    const words = [...who, ...names, '--role', 'user', '--password', PASSWORD]
    const { code, out } = await admin(...words)
    expect(code).toBe(0)
    expect(out).not.toContain(PASSWORD)
    const account = await find('film@campus.example')
    expect(account).toMatchObject({
      access: 'user',
      clubName: 'Film Café',
      cordName: 'A Coordinator',
      mobile: '+91 98765 43210',
    })
    expect(await verifyPassword(PASSWORD, account?.passwordHash ?? '')).toBe(true)
  })

  test('joins a club by its name, and moves no coordinator', async () => {
    const user = (name: string, ...words: string[]) =>
      admin('--email', `${name}@campus.example`, '--role', 'user', ...words)
    await user('asha', '--club', 'Film Club')
    expect((await user('ravi', '--club', 'film  club', '--join')).code).toBe(0)
    const asha = await find('asha@campus.example')
    expect(await find('ravi@campus.example')).toMatchObject({
      clubId: asha?.id,
      clubName: 'Film Club',
    })
    const refusals = [
      await user('ravi', '--club', 'Tea Club'),
      await user('new', '--club', 'Tea Club', '--join'),
      await user('new', '--join'),
    ]
    await user('meera', '--club', 'FILM CLUB')
    refusals.push(await user('new', '--club', 'Film Club', '--join'))
    expect(refusals.map(({ err }) => err.trim())).toEqual([
      'ravi@campus.example belongs to Film Club. Administrators move people.',
      'No club has the name Tea Club.',
      '--join needs --club, the club to join.',
      'Several clubs have the name Film Club. Rename one first.',
    ])
    await admin('--email', 'ravi@campus.example', '--role', 'bosslevel', '--club', 'Tea Club')
    expect(await find('ravi@campus.example')).toMatchObject({ clubId: null })
    expect((await user('ravi')).err).toContain('--club is needed')
  })

  test('promotes, demotes, disables and enables beside a running server, which sees it', async () => {
    await withServer(async (store) => {
      const email = 'club@campus.example'
      const account = await store.accounts.create({
        email,
        clubName: 'Club',
        cordName: 'Coordinator',
        mobile: '5550100',
        access: 'user',
        passwordHash: 'a hash',
      })
      const pulse = async () =>
        (await store.live.pulse({ personIds: account ? [account.id] : [], jtis: [] })).accounts[0]
      await admin('--email', email, '--role', 'bosslevel')
      expect(await pulse()).toMatchObject({ access: 'bosslevel', ver: 2 })
      await admin('--email', email, '--role', 'user', '--club', 'Club', '--join', '--disable')
      expect(await pulse()).toMatchObject({ access: 'user', disabled: true, ver: 3 })
      await admin('--email', email, '--enable', '--password', PASSWORD)
      expect(await pulse()).toMatchObject({ disabled: false, ver: 4 })
      const { out } = await admin('--email', email)
      expect(out).toStartWith('Nothing to change: club@campus.example (user, Club, Coordinator)')
      expect(await pulse()).toMatchObject({ ver: 4 })
    })
  })

  test('lists every problem, without a stack trace, and creates nothing', async () => {
    const words = ['--email', 'nobody', '--role', 'chief', '--club', ' ', '--mobile', 'x']
    const { code, err } = await admin(...words, '--enable', '--disable')
    expect(code).toBe(1)
    expect(err.trim().split('\n')).toEqual([
      '--email must be an e-mail address.',
      '--role must be user or bosslevel.',
      '--club has 1 to 120 characters.',
      '--mobile needs 7 to 15 digits, with an optional + before them.',
      'Give --disable or --enable, not both.',
    ])
    expect(await readdir(folder())).toEqual([])
  })

  const refused: [words: string[], said: string][] = [
    [[], '--email is needed.'],
    [['--email'], '--email needs a value.'],
    [['--email', 'a@campus.example', '--sudo'], '--sudo is an unknown option.'],
    [['--email', 'a@campus.example', '--disable'], 'No account has the address a@campus.example.'],
    [['--email', 'a@campus.example', '--role', 'user'], '--club is needed'],
    [['--email', 'a@campus.example', '--password', 'short'], 'needs 12 characters or more'],
    [['--email', 'a@campus.example', '--password', 'a@campus.example'], 'must not be your address'],
    [['--email', 'a@campus.example', '--password', 'password123456'], 'most common'],
  ]
  test.each(refused)('refuses %j', async (words, said) => {
    const { code, err } = await admin(...words)
    expect(code).toBe(said.includes('unknown') ? 2 : 1)
    expect(err).toContain(said)
    expect(err).not.toContain('    at ')
  })

  test('says what is wrong with a setting or a directory', async () => {
    const { code, err } = await run('admin', ['--email', 'a@b.example'], {
      PORT: 'x',
      DATA_DIR: path(),
    })
    expect(code).toBe(78)
    expect(err).toBe('PORT must be a whole number from 0 to 65535.\n')
    await Bun.write(folder('file'), '')
    const unusable = await run('admin', ['--email', 'a@b.example'], {
      DATA_DIR: folder('file'),
    })
    expect(unusable.code).toBe(1)
    expect(unusable.err).toStartWith('DATA_DIR cannot be used: ')
  })
})

describe('check', () => {
  test('lists the checked rules, beside a running server', async () => {
    await withServer(async (store) => {
      await seedDemo(store, hashPassword)
      const { code, out, err } = await run('check')
      expect({ code, err }).toEqual({ code: 0, err: '' })
      const lines = out.trim().split('\n')
      expect(lines.at(-1)).toBe('The store is sound.')
      expect(lines.length).toBeGreaterThan(10)
    })
  })

  test('names the row that breaks a rule', async () => {
    const id = await withServer(async (store) => {
      const item = { itemName: 'Tape', itemQuantity: 5, itemStatus: 'enabled' } as const
      return (await store.stock.add(item, asPersonId('an administrator'), Date.now())).value._id
    })
    const db = new Database(path())
    db.exec('UPDATE items SET itemQuantity = 6')
    db.close()
    const { code, err } = await run('check')
    expect(code).toBe(1)
    expect(err).toContain(`id ${id}`)
    expect(err).toContain('quantity 6, expected 5')
  })

  test('creates no store', async () => {
    const { code, err } = await run('check')
    expect({ code, err }).toEqual({ code: 1, err: `There is no store in DATA_DIR ${folder()}.\n` })
    expect(await readdir(folder())).toEqual([])
  })
})

describe('the demo', () => {
  test('has 60 items, several of them short, twelve clubs, one that waits while new ones order at once, and a line in every status', async () => {
    await withServer(async (store) => {
      const { email, password } = await seedDemo(store, hashPassword)
      expect((await store.stock.list()).rows).toHaveLength(60)
      const account = await store.accounts.find({ email })
      expect(account).toMatchObject({ clubName: 'Demo Club', access: 'user' })
      expect(await verifyPassword(password, account?.passwordHash ?? '')).toBe(true)
      const order = (await store.orders.read(account?.clubId ?? asClubId('')))?.rows ?? []
      expect(new Set(order.map(({ status }) => status))).toEqual(
        new Set(['', 'Pending', 'Delivered', 'Ready', 'Rejected', 'Ordered from online retailer']),
      )
      expect(order.some(({ link }) => link.startsWith('https://shop.example/'))).toBe(true)
      const { clubs: peopled, mode } = (await store.people.list(Date.now())).rows
      const waiting = peopled.filter(({ state }) => state === 'waiting')
      expect(waiting).toMatchObject([{ people: [{ email: WAITING_CLUB.email }] }])
      expect(mode).toBe('open')
      const { rows: clubs } = await store.orders.listCarts()
      expect(clubs).toHaveLength(12)
      const orders = await Promise.all(
        clubs.map(({ user_id }) => store.orders.read(asClubId(user_id))),
      )
      const lines = orders.flatMap((order) => order?.rows ?? [])
      expect(lines).toHaveLength(DEMO_CLUBS.flatMap((club) => club.lines).length)
      const given = DEMO_CLUBS.flatMap((club) => club.lines).map(
        ({ decision }) => decision?.allotted_quantity ?? 0,
      )
      expect(lines.reduce((sum, { allotted_quantity: allotted }) => sum + allotted, 0)).toBe(
        given.reduce((sum, units) => sum + units, 0),
      )
      const stock = (await store.stock.list()).rows
      const asked = (id: string) => lines.filter(({ item_id: itemId }) => itemId === id)
      const short = stock.filter(({ _id, itemQuantity }) => shortOf(asked(_id), itemQuantity) > 0)
      expect(short.length).toBeGreaterThan(5)
      expect((await store.upkeep.verify()).broken).toEqual([])
    })
  })
})
