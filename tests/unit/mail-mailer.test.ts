import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { createLogger } from '#src/monitoring/log.ts'
import { codeLetter } from '#src/mail/letters.ts'
import { openMailer } from '#src/mail/mailer.ts'
import { useFolder } from '#tests/support/folder.ts'
import { startSmtp, type Smtp } from '#tests/support/smtp.ts'
import { times } from '#tests/support/stores.ts'

const letter = codeLetter('club@campus.example', 'register', '482916')
const FROM = 'Inventory portal <portal@adp.example>'

describe('a mail server', () => {
  let smtp: Smtp
  let logged: string[]
  const open = (url = smtp.url) =>
    openMailer(
      { kind: 'smtp', url, from: FROM, tls: 'off' },
      { dataDir: tmpdir(), log: createLogger('debug', (line) => logged.push(line)) },
    )
  beforeEach(async () => {
    smtp = await startSmtp()
    logged = []
  })
  afterEach(() => smtp.close())

  test('receives the addresses, subject, text and HTML of a letter', async () => {
    const mailer = open()
    expect(await mailer.send(letter)).toBe('sent')
    const mail = await smtp.waitForMail('club@campus.example')
    expect(mail.subject).toBe(letter.subject)
    expect(mail.text.trim()).toBe(letter.text)
    expect(mail.html).toContain('<p class="code">482916</p>')
    expect(mail.code).toBe('482916')
    const { from, to, headers } = await PostalMime.parse(mail.source)
    expect(from).toMatchObject({ name: 'Inventory portal', address: 'portal@adp.example' })
    expect(to).toMatchObject([{ address: 'club@campus.example' }])
    expect(headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    )
    expect(mailer.status()).toBe('ok')
  })

  test('receives the code as the only run of six digits, also in the mail source', async () => {
    for (let i = 0; i < 5; i++) await open().send(letter)
    for (const { source } of smtp.mails)
      expect(new Set(source.match(/\d{6,}/g))).toEqual(new Set(['482916']))
  })

  test('that refuses an address permanently gives `refused`, not `failed`', async () => {
    const mailer = open()
    smtp.mode = 'refuse'
    expect(await mailer.send(letter)).toBe('refused')
    expect(mailer.status()).toBe('ok')
    smtp.mode = 'fail'
    expect(await mailer.send(letter)).toBe('failed')
    expect(mailer.status()).toBe('down')
    smtp.mode = 'accept'
    expect(await mailer.send(letter)).toBe('sent')
    expect(mailer.status()).toBe('ok')
  })

  test('that is unreachable gives a failure at once', async () => {
    const { url } = smtp
    await smtp.close()
    const mailer = open(url)
    expect(await mailer.send(letter)).toBe('failed')
    expect(mailer.status()).toBe('down')
  })

  test('that does not speak SMTP gives a failure', async () => {
    const other = Bun.listen({
      hostname: '127.0.0.1',
      port: 0,
      socket: { open: (socket) => void socket.write('who is there?\r\n'), data() {} },
    })
    expect(await open(`smtp://127.0.0.1:${other.port}`).send(letter)).toBe('failed')
    other.stop(true)
  })

  test('never causes a log line with the code or the address', async () => {
    const mailer = open()
    for (const mode of ['refuse', 'fail', 'accept'] as const) {
      smtp.mode = mode
      await mailer.send(letter)
    }
    expect(logged.length).toBeGreaterThan(0)
    expect(logged.join('\n')).not.toMatch(/482916|campus\.example/)
  })

  test('receives one recipient, whatever the address contains', async () => {
    const mailer = open()
    await mailer.send({ ...letter, to: 'club@campus.example\r\nBcc: other@campus.example' })
    await mailer.send({ ...letter, to: 'club@campus.example, other@campus.example' })
    await mailer.send({ ...letter, subject: 'x\r\nBcc: other@campus.example' })
    for (const { to, source } of smtp.mails) {
      expect(to).not.toBe('other@campus.example')
      expect(source).not.toMatch(/^Bcc:/im)
    }
  })
})

describe('without a mail server', () => {
  const folder = useFolder()
  const open = () =>
    openMailer({ kind: 'files' }, { dataDir: folder(), log: createLogger('silent') })

  test('a mail becomes an .eml file, and its code is printed on the console', async () => {
    const console = spyOn(globalThis.console, 'log').mockImplementation(() => {})
    expect(await open().send(letter)).toBe('sent')
    const { code, ...note } = letter
    expect(await open().send(note)).toBe('sent')
    const printed = console.mock.calls.flat().join('\n')
    console.mockRestore()
    expect(printed.trim()).toMatch(new RegExp(`^Code ${code} for club@campus.example \\(.*\\)$`))

    const files = await readdir(folder('outbox'))
    expect(files).toHaveLength(2)
    const path = folder('outbox', files[0] ?? '')
    expect(path).toEndWith('.eml')
    expect((await stat(path)).mode & 0o077).toBe(0)
    const { subject, text, to } = await PostalMime.parse(await readFile(path, 'utf8'))
    expect(subject).toBe(letter.subject)
    expect(text?.trim()).toBe(letter.text)
    expect(to?.[0]?.address).toBe('club@campus.example')
  })

  test('the newest thousand files are kept', async () => {
    const outbox = folder('outbox')
    const old = times(1_001, (at) => `2026-01-01T${String(at).padStart(4, '0')}.eml`)
    for (const name of [...old, 'my notes']) await Bun.write(join(outbox, name), '')
    expect(await open().send(letter)).toBe('sent')
    const files = await readdir(outbox)
    expect(files.filter((name) => name.endsWith('.eml'))).toHaveLength(1_000)
    expect(files).not.toContain(old[1] ?? '')
    expect(files).toContain(old[2] ?? '')
    expect(files).toContain('my notes')
  })

  test('an unwritable folder gives a failure, not a crash', async () => {
    await writeFile(folder('outbox'), 'in the way')
    const mailer = open()
    expect(await mailer.send(letter)).toBe('failed')
    expect(mailer.status()).toBe('down')
  })
})
