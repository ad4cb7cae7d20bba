import { beforeEach, expect, test } from 'bun:test'
import { asPersonId } from '#src/contract/ids.ts'
import type { Store } from '#src/store/port.ts'
import { NOON, useStore } from './harness.ts'
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

  test('a session shows the current account and whether its token has ended', async () => {
    const account = await portal.club()
    expect(await accounts.readSession(account.id, 'token 1')).toEqual({
      account,
      ended: false,
    })
    await accounts.endToken('token 1', account.id, NOON)
    await accounts.endToken('token 1', account.id, NOON)
    expect(await accounts.readSession(account.id, 'token 1')).toEqual({
      account,
      ended: true,
    })
    expect((await accounts.readSession(account.id, 'token 2'))?.ended).toBe(false)
    expect((await accounts.readSession(account.id, 'token 1'))?.account.ver).toBe(1)
    expect(await accounts.readSession(asPersonId(Bun.randomUUIDv7()), 'token 1')).toBeNull()
  })

  test('accounts and ended tokens survive a restart', async () => {
    const account = await portal.club()
    await accounts.endToken('token', account.id, NOON)
    await portal.reopen()
    expect(await portal.store.accounts.readSession(account.id, 'token')).toEqual({
      account,
      ended: true,
    })
  })
})
