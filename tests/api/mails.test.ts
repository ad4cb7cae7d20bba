import { afterAll, describe, expect, it } from 'bun:test'
import { asPersonId } from '#src/contract/ids.ts'
import type { QueuedMail } from '#src/contract/mails.ts'
import { createKeys } from '#src/identity/keys.ts'
import { createMailsOff } from '#src/identity/mails-off.ts'
import { expectProblem } from '#tests/support/expect-problem.ts'
import { openOffice } from '#tests/support/office.ts'
import { type Member, SECRET, startPortal } from '#tests/support/portal.ts'
import { startSmtp } from '#tests/support/smtp.ts'
import { until } from '#tests/support/until.ts'

/** Twice the pause after a first failed try. */
const SOON = 8_000

const smtp = await startSmtp()
const mail = { kind: 'smtp', url: smtp.url, from: 'portal@portal.example', tls: 'off' } as const
let moved = 0
const { portal, admin } = await openOffice({
  config: { mail, rateLimits: false },
  now: () => Date.now() + moved,
})
/** How long a mail about an order waits. */
const MAIL_WAIT = portal.deps.config.digestMinutes * 60_000
afterAll(() => smtp.close())

/** Moves the clock, and lets the outbox look. */
function wait(ms: number): void {
  moved += ms
  portal.deps.outbox.wake()
}

/** Signs in for each call: the clock moves on. */
const ask = async <T>(method: string, path: string, member: Member, body?: unknown) =>
  portal.request<T>(method, path, { token: await portal.signIn(member), body })

/** A club with an order of eight lanterns. */
async function makeClub(): Promise<Member & { lineId: string; decide: (row: object) => unknown }> {
  const club = await portal.createClub()
  const items = [{ itemName: 'Lantern', ordered_quantity: 8 }]
  const placed = await ask<{ items: { _id: string }[] }>('POST', '/cart/add-items', club, {
    userId: club.id,
    items,
  })
  const lineId = placed.body.items[0]?._id ?? ''
  const decide = async (row: object) => {
    const body = { items: [{ _id: lineId, ...row }] }
    const { status } = await ask('PUT', '/cart/update-multiple-cart-items', admin, body)
    expect(status).toBe(200)
  }
  return { ...club, lineId, decide }
}

const linkOf = (text: string): string => /https?:\S+mails-off\S+/.exec(text)?.[0] ?? ''
const pathOf = (link: string): string => {
  const { pathname, search } = new URL(link)
  return pathname + search
}
const isOn = async (club: Member) =>
  (await ask<{ orderMails: boolean }>('GET', '/users/preferences', club)).body.orderMails

describe('a mail about an order', () => {
  it('tells was and is, says why one gets it, and can be stopped by the mail program', async () => {
    const club = await makeClub()
    await club.decide({ allotted_quantity: 3, status: 'Ready', remarks: 'Counter 2' })
    wait(MAIL_WAIT)
    const { subject, text, html, source } = await smtp.waitForMail(club.email)
    expect(subject).toBe('Your order: 1 line changed')
    expect(text).toContain(
      'Lantern\n  Given: 0 of 8 -> 3 of 8\n  Status: Pending -> Ready for Pickup\n  Remark: Counter 2\n',
    )
    expect(text).toContain(`because ${club.clubName} ordered with this address`)
    expect(html).toContain('<b>3 of 8</b>')
    const header = source.replace(/\r\n[ \t]+/g, ' ')
    expect(header).toContain(`List-Unsubscribe: <${linkOf(text)}>`)
    expect(header).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  })
})

describe('the link in a mail', () => {
  it('changes nothing when it is opened, and stops the mails of its account when it is posted', async () => {
    const [club, other] = [await makeClub(), await makeClub()]
    await club.decide({ status: 'Ready' })
    wait(MAIL_WAIT)
    const path = pathOf(linkOf((await smtp.waitForMail(club.email)).text))
    const token = new URLSearchParams(path.slice(path.indexOf('?'))).get('t')
    for (const opened of [path, path.replace('?', '/account?')]) {
      const { status } = await portal.request('GET', opened)
      expect(status).toBeLessThan(500)
      expect(await isOn(club)).toBe(true)
    }
    const account = await portal.request('GET', `/users/mails-off/account?t=${token}`)
    expect(account.body).toEqual({
      clubName: club.clubName,
      email: club.email,
      orderMails: true,
    } as never)

    const form = new FormData()
    form.set('List-Unsubscribe', 'One-Click')
    const bodies = [form, new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), undefined, 'x']
    for (const body of bodies) {
      await ask('PUT', '/users/preferences', club, { orderMails: true })
      const reply = await fetch(portal.url + path, { method: 'POST', ...(body && { body }) })
      expect(reply.status).toBe(200)
      expect(await isOn(club)).toBe(false)
      expect((await fetch(portal.url + path, { method: 'POST' })).status).toBe(200)
    }
    const large = { method: 'POST', body: 'x'.repeat(10_000) }
    expect((await fetch(portal.url + path, large)).status).toBe(413)
    expect(await isOn(other)).toBe(true)
    await club.decide({ status: 'Rejected' })
    await other.decide({ status: 'Rejected' })
    wait(MAIL_WAIT)
    await smtp.waitForMail(other.email)
    expect(smtp.mails.filter(({ to }) => to === club.email)).toHaveLength(1)
    await portal.deps.store.accounts.change(club.email, { disabled: true }, Date.now())
    const gone = await portal.request('GET', `/users/mails-off/account?t=${token}`)
    expect(JSON.stringify(expectProblem(gone, 'invalid'))).not.toContain(club.clubName)
  })

  it('is refused when it is for another purpose, altered or incomplete, and survives a new secret', async () => {
    const club = await portal.createClub()
    const keys = createKeys({ current: SECRET, previous: null })
    const good = createMailsOff(keys).issue(club.id)
    const bad = [
      '',
      good.slice(0, -1),
      good.replace(club.id, Bun.randomUUIDv7()),
      `${club.id}.${keys.sign('device tokens', club.id)}`,
      `${club.id}.${keys.sign('log', club.id)}`,
      createMailsOff(createKeys({ current: 'x'.repeat(32), previous: null })).issue(club.id),
      createMailsOff(keys).issue(asPersonId(Bun.randomUUIDv7())),
      'x'.repeat(5_000),
    ]
    for (const token of bad)
      for (const [method, path] of [
        ['POST', '/users/mails-off'],
        ['GET', '/users/mails-off/account'],
      ] as const)
        expectProblem(await portal.request(method, `${path}?t=${token}`), 'invalid')
    expect(await isOn(club)).toBe(true)
    const rotated = createMailsOff(createKeys({ current: 'y'.repeat(32), previous: SECRET }))
    expect(rotated.read(good)).toBe(club.id)
    // The link opens nothing but this.
    const { status } = await portal.request('GET', '/users/preferences', { token: good })
    expect(status).toBe(401)
  })
})

describe('the outbox', () => {
  const outbox = async () => (await ask<QueuedMail[]>('GET', '/users/mails', admin)).body

  it('shows what waits and why, without an address in the fault, and sends it again', async () => {
    const club = await makeClub()
    await club.decide({ status: 'Ready' })
    smtp.mode = 'fail'
    wait(MAIL_WAIT)
    const ofClub = async () => (await outbox()).find(({ to }) => to === club.email)
    await until('the first try fails', async () => (await ofClub())?.attempts === 1)
    const waiting = await ofClub()
    expect(waiting).toMatchObject({
      clubName: club.clubName,
      purpose: 'order_changed',
      state: 'waiting',
      error: 'The mail server answered 451.',
    })
    // It tells what was true when it was written; another mail tells the rest.
    await club.decide({ status: 'Rejected' })
    smtp.mode = 'accept'
    const again = `/users/mails/${waiting?._id}/send-again`
    expect((await ask('POST', again, admin)).status).toBe(200)
    expect((await smtp.waitForMail(club.email)).text).toContain(
      'Status: Pending -> Ready for Pickup',
    )
    await until('it is sent', async () => (await ofClub())?.state === 'sent')
    expectProblem(await ask('POST', again, admin), 'not_found')
  })

  it('names an address that the mail server does not take', async () => {
    const club = await makeClub()
    await club.decide({ status: 'Ready' })
    smtp.mode = 'refuse'
    wait(MAIL_WAIT)
    const ofClub = async () => (await outbox()).find(({ to }) => to === club.email)
    await until('it is refused', async () => (await ofClub())?.state === 'refused')
    expect((await ofClub())?.error).toBe(
      'The mail server does not take mail for this address (550).',
    )
    smtp.mode = 'accept'
    wait(SOON)
  })

  it('does not show mails with a code, nor those for addresses without an account', async () => {
    const club = await portal.createClub()
    smtp.mode = 'fail'
    for (const email of [club.email, 'nobody@campus.example'])
      await portal.request('POST', '/users/request-code-pass-reset', { body: { email } })
    const mails = await outbox()
    smtp.mode = 'accept'
    expect(mails.map(({ to }) => to)).not.toContain(club.email)
    expect(mails.map(({ to }) => to)).not.toContain('nobody@campus.example')
  })
})

describe('preferences', () => {
  it('write what differs alone, and that twenty times a minute for an account, by the page or the link', async () => {
    const limited = await startPortal()
    const [club, other] = [await limited.createClub(), await limited.createClub()]
    const boss = await limited.createAdmin()
    const set = (orderMails: boolean, { token } = club) =>
      limited.request('PUT', '/users/preferences', { token, body: { orderMails } })
    const t = limited.deps.mailsOff.issue(club.id)
    const off = () => limited.request('POST', `/users/mails-off?t=${t}`)
    async function writes(): Promise<number> {
      const { body } = await limited.request<string>('GET', '/metrics', { token: boss.token })
      return Number(
        /db_op_duration_seconds_count\{op="accounts\.setOrderMails"\} (\d+)/.exec(body)?.[1] ?? 0,
      )
    }
    for (let n = 0; n < 50; n++) expect((await set(true)).status).toBe(200)
    expect(await writes()).toBe(0)
    expect((await off()).status).toBe(200)
    for (let n = 0; n < 50; n++) expect((await off()).status).toBe(200)
    expect(await writes()).toBe(1)
    for (let n = 0; n < 19; n++) expect((await set(n % 2 === 0)).status).toBe(200)
    const refused = await set(false)
    expect(expectProblem(refused, 'too_many_requests').message).toMatch(
      /^You changed this 20 times in a minute\. Please try again in \d+ seconds\.$/,
    )
    expect(Number(refused.headers.get('retry-after'))).toBeWithin(1, 61)
    expectProblem(await off(), 'too_many_requests')
    expect((await set(true)).status).toBe(200)
    expect((await set(false, other)).status).toBe(200)
    expect(await writes()).toBe(21)
    await limited.close()
  })

  it("are one's own, also an administrator's", async () => {
    const club = await portal.createClub()
    for (const member of [club, admin]) {
      const off = await ask('PUT', '/users/preferences', member, { orderMails: false })
      expect(off.body).toEqual({
        email: member.email,
        orderMails: false,
        digestMinutes: 10,
      } as never)
      expect(await isOn(member)).toBe(false)
      await ask('PUT', '/users/preferences', member, { orderMails: true })
    }
    for (const orderMails of ['no', 0, null, undefined])
      expectProblem(await ask('PUT', '/users/preferences', club, { orderMails }), 'invalid')
    expect(await isOn(club)).toBe(true)
  })
})
