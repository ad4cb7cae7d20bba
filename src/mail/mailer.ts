import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#src/config.ts'
import type { Logger } from '#src/monitoring/log.ts'
import type { MailShare } from '#src/rules/mail-shares.ts'

/**
 * A mail that is ready to send; `code` is set when the mail contains a code. A mail with an `id` has it at each delivery, so that readers
 * recognize it.
 */
export type Letter = {
  to: string
  subject: string
  text: string
  html: string
  code?: string
  id?: string
  /** The part of an hour's mails that it uses; `other` if it is left out. */
  share?: MailShare
  headers?: Readonly<Record<string, string>>
}

/** The result of a delivery: accepted by the mail server, refused permanently (550, 553), or failed for now. */
export type Delivery = 'sent' | 'refused' | 'failed'

export type Mailer = ReturnType<typeof openMailer>

type Send = (letter: Letter, deliver: boolean, signal: AbortSignal) => Promise<void>

/** One second less than the 10 s that `openMailer` promises. */
const DEADLINE_MS = 9_000
const FILES_FROM = 'Inventory portal <portal@portal.example>'

/** Contains no digits: the code must be the only run of six digits, also in the mail source. */
const randomLetters = () =>
  crypto
    .getRandomValues(new Uint8Array(16))
    .toHex()
    .replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))

/** Converts a letter to a nodemailer message; nodemailer keeps each header value on one line. */
const toMessage = ({ to, subject, text, html, id, headers }: Letter, from: string) => ({
  from,
  to: { name: '', address: to },
  subject,
  text,
  html,
  messageId: `<${id ?? randomLetters()}@${from.replace(/^.*@|[>\s].*$/g, '')}>`,
  baseBoundary: randomLetters(),
  headers: { 'Auto-Submitted': 'auto-generated', ...headers },
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** A mail as it is sent. */
async function compose(letter: Letter, from: string) {
  const { createTransport } = await import('nodemailer')
  const composer = createTransport({ streamTransport: true, buffer: true })
  return (await composer.sendMail(toMessage(letter, from))).message.toString()
}

/** Opens one connection per mail: a pool would keep mails while the server is down and send them after their code has expired. */
function sendBySmtp({ url, from, tls }: Extract<Config['mail'], { kind: 'smtp' }>): Send {
  const options = {
    url,
    connectionTimeout: DEADLINE_MS,
    greetingTimeout: DEADLINE_MS,
    socketTimeout: DEADLINE_MS,
    // an attacker who strips STARTTLS gets neither the password nor the mail
    ...(tls === 'off' ? { ignoreTLS: true } : { requireTLS: true }),
    // overrides NODE_TLS_REJECT_UNAUTHORIZED
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' as const },
  }
  return async (letter, deliver, signal) => {
    // read with the first mail: an idle server saves 4 MB
    const { createTransport } = await import('nodemailer')
    const transport = createTransport(options)
    if (deliver) {
      await transport.sendMail({ ...toMessage(letter, from), signal })
      return
    }
    await compose(letter, from)
    // `verify` accepts no signal: without the race, a slow server would delay this mail longer than a real one.
    const late = Promise.withResolvers<never>()
    signal.addEventListener('abort', () => late.reject(signal.reason), { once: true })
    await Promise.race([transport.verify(), late.promise])
  }
}

/** So many files of mails are kept, about 40 MB. */
const KEPT_FILES = 1_000

/** Where mails are files when there is no mail server. */
export const outboxOf = (dataDir: string): string => join(dataDir, 'outbox')

/** Without a mail server, writes each mail to a file and prints its code on the console. Keeps the newest files. */
function sendToFiles(dataDir: string): Send {
  const outbox = outboxOf(dataDir)
  return async (letter, deliver) => {
    const message = await compose(letter, FILES_FROM)
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomLetters().slice(0, 6)}.eml`
    await mkdir(outbox, { recursive: true, mode: 0o700 })
    // written under a hidden name first, so that nobody reads half a mail
    await writeFile(join(outbox, `.${name}`), message, { mode: 0o600 })
    if (!deliver) return rm(join(outbox, `.${name}`))
    await rename(join(outbox, `.${name}`), join(outbox, name))
    // their names sort by time
    const older = (await readdir(outbox)).filter((file) => file.endsWith('.eml')).toSorted()
    for (const file of older.slice(0, -KEPT_FILES)) await rm(join(outbox, file), { force: true })
    if (letter.code !== undefined)
      console.log(`\n  Code ${letter.code} for ${letter.to} (${join(outbox, name)})\n`)
  }
}

/** The mail server's error without its message, which repeats the recipient's address. */
type SmtpFault = { code?: unknown; command?: unknown; responseCode?: unknown }

const isRefusal = ({ command, responseCode }: SmtpFault) =>
  command === 'RCPT TO' && (responseCode === 550 || responseCode === 553)

const UNREACHABLE = /^E(?:CONNREFUSED|CONNECTION|SOCKET|DNS|NOTFOUND)$/

function faultText(fault: SmtpFault): string {
  const { code, responseCode } = fault
  if (isRefusal(fault))
    return `The mail server does not take mail for this address (${responseCode}).`
  if (code === 'EAUTH') return 'The mail server refused the user name or the password.'
  if (responseCode !== undefined) return `The mail server answered ${Number(responseCode)}.`
  if (code === 'ETLS') return 'The mail server offers no safe connection.'
  return UNREACHABLE.test(String(code))
    ? 'The mail server could not be reached.'
    : 'The mail server did not answer in time.'
}

/** Hands letters to the mail server. The promise of `send` never rejects and settles within 10 s. */
export function openMailer(
  mail: Config['mail'],
  { dataDir, log }: { dataDir: string; log: Logger },
) {
  const deliverLetter = mail.kind === 'smtp' ? sendBySmtp(mail) : sendToFiles(dataDir)
  let status: 'ok' | 'down' = 'ok'
  const counts = { codesSent: 0, failures: 0 }

  return {
    /**
     * `deliver: false` does everything except the delivery and takes as long, so that timing does not reveal which mail was real. `onFault`
     * gets a sentence about what went wrong, without any address.
     */
    async send(
      letter: Letter,
      { deliver = true, onFault }: { deliver?: boolean; onFault?: (fault: string) => void } = {},
    ): Promise<Delivery> {
      try {
        await deliverLetter(letter, deliver, AbortSignal.timeout(DEADLINE_MS))
        status = 'ok'
        if (deliver && letter.code !== undefined) counts.codesSent += 1
        return 'sent'
      } catch (error) {
        counts.failures += 1
        const fault = error as SmtpFault
        const refused = isRefusal(fault)
        // a server that refuses an address is up
        status = refused ? 'ok' : 'down'
        const { code, command, responseCode } = fault
        onFault?.(faultText(fault))
        log.warn(refused ? 'mail_refused' : 'mail_failed', { code, command, responseCode })
        return refused ? 'refused' : 'failed'
      }
    },
    /** The state after the last delivery; does not contact the mail server. */
    status: () => status,
    /** Totals since the start: codes delivered, and letters that were refused or failed. */
    counts: () => ({ ...counts }),
  }
}
