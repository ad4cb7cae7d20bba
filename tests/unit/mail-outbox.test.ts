import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { createLogger } from '#src/monitoring/log.ts'
import { openMailer, type Mailer } from '#src/mail/mailer.ts'
import { openOutbox, retryDelay } from '#src/mail/outbox.ts'
import { createKeys } from '#src/identity/keys.ts'
import { createMailsOff } from '#src/identity/mails-off.ts'
import { createCodes } from '#src/identity/codes.ts'
import type { Store } from '#src/store/port.ts'
import { openSqliteStore } from '#src/store/sqlite.ts'
import { useFolder } from '#tests/support/folder.ts'
import { stockRow } from '#tests/support/rows.ts'
import { startSmtp, type Smtp } from '#tests/support/smtp.ts'
import { callsOn, coordinator } from '#tests/support/stores.ts'
import { until } from '#tests/support/until.ts'

const log = createLogger('silent')
const keys = createKeys({ current: 'a secret of thirty-two bytes or more', previous: null })
const codes = createCodes(keys)
const mailsOff = createMailsOff(keys)
const CLUB = 'club@campus.example'
const CLIENT = { network: '192.0.2.1', device: null }
const SECOND = 1000
const MINUTE = 60 * SECOND

const folder = useFolder()
let store: Store
let smtp: Smtp
let mailer: Mailer
let moved: number
const now = () => Date.now() + moved
const opened: ReturnType<typeof openOutbox>[] = []
const parts = { codes, mailsOff, origin: 'https://portal.example', digestMinutes: 10, log, now }

const openStore = () =>
  openSqliteStore({ path: folder('portal.sqlite'), lock: false, rateLimits: false, log })
const open = () => {
  const outbox = openOutbox({ ...parts, store, mailer })
  opened.push(outbox)
  return outbox
}
const ask = (email = CLUB, deliver = true) =>
  store.codes.request({ email, purpose: 'reset', client: CLIENT, now: now(), deliver })

/** Everything that waited is sent or given up. */
const allDone = () => until('the outbox is empty', async () => (await store.mail.nextAt()) === null)

beforeEach(async () => {
  moved = 0
  store = await openStore()
  smtp = await startSmtp()
  mailer = openMailer(
    { kind: 'smtp', url: smtp.url, from: 'portal@adp.example', tls: 'off' },
    { dataDir: folder(), log },
  )
  const { club } = callsOn(() => store)
  for (const email of [CLUB, 'other@campus.example']) await club({ email, clubName: 'Club' })
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((outbox) => outbox.stop()))
  await store.close()
  await smtp.close()
})

const resetWith = (code: string | null, email = CLUB) =>
  store.codes.resetPassword(email, 'new', {
    hashes: codes.hashes('reset', email, code ?? ''),
    client: CLIENT,
    now: now(),
  })

describe('the outbox', () => {
  test('tells once a minute that the store is away, however often it tries', async () => {
    const lines: string[] = []
    const away = await openStore()
    await away.close()
    const asked = spyOn(away.mail, 'queueOrderMails')
    const own = { ...parts, log: createLogger('info', (line) => lines.push(line)) }
    const outbox = openOutbox({ ...own, store: away, mailer })
    opened.push(outbox)
    const wakeUntil = (isSo: () => boolean) =>
      until('it has tried', () => {
        outbox.wake()
        return isSo()
      })
    await wakeUntil(() => asked.mock.calls.length > 5)
    moved += MINUTE
    await wakeUntil(() => lines.length > 1)
    expect(lines).toEqual(Array(2).fill(expect.stringContaining('"event":"outbox_failed"')))
  })

  test('sends a mail when it is due, without being woken', async () => {
    moved += 500
    await ask()
    moved -= 500
    open()
    await smtp.waitForMail(CLUB)
  })

  test('doubles the pause after each failure, up to five minutes, and still delivers after ten failures', async () => {
    expect([0, 1, 2, 5, 6, 7, 100].map(retryDelay)).toEqual([
      4 * SECOND,
      8 * SECOND,
      16 * SECOND,
      128 * SECOND,
      256 * SECOND,
      300 * SECOND,
      300 * SECOND,
    ])
    smtp.mode = 'fail'
    await ask()
    const outbox = open()
    for (let failures = 0; failures < 10; failures++) {
      const before = smtp.connections()
      outbox.wake()
      await until('it has tried', () => smtp.connections() > before)
      await until('it waits', async () => {
        const wait = ((await store.mail.nextAt()) ?? 0) - now()
        return wait <= retryDelay(failures) && wait > retryDelay(failures) - 900
      })
      moved += 5 * MINUTE
    }
    smtp.mode = 'accept'
    outbox.wake()
    await resetWith((await smtp.waitForMail(CLUB)).code)
  })

  test('a hanging delivery does not delay other mails', async () => {
    smtp.mode = 'hang'
    await ask()
    await ask('other@campus.example')
    open()
    await until('it has tried', () => smtp.connections() === 2)
    expect(mailer.status()).not.toBe('down')
  })

  test.each([
    ['the person switched them off', 'The person wants no mails any more.'],
    ['the account was disabled', null],
    ['the person was moved', null],
    ['DIGEST_MINUTES became 0', 'Mails about orders are off (DIGEST_MINUTES).'],
  ])('a mail about an order that waited is not sent after %s', async (what, error) => {
    const { item, order, lines, give } = callsOn(() => store, now())
    const club = coordinator(await store.accounts.find({ email: CLUB }))
    await order(club, [stockRow((await item('Tape'))._id, 3)])
    await give((await lines(club))[0]?._id ?? '', 2)
    await store.mail.queueOrderMails(0, now())
    // An instance takes it and ends: nobody knows whether it was delivered.
    expect(await store.mail.claim(now(), MINUTE)).not.toBeNull()
    if (what.includes('switched')) await store.accounts.setOrderMails(club.id, false)
    if (what.includes('moved')) {
      const other = await callsOn(() => store).club({ email: 'else@campus.example' })
      await store.accounts.change(CLUB, { clubId: other.clubId }, now())
    }
    if (what.includes('disabled')) await store.accounts.change(CLUB, { disabled: true }, now())
    moved += 2 * MINUTE
    const digestMinutes = what.includes('MINUTES') ? 0 : 10
    opened.push(openOutbox({ ...parts, digestMinutes, store, mailer }))
    await allDone()
    expect(smtp.mails).toEqual([])
    const left = error === null ? [] : [{ state: 'given_up' as const, error }]
    expect(await store.mail.list()).toMatchObject(left)
  })

  test('an invitation names club and inviter, and says what an address with an account can do', async () => {
    const { admin, club } = callsOn(() => store, now())
    const lead = await admin({ cordName: 'Lead', email: 'lead@campus.example' })
    const { id, clubId } = await club({
      clubName: 'Tea Club',
      cordName: 'tea.example',
      email: 'tea@campus.example',
    })
    await store.people.invite({ email: 'new@campus.example', clubId }, id, now())
    await store.people.invite({ email: CLUB, clubId }, lead.id, now())
    const ended = await store.people.invite({ email: 'ended@campus.example', clubId }, id, now())
    await store.people.endInvitation(ended.value.id, null, lead.id, now())
    await store.people.invite({ email: 'boss@campus.example', clubId: null }, lead.id, now())
    open()
    await allDone()
    const said = (to: string) =>
      (smtp.mails.find((mail) => mail.to === to)?.text ?? '').replace(/\s+/g, ' ')
    expect(said('new@campus.example')).toContain(
      'Somebody invites you to join Tea Club at the Inventory portal. Register with this address within 14 days',
    )
    expect(said(CLUB)).toContain(
      'Lead invites you to join Tea Club at the Inventory portal. Your address has an account already: ask an administrator to move you.',
    )
    expect(said('boss@campus.example')).toContain('join the administrators of the Inventory portal')
    expect(said('ended@campus.example')).toBe('')
    const form = callsOn(() => store).newAccount({
      email: 'second@campus.example',
      access: 'bosslevel',
      cordName: 'Meera',
    })
    await store.accounts.create(form)
    open()
    await allDone()
    expect(said('lead@campus.example')).toContain(
      'Meera (second@campus.example) is an administrator of the Inventory portal now',
    )
  })

  test('a stopped process releases its mails in progress at once', async () => {
    smtp.mode = 'hang'
    await ask()
    const outbox = open()
    await until('it has tried', () => smtp.connections() === 1)
    await outbox.stop()
    smtp.mode = 'accept'
    open()
    await smtp.waitForMail(CLUB)
  })
})
