import { describe, expect, it } from 'bun:test'
import { limits } from '#src/contract/limits.ts'
import { createLogger } from '#src/monitoring/log.ts'
import { expectProblem } from '#tests/support/expect-problem.ts'
import { openOffice } from '#tests/support/office.ts'
import { startPortal } from '#tests/support/portal.ts'
import { until } from '#tests/support/until.ts'

const { portal, admin, club } = await openOffice()

/** The only line that the log has of a request, or of this one; a line may come after the answer. */
async function logged(of = portal, requestId?: string | null) {
  const lines = () =>
    of.lines.filter(
      ({ event, req_id }) => event === 'request' && [req_id, undefined].includes(requestId),
    )
  await until('the line', () => lines().length > 0)
  expect(lines()).toHaveLength(1)
  return lines()[0]
}
const loggedOf = ({ headers }: { headers: Headers }) => logged(portal, headers.get('x-request-id'))

describe('addresses and methods', () => {
  it('answers JSON 404 below the paths of the API, whatever the method', async () => {
    for (const path of ['/users', '/users/nope', '/inventorys/a/b/c', '/cart/', '/cart/x/y'])
      for (const method of ['GET', 'POST', 'PUT', 'DELETE'])
        expectProblem(await portal.request(method, path), 'not_found')
  })

  it('answers 405 and lists the allowed methods', async () => {
    const cases: [string, string, string][] = [
      ['DELETE', '/inventorys/inventory', 'GET, HEAD, POST'],
      ['POST', '/inventorys/inventory/user', 'GET, HEAD'],
      ['GET', '/users/login', 'POST'],
      ['PATCH', '/cart/confirm-disabled', 'GET, HEAD, PUT'],
      ['GET', '/cart/remove-cart/x', 'DELETE'],
      ['OPTIONS', '/cart/add-items', 'POST'],
      ['GET', '/inventorys/inventory/x', 'PATCH'],
      ['POST', '/health/live', 'GET, HEAD'],
      ['GET', '/vitals', 'POST'],
      ['PATCH', '/inventorys/inventory/user', 'GET, HEAD'],
    ]
    for (const [method, path, allow] of cases) {
      const answer = await portal.request(method, path)
      expectProblem(answer, 'method_not_allowed')
      expect(answer.headers.get('allow')).toBe(allow)
    }
  })

  it('answers HEAD like GET, without the body', async () => {
    const asked = { token: club.token }
    const whole = await portal.request('GET', '/inventorys/inventory/user', asked)
    const head = await portal.request<null>('HEAD', '/inventorys/inventory/user', asked)
    expect(head.status).toBe(200)
    expect(head.body).toBeNull()
    expect(head.headers.get('etag')).toBe(whole.headers.get('etag'))
    expect((await portal.request('HEAD', '/inventorys/inventory/user')).status).toBe(401)
  })

  it('answers 404 to malformed paths', async () => {
    for (const path of ['/cart/%E0%A4%A', '/cart/%00', '/users/..%2f..%2fetc', '/inventorys//x'])
      expectProblem(await portal.request('GET', path, { token: admin.token }), 'not_found')
    const { token } = admin
    const answer = await portal.request('DELETE', '/cart/remove-item/%FF/%C3%28', { token })
    expectProblem(answer, 'not_found')
  })
})

/** A body whose length is not known beforehand; each piece leaves on its own. */
const inPieces = (...pieces: string[]) =>
  new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = pieces.shift()
      if (piece === undefined) return controller.close()
      controller.enqueue(new TextEncoder().encode(piece))
      return new Promise((resolve) => setImmediate(resolve))
    },
  })

describe('bodies', () => {
  const post = (body: string, headers: Record<string, string> = {}, token = admin.token) =>
    portal.request('POST', '/inventorys/inventory', { token, body, headers })

  it('refuses a body that is not JSON, or missing', async () => {
    for (const body of ['{', 'nope', '{"itemName":"x",}', '[1', '"\u0001"'])
      expectProblem(await post(body), 'bad_json')
    const asked = { token: admin.token, headers: { 'content-type': 'application/json' } }
    expectProblem(await portal.request('POST', '/inventorys/inventory', asked), 'bad_json')
    expectProblem(await portal.request('POST', '/users/login'), 'bad_json')
  })

  it('refuses other types than JSON, and takes its character set', async () => {
    for (const type of ['text/plain', 'application/jsonx', 'application/octet-stream'])
      expectProblem(
        await post('{"itemName":"x"}', { 'content-type': type }),
        'unsupported_media_type',
      )
    const type = 'Application/JSON; charset=utf-8'
    const answer = await post('{"itemName":"Charset","itemQuantity":1}', { 'content-type': type })
    expect(answer.status).toBe(201)
  })

  const postInPieces = (...pieces: string[]) =>
    fetch(`${portal.url}/inventorys/inventory`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: inPieces(...pieces),
    })

  it('accepts 1 MB and refuses more, with or without a Content-Length', async () => {
    const full = JSON.stringify('x'.repeat(limits.bodyBytes - 2))
    expectProblem(await post(full), 'invalid')
    const large = `${full} `
    expectProblem(await post(large), 'too_large')
    expectProblem(await post('x'.repeat(10 * limits.bodyBytes)), 'too_large')
    expect((await postInPieces(large.slice(0, 600_000), large.slice(600_000))).status).toBe(413)
    const response = await postInPieces('{"itemName":"In pi', 'eces é","itemQuantity":1}')
    expect(await response.json()).toMatchObject({ itemName: 'In pieces é' })
  })

  it('checks token and role before the body', async () => {
    const bad = [
      { body: '{nope' },
      { body: 'x'.repeat(2 * limits.bodyBytes) },
      { body: 'x', headers: { 'content-type': 'text/plain' } },
      { body: { itemName: 1 } },
      {},
    ]
    for (const asked of bad) {
      expectProblem(await portal.request('POST', '/inventorys/inventory', asked), 'unauthorized')
      const asClub = { ...asked, token: club.token }
      expectProblem(await portal.request('POST', '/inventorys/inventory', asClub), 'forbidden')
    }
  })

  it('names each wrong field and never repeats its value', async () => {
    const secret = 'a-value-that-nobody-should-see'
    const answer = await portal.request('POST', '/users/register', {
      body: { email: secret, password: { secret }, mobile: secret, verificationCode: secret },
    })
    const { errors = [] } = expectProblem(answer, 'invalid')
    expect(errors.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['email', 'password', 'mobile', 'clubName', 'cordName']),
    )
    expect(JSON.stringify(answer.body)).not.toContain(secret)
  })

  it('refuses JSON that is nested too deeply', async () => {
    expectProblem(await post('['.repeat(400_000)), 'bad_json')
    for (const depth of [100, 20_000, 490_000])
      expectProblem(await post(`${'['.repeat(depth)}${']'.repeat(depth)}`), 'bad_json')
    expectProblem(await post(`${'{"items":'.repeat(90_000)}1${'}'.repeat(90_000)}`), 'bad_json')
    expectProblem(await post('{"itemName":[[[[[[1]]]]]],"itemQuantity":1}'), 'invalid')
  })
})

it('each request gets an id of its own', async () => {
  const ids = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const { headers } = await portal.request('GET', '/health/live')
      return headers.get('x-request-id')
    }),
  )
  expect(new Set(ids).size).toBe(20)
})

describe('the log', () => {
  it('has one line for each request, with the account and the result', async () => {
    const { token } = admin
    const answer = await portal.request('GET', '/inventorys/inventory', { token })
    expect(await loggedOf(answer)).toMatchObject({
      level: 'info',
      stream: 'request',
      route: '/inventorys/inventory',
      method: 'GET',
      status: 200,
      duration_s: expect.any(Number),
      user_id: admin.id,
      role: 'bosslevel',
      ip: '127.0.0.1',
      instance: expect.any(String),
    })
  })

  it('has one line for a failed request too, without token or body', async () => {
    const failed = await portal.request('POST', '/users/login', {
      token: club.token,
      body: { email: 'nobody@campus.example', password: 'a password that is wrong' },
    })
    expect(await loggedOf(failed)).toMatchObject({ status: 401 })
    const headers = { 'if-none-match': '*' }
    const known = await portal.request('GET', '/cart/confirm-disabled', { headers })
    expect(await loggedOf(known)).toMatchObject({ status: 304 })
    const lost = await portal.request('GET', '/cart/nope')
    expect(await loggedOf(lost)).toMatchObject({ status: 404 })
    const text = JSON.stringify(portal.lines)
    expect(text).not.toContain(club.token)
    expect(text).not.toContain('a password that is wrong')
  })

  it('has no line for a health check', async () => {
    const own = await startPortal()
    for (const method of ['GET', 'HEAD'])
      for (const path of ['/health/live', '/health/ready']) await own.request(method, path)
    await own.request('GET', '/health/other')
    expect(await logged(own)).toMatchObject({ route: '/*', status: 404 })
    await own.close()
  })

  it('records refused requests and sign-ins', async () => {
    const refused = await portal.request('GET', '/inventorys/inventory', { token: club.token })
    expect(await loggedOf(refused)).toMatchObject({
      status: 403,
      user_id: club.id,
      role: 'user',
    })
    const told = (event: string, id: string | null = null) =>
      portal.lines.find((line) => line['event'] === event && (!id || line['req_id'] === id))
    expect(told('access_refused', refused.headers.get('x-request-id'))).toMatchObject({
      level: 'info',
      stream: 'security',
      route: '/inventorys/inventory',
      code: 'forbidden',
      user_id: club.id,
      ip: '127.0.0.1',
    })
    const forged = await portal.request('GET', '/inventorys/inventory', { token: 'forged' })
    expect(told('access_refused', forged.headers.get('x-request-id'))).toMatchObject({
      code: 'unauthorized',
    })
    await portal.request('POST', '/users/login', {
      body: { email: 'nobody@campus.example', password: 'a password that is wrong' },
    })
    expect(told('sign_in_failed')).toMatchObject({ client: '127.0.0.1' })
  })

  it('writes one line for a request, whatever the client sends', async () => {
    const written: string[] = []
    const log = createLogger('info', (line) => void written.push(line))
    const forged = 'x\r\n{"level":"error"}\u2028\n'
    log.request({ ip: forged, route: forged })
    expect(written).toHaveLength(1)
    expect(written[0]).not.toMatch(/[\r\n]/)
    expect(JSON.parse(written[0] ?? '')).toMatchObject({ ip: forged })
    const behind = await startPortal({ config: { trustProxy: 1 } })
    const answer = await behind.request('GET', '/openapi.json', {
      headers: { 'x-forwarded-for': '"}\t{"level":"error"' },
    })
    expectProblem(answer, 'invalid')
    expect(await logged(behind)).toMatchObject({ level: 'info', status: 422, ip: '' })
    await behind.close()
  })
})

describe('what costs more than its length', () => {
  it('is refused before it is split: long addresses, many parameters, long lists in headers', async () => {
    const paths = [
      `/${'a'.repeat(9_000)}`,
      `/?${'a&'.repeat(60)}`,
      '/users/mails-off/account?'.padEnd(9_000, 'x=1&'),
    ]
    for (const path of paths) expectProblem(await portal.request('GET', path), 'too_large')
    for (const name of ['accept-encoding', 'if-none-match']) {
      const headers = { [name]: ','.repeat(2_000) }
      const answer = await portal.request('GET', '/cart/confirm-disabled', { headers })
      expect(expectProblem(answer, 'too_large').message).toBe(
        `The header ${name} has at most 1,000 characters.`,
      )
    }
    expect((await portal.request('GET', `/cart/confirm-disabled?${'a&'.repeat(40)}`)).status).toBe(
      200,
    )
  })

  it('is refused before it is parsed: many values, many fields', async () => {
    const { token } = await portal.createClub()
    const send = (body: unknown) => portal.request('POST', '/cart/add-items', { token, body })
    expectProblem(await send({ items: Array.from({ length: 100_000 }, () => []) }), 'too_large')
    const fields = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`a${n}`, n]))
    const { message } = expectProblem(await send(fields), 'invalid')
    expect(message).toBe('An object has 100 fields at most.')
  })
})
