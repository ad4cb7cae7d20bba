/** An attacker between the portal and the mail server removes STARTTLS from the greeting, or presents a certificate of their own. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { readConfig } from '#src/config.ts'
import { createLogger } from '#src/monitoring/log.ts'
import { codeLetter } from '#src/mail/letters.ts'
import { openMailer } from '#src/mail/mailer.ts'
import { useFolder } from '#tests/support/folder.ts'
import { PROGRAM, ROOT, run, start } from '#tests/support/program.ts'
import { describeWith, whyMissing } from '#tests/support/servers.ts'
import { startSmtp, type Smtp } from '#tests/support/smtp.ts'
import { until } from '#tests/support/until.ts'
import { findProgram } from '#scripts/servers.ts'

const PASSWORD = 's3cret-smtp'
const CODE = '482916'
const letter = codeLetter('club@campus.example', 'register', CODE)

const folder = useFolder()
let smtp: Smtp
afterEach(() => smtp.close())

const settings = (url: string, more: Record<string, string> = {}) => ({
  SMTP_URL: url,
  MAIL_FROM: 'Portal <portal@adp.example>',
  ...more,
})
const withPassword = ({ url }: Smtp) => url.replace('//', `//portal:${PASSWORD}@`)

/** Sends the mail as a server with these settings does. */
const send = (env: Record<string, string>) =>
  openMailer(readConfig(env, () => '').mail, {
    dataDir: tmpdir(),
    log: createLogger('silent'),
  }).send(letter)

describe('a mail server that offers no encryption', () => {
  test('receives neither the password nor the code', async () => {
    smtp = await startSmtp({ auth: true })
    expect(await send(settings(withPassword(smtp)))).toBe('failed')
    expect(await send(settings(withPassword(smtp), { NODE_ENV: 'production' }))).toBe('failed')
    expect(smtp.connections()).toBe(2)
    expect([smtp.passwords, smtp.mails]).toEqual([[], []])
  })

  test('receives no code in production, even without a password', async () => {
    smtp = await startSmtp()
    expect(await send(settings(smtp.url, { NODE_ENV: 'production' }))).toBe('failed')
    expect(smtp.connections()).toBe(1)
    expect(smtp.mails).toEqual([])
  })

  test('receives both with SMTP_TLS=off', async () => {
    smtp = await startSmtp({ auth: true })
    expect(await send(settings(withPassword(smtp), { SMTP_TLS: 'off' }))).toBe('sent')
    expect(smtp.passwords).toEqual([PASSWORD])
    expect((await smtp.waitForMail('club@campus.example')).code).toBe(CODE)
  })
})

test('a start with SMTP_TLS=off warns', async () => {
  smtp = await startSmtp()
  const { child, printed, ended } = start(PROGRAM, {
    ...settings(smtp.url, { SMTP_TLS: 'off', NODE_ENV: 'production' }),
    DATA_DIR: folder(),
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
  })
  await until('it has started', () => printed().includes('The portal is at'))
  child.kill('SIGTERM')
  const { out } = await ended()
  const line = out.split('\n').find((text) => text.includes('mail_in_clear')) ?? ''
  expect(JSON.parse(line)).toMatchObject({
    level: 'warn',
    note: expect.stringContaining('SMTP_TLS'),
  })
})

describe('a mail server whose certificate nobody trusts', () => {
  for (const from of ['start', 'starttls'] as const)
    test(`receives neither the password nor the code (TLS from ${from})`, async () => {
      smtp = await startSmtp({ auth: true, tls: { from } })
      expect(await send(settings(withPassword(smtp)))).toBe('failed')
      expect([smtp.passwords, smtp.mails]).toEqual([[], []])
    })
})

const openssl = findProgram('openssl')

describeWith('a mail server whose certificate is good', whyMissing('openssl', openssl), () => {
  let tls: { key: string; cert: string }
  beforeEach(() => {
    const [key, cert] = [folder('key.pem'), folder('cert.pem')]
    const options =
      '-x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost'
    const names = ['-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost']
    const command = [openssl ?? '', 'req', ...options.split(' '), ...names]
    const { exitCode } = Bun.spawnSync([...command, '-keyout', key, '-out', cert])
    expect(exitCode).toBe(0)
    tls = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  })

  for (const from of ['start', 'starttls'] as const)
    test(`gets the mail (TLS from ${from})`, async () => {
      smtp = await startSmtp({ auth: true, tls: { from, ...tls } })
      // A process reads its certificate authorities at its start.
      const script = folder('send.ts')
      writeFileSync(
        script,
        `import { readConfig } from '${ROOT}/src/config.ts'
        import { createLogger } from '${ROOT}/src/monitoring/log.ts'
        import { openMailer } from '${ROOT}/src/mail/mailer.ts'
        import { codeLetter } from '${ROOT}/src/mail/letters.ts'
        const { mail } = readConfig(process.env, () => '')
        const mailer = openMailer(mail, { dataDir: '${folder()}', log: createLogger('info') })
        console.log(await mailer.send(codeLetter('club@campus.example', 'register', '${CODE}')))`,
      )
      const { out } = await run([process.execPath, script], {
        ...settings(withPassword(smtp), { NODE_ENV: 'production' }),
        NODE_EXTRA_CA_CERTS: folder('cert.pem'),
      })
      expect(out.trim()).toBe('sent')
      expect(smtp.passwords).toEqual([PASSWORD])
      expect((await smtp.waitForMail('club@campus.example')).code).toBe(CODE)
    })
})
