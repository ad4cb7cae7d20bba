import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#src/config.ts'
import type { Logger } from '#src/monitoring/log.ts'

/** A mail, ready to be sent; `code` is the one that it brings, if any. */
export type Letter = { to: string; subject: string; text: string; html: string; code?: string }

/** What became of a letter: handed over, refused for good (550, 553), or not handed over now. */
export type Delivery = 'sent' | 'refused' | 'failed'

/** Hands letters to the mail server. Never rejects; answers within 10 s. */
export interface Mailer {
  /** `deliver: false` takes every step but the handing over, at the same cost: nobody can tell which mail was a real one. */
  send(letter: Letter, options?: { deliver?: boolean }): Promise<Delivery>
  /** How the last sending went; no probe. */
  status(): 'ok' | 'down'
  /** Since the start: codes handed over, and letters that were refused or failed. */
  counts(): { codesSent: number; failures: number }
  close(): Promise<void>
}

type Send = (letter: Letter, deliver: boolean, signal: AbortSignal) => Promise<void>

/** Leaves a second of the ten for everything else. */
const DEADLINE_MS = 9_000
const FILES_FROM = 'Inventory portal <portal@portal.example>'

/** Only letters: in the source of a mail too, the code is the one run of six digits. */
const randomLetters = () =>
  crypto
    .getRandomValues(new Uint8Array(16))
    .toHex()
    .replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))

/** A letter as nodemailer takes it; header values are one line whatever they hold. */
const toMessage = ({ to, subject, text, html }: Letter, from: string) => ({
  from,
  to: { name: '', address: to },
  subject,
  text,
  html,
  messageId: `<${randomLetters()}@${from.replace(/^.*@|[>\s].*$/g, '')}>`,
  baseBoundary: randomLetters(),
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** One connection for each mail: a pool would hold mails back while the server is away and send them when their code is void. */
function sendBySmtp({ url, from, tls }: Extract<Config['mail'], { kind: 'smtp' }>): Send {
  const options = {
    url,
    connectionTimeout: DEADLINE_MS,
    greetingTimeout: DEADLINE_MS,
    socketTimeout: DEADLINE_MS,
    // a path that hides STARTTLS gets neither a password nor a mail
    ...(tls === 'off' ? { ignoreTLS: true } : { requireTLS: true }),
    // whatever the environment says of certificates
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' as const },
  }
  return async (letter, deliver, signal) => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport(options)
    if (deliver) {
      await transport.sendMail({ ...toMessage(letter, from), signal })
      return
    }
    const composer = createTransport({ streamTransport: true, buffer: true })
    await composer.sendMail(toMessage(letter, from))
    // Asking the server takes no signal: a slow one must not keep this mail longer than a real one.
    const late = Promise.withResolvers<never>()
    signal.addEventListener('abort', () => late.reject(signal.reason), { once: true })
    await Promise.race([transport.verify(), late.promise])
  }
}

/** Without a mail server a mail is a file, and its code stands on the console. */
function sendToFiles(dataDir: string): Send {
  const outbox = join(dataDir, 'outbox')
  return async (letter, deliver) => {
    const { createTransport } = await import('nodemailer')
    const composer = createTransport({ streamTransport: true, buffer: true })
    const { message } = await composer.sendMail(toMessage(letter, FILES_FROM))
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomLetters().slice(0, 6)}.eml`
    await mkdir(outbox, { recursive: true, mode: 0o700 })
    // whoever watches the folder never reads half a mail
    await writeFile(join(outbox, `.${name}`), message.toString(), { mode: 0o600 })
    if (!deliver) return rm(join(outbox, `.${name}`))
    await rename(join(outbox, `.${name}`), join(outbox, name))
    const what = letter.code === undefined ? letter.subject : `Code ${letter.code}`
    console.log(`\n  ${what} for ${letter.to} (${join(outbox, name)})\n`)
  }
}

/** What the mail server said, without its words: they repeat the address. */
type SmtpFault = { code?: unknown; command?: unknown; responseCode?: unknown }

const isRefusal = ({ command, responseCode }: SmtpFault) =>
  command === 'RCPT TO' && (responseCode === 550 || responseCode === 553)

export function openMailer(
  mail: Config['mail'],
  { dataDir, log }: { dataDir: string; log: Logger },
): Mailer {
  const hand = mail.kind === 'smtp' ? sendBySmtp(mail) : sendToFiles(dataDir)
  let status: 'ok' | 'down' = 'ok'
  const counts = { codesSent: 0, failures: 0 }

  return {
    async send(letter, { deliver = true } = {}) {
      try {
        await hand(letter, deliver, AbortSignal.timeout(DEADLINE_MS))
        status = 'ok'
        if (deliver && letter.code !== undefined) counts.codesSent += 1
        return 'sent'
      } catch (error) {
        counts.failures += 1
        const fault = error as SmtpFault
        const refused = isRefusal(fault)
        // a server that refuses an address is a server that answers
        status = refused ? 'ok' : 'down'
        const { code, command, responseCode } = fault
        log.warn(refused ? 'mail_refused' : 'mail_failed', { code, command, responseCode })
        return refused ? 'refused' : 'failed'
      }
    },
    status: () => status,
    counts: () => ({ ...counts }),
    close: () => Promise.resolve(),
  }
}
