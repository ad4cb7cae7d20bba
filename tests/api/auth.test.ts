import { describe, expect, it } from 'bun:test'
import { limits } from '#src/contract/limits.ts'
import { expectProblem } from '#tests/support/expect-problem.ts'
import { openOffice } from '#tests/support/office.ts'
import { SECRET } from '#tests/support/portal.ts'

let movedMs = 0
const { portal, club } = await openOffice({ now: () => Date.now() + movedMs })

const ask = (token: string) => portal.request('GET', '/inventorys/inventory/user', { token })
const askWith = (authorization: string) =>
  portal.request('GET', '/inventorys/inventory/user', { headers: { authorization } })

describe('a token', () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const seconds = () => Math.floor(Date.now() / 1000)

  /** Builds a token by hand; every claim is valid unless `claims` replaces it. */
  function forge(claims: object = {}, { alg = 'HS256', secret = SECRET } = {}): string {
    const body = {
      sub: club.id,
      ver: 1,
      jti: 'j',
      iss: 'adp-portal',
      aud: 'adp-portal',
      iat: seconds(),
      exp: seconds() + 3600,
      ...claims,
    }
    const signed = `${part({ alg })}.${part(body)}`
    const hash = new Bun.CryptoHasher(alg === 'HS512' ? 'sha512' : 'sha256', secret)
    return `${signed}.${hash.update(signed).digest('base64url')}`
  }

  it('is accepted on guarded routes', async () => {
    expect((await ask(club.token)).status).toBe(200)
    expect((await ask(forge())).status).toBe(200)
    expect((await askWith(`bearer   ${club.token}`)).status).toBe(200)
  })

  it('is required in the Bearer scheme; other headers are refused', async () => {
    for (const header of [
      '',
      'Bearer',
      'Bearer ',
      club.token,
      `Basic ${club.token}`,
      `Bearer ${club.token} x`,
      `Bearer ${club.token}, Bearer ${club.token}`,
    ]) {
      const answer = await askWith(header)
      expectProblem(answer, 'unauthorized')
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    }
  })

  it('is refused when it is forged, changed or issued for another purpose', async () => {
    const [head = '', body = '', signature = ''] = club.token.split('.')
    const bad = [
      `${part({ alg: 'none' })}.${body}.`,
      `${part({ alg: 'none' })}.${body}.${signature}`,
      `${head}.${body}.${signature.slice(0, -2)}`,
      `${head}.${part({ sub: club.id })}.${signature}`,
      forge({}, { secret: 'another secret of thirty-two bytes' }),
      forge({}, { alg: 'HS512' }),
      forge({ iss: 'somebody' }),
      forge({ aud: 'somebody' }),
      forge({ exp: seconds() - 1 }),
      forge({ exp: undefined }),
      forge({ iat: undefined }),
      forge({ jti: undefined }),
      forge({ ver: '1' }),
      forge({ ver: 2 }),
      forge({ sub: Bun.randomUUIDv7() }),
      forge({ sub: { id: club.id } }),
    ]
    for (const token of bad) expectProblem(await ask(token), 'unauthorized')
  })

  it('is refused when it would live longer than an hour, as after a clock that was ahead', async () => {
    const inTwoDays = seconds() + 2 * 86_400
    for (const claims of [
      { iat: inTwoDays, exp: inTwoDays + 3_600 },
      { iat: seconds(), exp: inTwoDays },
    ])
      expectProblem(await ask(forge(claims)), 'unauthorized')
    movedMs = 2 * 86_400_000
    const token = await portal.signIn(club)
    expect((await ask(token)).status).toBe(200)
    movedMs = 0
    expectProblem(await ask(token), 'unauthorized')
    movedMs = -5_000
    expect((await ask(club.token)).status).toBe(200)
    movedMs = 0
  })

  it('expires after an hour', async () => {
    const { token } = await portal.createClub()
    movedMs = limits.sessionSeconds * 1000 - 2_000
    expect((await ask(token)).status).toBe(200)
    movedMs = limits.sessionSeconds * 1000 + 1_000
    expectProblem(await ask(token), 'unauthorized')
    movedMs = 0
  })
})

describe('an account', () => {
  it('loses only the current token by signing out', async () => {
    const { id, token } = await portal.createClub()
    const other = await portal.signIn({ id })
    expect((await portal.request('POST', '/users/logout', { token })).status).toBe(204)
    expectProblem(await ask(token), 'unauthorized')
    expectProblem(await portal.request('POST', '/users/logout', { token }), 'unauthorized')
    expect((await ask(other)).status).toBe(200)
  })

  it('has the role stored in the database, not one claimed by its token', async () => {
    const { token } = await portal.createAccount({ access: 'owner' })
    expectProblem(await ask(token), 'forbidden')
    expectProblem(await portal.request('POST', '/users/logout', { token }), 'forbidden')
    expectProblem(await portal.request('GET', '/inventorys/inventory', { token }), 'forbidden')
  })
})
