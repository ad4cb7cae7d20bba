import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { HANGS_AFTER_MS } from './until.ts'

/** A mail as its reader sees it, with its source. */
export type ReceivedMail = {
  to: string
  subject: string
  text: string
  html: string
  /** The one run of six digits in its text, or `null`. */
  code: string | null
  source: string
}

/** How the server treats the next mails: takes them, refuses the recipient, fails for now, never says a word, or says each so late that all together takes too long. */
export type SmtpMode = 'accept' | 'refuse' | 'fail' | 'hang' | 'crawl'

const CRAWL_MS = 5_500

export type Smtp = {
  url: string
  mails: ReceivedMail[]
  /** Passwords that it was told. */
  passwords: string[]
  mode: SmtpMode
  /** How many connections were made so far. */
  connections(): number
  /** The first mail to this address that nobody has waited for yet. */
  waitForMail(to: string): Promise<ReceivedMail>
  close(): Promise<void>
}

const smtpFault = (responseCode: number, text: string) =>
  Object.assign(new Error(text), { responseCode })

const toReceived = (to: string, source: string, email: Email): ReceivedMail => {
  const text = email.text ?? ''
  return {
    to,
    subject: email.subject ?? '',
    text,
    html: email.html ?? '',
    code: /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? null,
    source,
  }
}

type SmtpOptions = {
  /** It asks for a user name and a password; takes any. */
  auth?: boolean
  /** From when on it speaks TLS; without, it offers none. The package's own certificate is an expired one that nobody trusts. */
  tls?: { from: 'start' | 'starttls'; key?: string; cert?: string }
}

/** A real SMTP server in this process. */
export async function startSmtp({ auth, tls }: SmtpOptions = {}): Promise<Smtp> {
  const mails: ReceivedMail[] = []
  const passwords: string[] = []
  const taken = new Set<ReceivedMail>()
  const watchers = new Set<() => void>()
  let connections = 0

  const server = new SMTPServer({
    authOptional: !auth,
    allowInsecureAuth: true,
    disabledCommands: [...(tls ? [] : ['STARTTLS']), ...(auth ? [] : ['AUTH'])],
    secure: tls?.from === 'start',
    ...(tls?.key && { key: tls.key, cert: tls.cert }),
    onAuth({ username, password }, _session, next) {
      passwords.push(String(password))
      next(null, { user: username })
    },
    logger: false,
    closeTimeout: 50,
    onConnect(_session, next) {
      connections += 1
      if (smtp.mode === 'crawl') setTimeout(next, CRAWL_MS)
      else if (smtp.mode !== 'hang') next()
    },
    onMailFrom(_address, _session, next) {
      if (smtp.mode === 'crawl') setTimeout(next, CRAWL_MS)
      else next()
    },
    onRcptTo(_address, _session, next) {
      if (smtp.mode === 'refuse') return next(smtpFault(550, '5.1.1 No such mailbox'))
      if (smtp.mode === 'fail') return next(smtpFault(451, '4.3.0 Try again later'))
      return next()
    },
    async onData(stream, { envelope }, next) {
      let source = ''
      try {
        for await (const chunk of stream) source += String(chunk)
      } catch (error) {
        // The client has gone away in the middle of a mail.
        return next(error as Error)
      }
      const email = await PostalMime.parse(source)
      for (const { address } of envelope.rcptTo) mails.push(toReceived(address, source, email))
      next()
      for (const tell of watchers) tell()
    },
  })
  server.on('error', () => {})
  // Each answer leaves at once: waiting for more to send costs 40 ms a command.
  server.server.on('connection', (socket) => void socket.setNoDelay(true))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.server.address()
  if (address === null || typeof address === 'string')
    throw new Error('The SMTP server has no port.')

  const smtp: Smtp = {
    url: `${tls?.from === 'start' ? 'smtps' : 'smtp'}://127.0.0.1:${address.port}`,
    mails,
    passwords,
    mode: 'accept',
    connections: () => connections,
    waitForMail: (to) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          watchers.delete(look)
          reject(new Error(`No mail to ${to} came.`))
        }, HANGS_AFTER_MS)
        function look() {
          const found = mails.find((mail) => mail.to === to && !taken.has(mail))
          if (!found) return
          taken.add(found)
          clearTimeout(timer)
          watchers.delete(look)
          resolve(found)
        }
        watchers.add(look)
        look()
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return smtp
}
