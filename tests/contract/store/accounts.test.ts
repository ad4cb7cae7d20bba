import { beforeEach, expect, test } from 'bun:test'
import { asPersonId } from '#src/contract/ids.ts'
import { TOOL } from '#src/rules/entries.ts'
import type { Store } from '#src/store/port.ts'
import { HOME, MINUTE, NOON, typed, useStore } from './harness.ts'
import { onEachStore } from './stores.ts'

const UUID_V7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

onEachStore('accounts and sessions', (open) => {
  const portal = useStore(open)
  /** Of the store that is open now. */
  let accounts: Store['accounts']
  beforeEach(() => void ({ accounts } = portal.store))

  test('a new store has no accounts until the first one is created', async () => {
    expect(await accounts.hasAny()).toBe(false)
    await portal.club()
    expect(await accounts.hasAny()).toBe(true)
  })

  test('an account is found by id and by address, whatever the case and spaces of the address', async () => {
    const account = await portal.club({
      email: '  Film.Club+art@Campus.example ',
      clubName: 'Film',
    })
    expect(account).toMatchObject({
      email: 'film.club+art@campus.example',
      clubName: 'Film',
      access: 'user',
      disabled: false,
      ver: 1,
    })
    expect(account.id).toMatch(UUID_V7)
    expect(await accounts.find({ id: account.id })).toEqual(account)
    expect(await accounts.find({ email: 'FILM.CLUB+ART@campus.example' })).toEqual(account)
    expect(await accounts.find({ email: 'film.club@campus.example' })).toBeNull()
    expect(await accounts.find({ id: asPersonId(Bun.randomUUIDv7()) })).toBeNull()
  })

  test('an address has at most one account; several accounts may share a club name', async () => {
    await portal.club({ email: 'one@campus.example', clubName: 'Music Club' })
    const again = portal.newAccount({ email: 'ONE@campus.example ' })
    expect(await accounts.create(again)).toBeNull()
    await portal.club({ email: 'two@campus.example', clubName: 'Music Club' })
  })

  test('a change writes only the given fields', async () => {
    const account = await portal.club({ email: 'a@campus.example' })
    const written = await accounts.change(' A@campus.example', { cordName: 'Renamed' }, NOON)
    expect(written?.value).toEqual({ ...account, cordName: 'Renamed' })
    expect(await accounts.find({ id: account.id })).toEqual({
      ...account,
      cordName: 'Renamed',
    })
    expect(await accounts.change('nobody@campus.example', { mobile: '1' }, NOON)).toBeNull()
    // Of a session that has ended.
    const { email, id, ver } = account
    expect(await accounts.change(email, { mobile: '1' }, NOON, id, ver + 1)).toBeNull()
    expect(await accounts.find({ id })).toMatchObject({ mobile: account.mobile })
    expect((await accounts.change(email, { mobile: '1' }, NOON, id, ver))?.value.mobile).toBe('1')
  })

  test('a new password, another role and disabling end older tokens; names and repeats do not', async () => {
    const { email } = await portal.club({ passwordHash: 'first' })
    const change = async (given: Parameters<typeof accounts.change>[1]) =>
      (await accounts.change(email, given, NOON))?.value.ver
    expect(await change({ passwordHash: 'first', access: 'user', disabled: false })).toBe(1)
    expect(await change({ clubName: 'x', cordName: 'y', mobile: '5550100' })).toBe(1)
    expect(await change({ passwordHash: 'second' })).toBe(2)
    expect(await change({ access: 'bosslevel' })).toBe(3)
    expect(await change({ disabled: true })).toBe(4)
    expect(await change({ disabled: true })).toBe(4)
    expect(await change({ disabled: false })).toBe(5)
  })

  test('a hash is renewed only while it is the stored one, and sessions go on', async () => {
    const { id } = await portal.club({ passwordHash: 'weak' })
    await accounts.renewPasswordHash(id, 'another', 'strong')
    expect((await accounts.find({ id }))?.passwordHash).toBe('weak')
    await accounts.renewPasswordHash(id, 'weak', 'strong')
    expect(await accounts.find({ id })).toMatchObject({
      passwordHash: 'strong',
      ver: 1,
    })
    expect(await portal.store.mail.nextAt()).toBeNull()
  })

  test('a session shows the current account and whether its token has ended, after a restart too', async () => {
    const account = await portal.club()
    const read = (jti: string, id = account.id) => portal.store.accounts.readSession(id, jti)
    expect(await read('token 1')).toEqual({ account, ended: false })
    await accounts.endToken('token 1', account.id, NOON)
    await accounts.endToken('token 1', account.id, NOON)
    await portal.reopen()
    expect(await read('token 1')).toEqual({ account, ended: true })
    expect(await read('token 2')).toEqual({ account, ended: false })
    expect(await read('token 1', asPersonId(Bun.randomUUIDv7()))).toBeNull()
  })

  test('leave entries: by the tool, by the account itself, or by nobody; never a hash', async () => {
    const club = await portal.club({ clubName: 'Drama Club' })
    const admin = await portal.admin()
    expect(await portal.entries()).toMatchObject([
      { clubId: null, personId: admin.id, by: TOOL, author: null },
      { clubId: club.id, personId: club.id, by: TOOL, clubName: 'Drama Club', changes: {} },
    ])
    const email = 'new@campus.example'
    const request = { email, client: HOME, now: NOON, codeHash: 'right' }
    await portal.store.codes.request({ ...request, purpose: 'register' })
    const form = portal.newAccount({ email, clubName: 'New Club' })
    const { id } = await portal.store.codes.register(form, typed('right'))
    const own = { by: id, asClub: id, personId: id, clubName: 'New Club' }
    expect(await portal.entries({}, 1)).toMatchObject([{ kind: 'account_made', ...own }])
    const change = { mobile: '5550100', disabled: true, passwordHash: 'another hash' }
    await accounts.change(email, change, NOON + MINUTE)
    const changes = { mobile: ['', ''], disabled: [false, true], password: ['', ''] }
    expect(await portal.entries({}, 1)).toMatchObject([
      { kind: 'account_changed', by: TOOL, at: NOON + MINUTE, personId: id, changes },
    ])
    await portal.store.codes.request({ ...request, email: club.email, purpose: 'reset' })
    await portal.store.codes.resetPassword(club.email, 'third hash', typed('right'))
    expect(await portal.entries({}, 1)).toMatchObject([
      { kind: 'account_changed', by: null, author: null, changes: { password: ['', ''] } },
    ])
    expect(JSON.stringify(await portal.entries())).not.toContain('hash')
  })
})
