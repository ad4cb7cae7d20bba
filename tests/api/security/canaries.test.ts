import { afterAll, beforeAll, expect, it } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SECURITY_LOG } from '#src/monitoring/security-log.ts'
import { type Accounts, startAccounts } from '#tests/support/accounts.ts'
import { connectLive } from '#tests/support/live-client.ts'
import type { Member } from '#tests/support/portal.ts'

const COUNT = 200
const AT_ONCE = 8
const MARK = 'canary'
const BYSTANDER = 'bystander@campus.example'

let site: Accounts
let admin: Member
const answers: string[] = []

beforeAll(async () => {
  site = await startAccounts({ rateLimits: false, metricsToken: 'scraper-of-the-department' })
  admin = await site.portal.createAdmin()
  await site.addAccount({ email: BYSTANDER })
})
afterAll(() => site.close())

const canary = (index: number) => `${MARK}-${index}-${Bun.randomUUIDv7()}`

/** The secret unchanged, as another type, too long, and in a malformed body. */
const SHAPES: ((fields: Record<string, string>, secret: string) => unknown)[] = [
  (fields) => fields,
  (fields, secret) => ({
    ...fields,
    password: [secret],
    newPassword: { secret },
    verificationCode: [secret],
  }),
  (fields, secret) => ({
    ...fields,
    password: secret.repeat(40),
    newPassword: secret.repeat(40),
    verificationCode: secret.repeat(9),
  }),
  (fields) => JSON.stringify(fields).slice(0, -1),
]

async function call(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  const answer = await site.portal.request(method, path, { body, headers })
  answers.push(JSON.stringify(answer.body), JSON.stringify([...answer.headers]))
  expect(answer.status).toBeLessThan(500)
}

const readLists = () =>
  Promise.all(
    ['/inventorys/inventory', '/cart/get-club-list', '/metrics', '/openapi.json'].map(
      async (path) =>
        JSON.stringify((await site.portal.request('GET', path, { token: admin.token })).body),
    ),
  )

/** One secret in every field that expects one. */
async function plant(index: number): Promise<void> {
  const secret = canary(index)
  const email = index % 2 ? BYSTANDER : `nobody-${index}@campus.example`
  const form = { cordName: 'Asha', clubName: 'Film Club', mobile: '5550100', email }
  const shape = SHAPES[index % SHAPES.length] ?? ((fields) => fields)
  const bearer = { authorization: `Bearer ${secret}` }
  await call('POST', '/users/login', shape({ email, password: secret }, secret))
  const account = { ...form, password: secret, verificationCode: secret }
  await call('POST', '/users/register', shape(account, secret))
  const reset = { email, newPassword: secret, verificationCode: secret }
  await call('PUT', '/users/reset-password', shape(reset, secret))
  await call('GET', '/inventorys/inventory', undefined, bearer)
  await call('GET', '/metrics', undefined, bearer)
  await call('POST', '/users/logout', undefined, bearer)
  await call('GET', '/cart/confirm-disabled', undefined, { cookie: `token=${secret}` })
  const live = await connectLive(site.portal.url)
  live.say({ type: 'hello', token: secret })
  expect(await live.closeCode()).toBe(4401)
  answers.push(...live.texts)
}

it(`shows none of ${COUNT} canary secrets in a log line, a failure, a list, a metric or a mail`, async () => {
  const left = Array.from({ length: COUNT }, (_, index) => index)
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let index = left.pop(); index !== undefined; index = left.pop()) await plant(index)
    }),
  )
  await site.codeFor(BYSTANDER).catch(() => null)
  answers.push(...(await readLists()))

  const securityLog = readFileSync(join(site.portal.deps.config.dataDir, SECURITY_LOG), 'utf8')
  expect(securityLog).toContain('access_refused')
  const places = {
    log: site.portal.lines.map((line) => JSON.stringify(line)),
    securityLog: [securityLog],
    answers,
    mails: site.smtp.mails.map(({ source }) => source),
  }
  expect(places.log.length).toBeGreaterThan(COUNT * 7)
  for (const [place, texts] of Object.entries(places))
    expect(
      texts.filter((text) => text.includes(MARK)),
      place,
    ).toEqual([])
})

it('shows neither password nor code nor hash of a real account in any list, log line or other’s mail', async () => {
  const email = 'chess@campus.example'
  const password = canary(COUNT)
  const verificationCode = await site.codeFor(email)
  const form = { cordName: 'Asha', clubName: 'Chess Club', mobile: '5550100', email }
  await call('POST', '/users/register', { ...form, password, verificationCode })
  const { status, body } = await site.signIn(email, password)
  expect(status).toBe(200)
  const { passwordHash } = (await site.store.accounts.find({ email })) ?? {}
  const secrets = [password, String(body?.token), String(passwordHash)]
  const lists = await readLists()
  const others = site.smtp.mails.filter(({ to }) => to !== email).map(({ source }) => source)
  const logged = site.portal.lines.map((line) => JSON.stringify(line))
  for (const text of [...lists, ...others, ...logged])
    for (const secret of secrets) expect(text).not.toContain(secret)
  for (const text of others) expect(text).not.toContain(verificationCode)
})
