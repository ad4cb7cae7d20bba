import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { limits } from '#src/contract/limits.ts'
import type { HistoryPage } from '#src/contract/history.ts'
import { hashPassword } from '#src/identity/passwords.ts'
import { type Accounts, EMAIL, PASSWORD, startAccounts } from '#tests/support/accounts.ts'
import { expectProblem } from '#tests/support/expect-problem.ts'
import type { ClubMember, Member } from '#tests/support/portal.ts'

const NEW_PASSWORD = 'quiet-harbour-77'

type Row = { _id: string }
type Person = Row & { cordName: string; email: string; disabled: boolean; seen: string }
type Invitation = Row & { email: string; by: object; club?: { name: string }; access?: string }
type People = {
  clubs: (Row & { name: string; state: string; lines: number; people: Person[] })[]
  administrators: Person[]
  invitations: Invitation[]
  mode: string
}
type Me = Person & {
  mobile: string
  club?: Row & {
    name: string
    state: string
    cart_id: string
    people: object[]
    invitations: object[]
  }
}

let site: Accounts
let admin: Member
let asha: ClubMember
let ravi: ClubMember
beforeAll(async () => {
  site = await startAccounts({ rateLimits: false })
  admin = await site.portal.createAdmin({ cordName: 'Lead' })
  asha = await site.portal.createClub({
    email: EMAIL,
    passwordHash: await hashPassword(PASSWORD),
    clubName: 'Drama Club',
    cordName: 'Asha',
  })
  ravi = await site.portal.createClub({ clubId: asha.clubId, cordName: 'Ravi' })
})
afterAll(async () => {
  const { broken } = await site.store.upkeep.verify()
  await site.close()
  expect(broken).toEqual([])
})

/** A call of somebody with a present token. */
async function as<Body = Record<string, unknown>>(
  who: Member,
  method: string,
  path: string,
  body?: unknown,
  key?: string,
) {
  const token = await site.portal.signIn(who)
  return site.portal.request<Body>(method, path, { token, body, key })
}
const readPeople = async () => (await as<People>(admin, 'GET', '/users/people')).body
const order = (who: Member, itemName: string, key?: string, userId = who.id) =>
  as(who, 'POST', '/cart/add-items', { userId, items: [{ itemName, ordered_quantity: 1 }] }, key)
const register = async (email: string, clubName = 'Own Club') =>
  site.call('POST', '/users/register', {
    email,
    clubName,
    cordName: 'Meera',
    mobile: '5550100',
    password: PASSWORD,
    verificationCode: await site.codeFor(email),
  })

describe('the people of a club', () => {
  it('share one order, whichever of their ids a call names', async () => {
    await order(ravi, 'Felt')
    await order(ravi, 'Neon', undefined, asha.id)
    await order(asha, 'Felt')
    const lists = await Promise.all([
      as<Row[]>(asha, 'GET', `/cart/cart-items-final/${asha.id}`),
      as<Row[]>(ravi, 'GET', `/cart/cart-items-final/${ravi.id}`),
      as<Row[]>(ravi, 'GET', `/cart/cart-items-final/${asha.id}`),
      as<Row[]>(asha, 'GET', `/cart/cart-items-final/${ravi.id}`),
      as<Row[]>(admin, 'GET', `/cart/cart-items-user/${ravi.id}`),
    ])
    for (const { body } of lists) expect(body).toEqual(lists[0]?.body ?? [])
    expect(lists[0]?.body).toMatchObject([
      { itemName: 'Felt', ordered_quantity: 2 },
      { itemName: 'Neon', ordered_quantity: 1 },
    ])
    const { body } = await as<HistoryPage>(asha, 'GET', `/cart/history/${asha.id}`)
    expect(body.entries.map(({ by }) => by?.name)).toEqual(['Asha', 'Ravi', 'Ravi'])
    const [cart] = (await as<Record<string, unknown>[]>(admin, 'GET', '/cart/get-club-list')).body
    expect(cart).toMatchObject({
      user_id: asha.id,
      clubName: 'Drama Club',
      cordName: 'Asha',
      people: [{ cordName: 'Asha', email: EMAIL }, { cordName: 'Ravi' }],
    })
  })

  it('each have a key of their own, and a kept answer stays in the club', async () => {
    const first = await order(ravi, 'Rope', 'a key')
    expect((await order(asha, 'Rope', 'a key')).body).not.toEqual(first.body)
    expect((await order(ravi, 'Rope', 'a key', asha.id)).body).toEqual(first.body)
    const other = await site.portal.createClub()
    await as(admin, 'PATCH', `/users/people/${ravi.id}`, { club: other.id })
    const again = expectProblem(await order(ravi, 'Rope', 'a key'), 'key_reused')
    expect(JSON.stringify(again)).not.toContain('Rope')
    expectProblem(await order(ravi, 'Rope', undefined, asha.id), 'forbidden')
    expect((await as<Row[]>(ravi, 'GET', `/cart/cart-items-final/${ravi.id}`)).body).toEqual([])
    await as(admin, 'PATCH', `/users/people/${ravi.id}`, { club: asha.id })
  })
})

describe('invitations', () => {
  it('lead into the club by the ordinary code; the club and administrators read them', async () => {
    const email = 'new@campus.example'
    const made = await as<Invitation>(ravi, 'POST', '/users/invitations', { email })
    expect(made.status).toBe(201)
    expect(made.body).toEqual({
      _id: expect.any(String),
      email,
      at: expect.any(String),
      by: { id: ravi.id, name: 'Ravi', access: 'user' },
      club: { _id: asha.id, name: 'Drama Club' },
    } as unknown as Invitation)
    expect((await readPeople()).invitations).toEqual([made.body])
    expect((await as<Me>(asha, 'GET', '/users/me')).body.club?.invitations).toEqual([made.body])
    expect((await site.smtp.waitForMail(email)).text).toContain('Drama Club')
    expect((await register(email)).status).toBe(201)
    expect((await site.signIn(email)).body?.user).toMatchObject({
      clubId: asha.id,
      clubName: 'Drama Club',
      cordName: 'Meera',
    })
    expect((await readPeople()).invitations).toEqual([])
  })

  it('name their club only where the one who invites may', async () => {
    const email = 'another@campus.example'
    const invite = (who: Member, rest: object) =>
      as<Invitation>(who, 'POST', '/users/invitations', { email, ...rest })
    expectProblem(await invite(asha, { club: asha.id }), 'forbidden')
    expectProblem(await invite(asha, { access: 'bosslevel' }), 'forbidden')
    expectProblem(await invite(admin, {}), 'invalid')
    expectProblem(await invite(admin, { club: asha.id, access: 'bosslevel' }), 'invalid')
    expectProblem(await invite(admin, { club: Bun.randomUUIDv7() }), 'not_found')
    const { body } = await invite(admin, { club: asha.id })
    const [own] = (await as<Me>(asha, 'GET', '/users/me')).body.club?.invitations ?? []
    // A club reads no administrator's name.
    expect(own).toMatchObject({ by: { access: 'bosslevel' } })
    expect(JSON.stringify(own)).not.toContain('Lead')
    const stranger = await site.portal.createClub()
    const remove = (who: Member) => as(who, 'DELETE', `/users/invitations/${body._id}`)
    expectProblem(await remove(stranger), 'not_found')
    expect((await remove(asha)).status).toBe(204)
    expectProblem(await remove(asha), 'not_found')
    const boss = await invite(admin, { access: 'bosslevel' })
    expect(boss.body).toMatchObject({ access: 'bosslevel', batch: expect.any(String) })
    await as(admin, 'DELETE', `/users/invitations/${boss.body._id}`)
  })

  it('tell an address with an account from one without neither by the answer nor by what is listed', async () => {
    const stranger = await site.portal.createClub()
    const told = []
    for (const email of [stranger.email, 'nobody@campus.example']) {
      const { status, headers, body } = await as<Invitation>(asha, 'POST', '/users/invitations', {
        email,
      })
      const { email: _, _id, at: __, ...rest } = body as Invitation & { at: string }
      told.push(JSON.stringify([status, [...headers.keys()].toSorted(), rest]))
    }
    expect(new Set(told).size).toBe(1)
    const { invitations } = (await as<Me>(asha, 'GET', '/users/me')).body.club ?? {
      invitations: [],
    }
    expect(invitations).toHaveLength(2)
  })
})

describe('administrators', () => {
  it('read a list that is unchanged until something in it changes', async () => {
    const token = await site.portal.signIn(admin)
    const { headers } = await site.portal.request('GET', '/users/people', { token })
    const known = { 'if-none-match': headers.get('etag') ?? '' }
    const read = () => site.portal.request('GET', '/users/people', { token, headers: known })
    expect((await read()).status).toBe(304)
    await order(asha, 'Chalk')
    expect((await read()).status).toBe(200)
    await site.signIn(EMAIL)
    const club = (await readPeople()).clubs.find(({ _id }) => _id === asha.id)
    expect(club?.people[0]).toMatchObject({
      cordName: 'Asha',
      seen: new Date(site.now()).toISOString().slice(0, 10),
    })
  })
})

describe('one’s own account', () => {
  it('shows itself and the people of the club, never their phones', async () => {
    const { body } = await as<Me>(ravi, 'GET', '/users/me')
    expect(body).toMatchObject({
      _id: ravi.id,
      cordName: 'Ravi',
      access: 'user',
      orderMails: true,
      club: { _id: asha.id, name: 'Drama Club', state: 'active', cart_id: expect.any(String) },
    })
    expect(body.club?.people[0]).toEqual({ _id: asha.id, cordName: 'Asha', email: EMAIL })
    expect((await as<Me>(admin, 'GET', '/users/me')).body.club).toBeUndefined()
  })

  it('changes its name and phone; no phone number stands in the history', async () => {
    const change = { cordName: '  Ravi  K. ', mobile: '+91 98765 00000' }
    const { body } = await as<Me>(ravi, 'PATCH', '/users/me', change)
    expect(body).toMatchObject({ cordName: 'Ravi K.', mobile: '+91 98765 00000' })
    const { body: page } = await as<HistoryPage>(
      admin,
      'GET',
      `/cart/history?by=${ravi.id}&kind=account_changed`,
    )
    expect(page.entries[0]).toMatchObject({
      person: { id: ravi.id, name: 'Ravi K.' },
      by: { id: ravi.id, club: asha.id },
      changes: [
        { field: 'cordName', before: 'Ravi', after: 'Ravi K.' },
        { field: 'mobile', before: '', after: '' },
      ],
    })
    expect(JSON.stringify(page)).not.toContain('98765')
    expectProblem(await as(ravi, 'PATCH', '/users/me', {}), 'invalid')
    for (const path of [`people/${ravi.id}`, `clubs/${asha.id}`])
      expectProblem(await as(admin, 'PATCH', `/users/${path}`, {}), 'invalid')
  })

  it('gets a new password from whoever knows the present one, and ends older tokens', async () => {
    const token = await site.portal.signIn(asha)
    const set = (password: string, newPassword: string, by = token) =>
      site.portal.request<{ token: string }>('PUT', '/users/me/password', {
        token: by,
        body: { password, newPassword },
      })
    const wrong = expectProblem(await set('wrong-password-1', NEW_PASSWORD), 'invalid')
    expect(wrong.errors).toEqual([{ path: 'password', msg: 'This is not your password.' }])
    expect(expectProblem(await set(PASSWORD, 'short'), 'invalid').errors?.[0]?.path).toBe(
      'newPassword',
    )
    const done = await set(PASSWORD, NEW_PASSWORD)
    expect(done.status).toBe(200)
    expectProblem(await set(NEW_PASSWORD, PASSWORD), 'unauthorized')
    expect((await site.portal.request('GET', '/users/me', { token: done.body.token })).status).toBe(
      200,
    )
    expect((await site.signIn(EMAIL, NEW_PASSWORD)).status).toBe(200)
  })

  it('counts wrong present passwords as failed sign-ins, and changes of the name', async () => {
    const limited = await startAccounts()
    try {
      const own = await limited.addAccount()
      const { token } = own
      const rename = (n: number) =>
        limited.call('PATCH', '/users/me', { cordName: `Asha ${n}` }, { token })
      for (let n = 0; n < limits.ownChangesPerHour; n++) expect((await rename(n)).status).toBe(200)
      expect((await rename(99)).status).toBe(429)
      const set = () =>
        limited.call(
          'PUT',
          '/users/me/password',
          { password: 'wrong-password-1', newPassword: NEW_PASSWORD },
          { token: own.token },
        )
      for (let n = 0; n < 5; n++) expect((await set()).status).toBe(422)
      expect((await set()).status).toBe(429)
      expect((await limited.signIn()).status).toBe(429)
    } finally {
      await limited.close()
    }
  })
})
