import type { Logger } from '#src/monitoring/log.ts'
import type { Codes } from '#src/identity/codes.ts'
import type { MailsOff } from '#src/identity/mails-off.ts'
import type { Mail, MailPurpose, Store } from '#src/store/port.ts'
import { digestLetter } from './digest-letter.ts'
import { codeLetter, invitationLetter, newAdministratorLetter, noticeLetter } from './letters.ts'
import type { Letter, Mailer } from './mailer.ts'

/** Longer than one delivery can take. When the lease ends, another instance may send a mail that a crashed instance had claimed. */
const LEASE_MS = 15_000
const FIRST_RETRY_MS = 4_000
const LAST_RETRY_MS = 300_000
/** How many mails are sent at the same time: more than one, so that a hanging delivery does not block the others. */
const AT_ONCE = 4
/** Another instance may queue a mail and crash before sending it, so every instance also polls. */
const POLL_MS = 10_000
const SHORTEST_PAUSE_MS = 20
const SOON_MS = { least: 200, most: 1_500 }
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
/**
 * Nobody waits more than an hour for a code; a mail about an account is useful for a day. A mail about an order is never given up: no later mail
 * repeats it.
 */
const GIVE_UP_MS: { readonly [Purpose in MailPurpose]?: number } = {
  reset: HOUR_MS,
  order_changed: Infinity,
}
const USUALLY_GIVE_UP_MS = 24 * HOUR_MS
const STOP_WITHIN_MS = 2_000

/** The pause after a failed delivery, in milliseconds; `attempts` counts the earlier failures. */
export const retryDelay = (attempts: number): number =>
  Math.min(FIRST_RETRY_MS * 2 ** attempts, LAST_RETRY_MS)

/**
 * Sends the mails that wait in the store, and queues the mails about orders that are due. Retries a failed mail with growing pauses until it is
 * too old.
 */
export function openOutbox(parts: {
  store: Store
  mailer: Mailer
  codes: Codes
  mailsOff: MailsOff
  /** The base URL of links in mails. */
  origin: string
  /** Minutes from the first change of an order to the mail about it; 0 sends no such mails. */
  digestMinutes: number
  log: Logger
  now: () => number
}) {
  const { store, mailer, codes, mailsOff, origin, digestMinutes, log, now } = parts
  /** The mails that are being sent. */
  const underWay = new Map<Mail, Promise<void>>()
  let timer: Timer | undefined
  let working: Promise<void> | null = null
  let isWoken = false
  let isStopped = false

  /**
   * The letter of a mail, or why a mail that waited is not sent any more. Creates the code at delivery time, so that its validity starts with the
   * mail that contains it.
   */
  async function write(mail: Mail): Promise<Letter | string> {
    const { to, purpose, codeId } = mail
    if (purpose === 'order_changed') return writeDigest(mail)
    if (purpose === 'invitation') return writeInvitation(mail)
    if (purpose === 'new_administrator') return writeNewAdministrator(mail)
    if (purpose !== 'reset') return noticeLetter(to, purpose)
    if (codeId === null) throw new Error('A reset mail has no code.')
    const code = codes.make()
    await store.codes.arm(codeId, codes.hash(purpose, to, code), now())
    return codeLetter(to, purpose, code)
  }

  /** A mail about an order can wait for hours while it is switched off. */
  async function writeDigest({ id, to, personId, digest }: Mail): Promise<Letter | string> {
    if (personId === null || digest === null) throw new Error('A mail about an order is empty.')
    if (digestMinutes === 0) return 'Mails about orders are off (DIGEST_MINUTES).'
    const account = await store.accounts.find({ id: personId })
    if (!account || account.disabled) return 'The account is disabled.'
    // The waiting mails of a person who leaves a club are deleted; this one may have been leased just before.
    if (account.clubId !== digest.clubId) return 'The person has left the club.'
    if (!account.orderMails) return 'The person wants no mails any more.'
    const mailsOffUrl = `${origin}/users/mails-off?t=${mailsOff.issue(personId)}`
    // The same Message-ID at each delivery, so that a retry is no second mail.
    return { ...digestLetter({ to, digest, origin, mailsOffUrl, digestMinutes }), id }
  }

  /** The names in it are those of the moment at which it is sent. */
  async function writeInvitation({ to, invitationId }: Mail): Promise<Letter | string> {
    const found = await store.people.findInvitation(invitationId ?? '', now())
    return found?.isOpen ? invitationLetter(to, found, origin) : 'The invitation has ended.'
  }

  async function writeNewAdministrator({ to, personId }: Mail): Promise<Letter> {
    const account = personId === null ? null : await store.accounts.find({ id: personId })
    if (!account) throw new Error('The new administrator of a mail is missing.')
    return newAdministratorLetter(to, account, origin)
  }

  async function send(mail: Mail) {
    const letter = await write(mail)
    if (typeof letter === 'string') return store.mail.markFailed(mail.id, null, letter)
    let fault: string | undefined
    const delivery = await mailer.send(letter, {
      deliver: mail.deliver,
      onFault: (text) => (fault = text),
    })
    // `stop` has released the mail meanwhile.
    if (!underWay.delete(mail)) return
    // The mail server would refuse the address again, so the mail is done.
    if (delivery === 'sent') return store.mail.markSent(mail.id)
    if (delivery === 'refused') return store.mail.markSent(mail.id, { error: fault ?? '' })
    const retryAt = now() + retryDelay(mail.attempts)
    const givesUpAt = mail.queuedAt + (GIVE_UP_MS[mail.purpose] ?? USUALLY_GIVE_UP_MS)
    if (retryAt >= givesUpAt) log.warn('mail_given_up', { purpose: mail.purpose })
    await store.mail.markFailed(mail.id, retryAt < givesUpAt ? retryAt : null, fault ?? '')
  }

  let toldAt = -Infinity
  /** A store that is away fails every few seconds: one line a minute tells it. */
  function failed(error: unknown) {
    if (now() - toldAt < MINUTE_MS) return
    toldAt = now()
    log.error('outbox_failed', { error: String(error) })
  }

  async function deliver(mail: Mail): Promise<void> {
    // After a failure `claim` returns the mail again when its lease ends.
    await send(mail).catch(failed)
    underWay.delete(mail)
    wake()
  }

  /** Queues the mails about orders that are due, and begins to send what waits. Resolves with the time at which the next one is due. */
  async function begin(): Promise<number> {
    let nextAt = Infinity
    try {
      const delayMs = digestMinutes === 0 ? null : digestMinutes * MINUTE_MS
      nextAt = (await store.mail.queueOrderMails(delayMs, now())) ?? Infinity
    } catch (error) {
      // Mails that are in the queue are still sent.
      failed(error)
    }
    for (;;) {
      // Who is sent first wakes it again.
      if (isStopped || underWay.size === AT_ONCE) return nextAt
      const mail = await store.mail.claim(now(), LEASE_MS)
      if (!mail) return Math.min(nextAt, (await store.mail.nextAt()) ?? Infinity)
      underWay.set(mail, deliver(mail))
    }
  }

  async function work(): Promise<void> {
    let pause = POLL_MS
    try {
      isWoken = false
      pause = Math.min(Math.max((await begin()) - now(), SHORTEST_PAUSE_MS), POLL_MS)
    } catch (error) {
      failed(error)
    }
    working = null
    if (!isStopped) timer = setTimeout(wake, isWoken ? SHORTEST_PAUSE_MS : pause)
  }

  /** Checks for due mails now instead of at the next due time. */
  function wake(): void {
    isWoken = true
    if (isStopped || working) return
    clearTimeout(timer)
    working = work()
  }

  let soon: Timer | undefined
  /** Checks for due mails after a random delay of at most 1.5 s, so that response times reveal nothing. */
  function wakeSoon(): void {
    soon ??= setTimeout(
      () => {
        soon = undefined
        wake()
      },
      SOON_MS.least + Math.random() * (SOON_MS.most - SOON_MS.least),
    )
  }

  wake()
  return {
    wake,
    wakeSoon,
    /** Stops checking. Waits at most 2 s for mails in progress, then releases those that are not sent. */
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(timer)
      clearTimeout(soon)
      const atWork = (working ?? Promise.resolve()).then(() => Promise.all(underWay.values()))
      await Promise.race([atWork, Bun.sleep(STOP_WITHIN_MS)])
      await Promise.all(
        [...underWay.keys()].map((mail) => {
          underWay.delete(mail)
          return store.mail.markFailed(mail.id, now())
        }),
      )
    },
  }
}
