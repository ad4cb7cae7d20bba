import type { Logger } from '#src/log.ts'
import type { Codes } from '#src/modules/users/codes.ts'
import type { Mail, Store } from '#src/store/port.ts'
import { codeLetter } from './letters.ts'
import type { Mailer } from './mailer.ts'

/** Sends the mails that wait in the store; a failed one is retried with back-off and never lost. */
export type Outbox = {
  /** Looks now instead of at the next due time. */
  wake(): void
  /** Stops looking; a mail under way is finished or given back. */
  stop(): Promise<void>
}

/** Longer than a sending can take; what a crashed instance held is free again after it. */
const LEASE_MS = 15_000
const FIRST_RETRY_MS = 4_000
const LAST_RETRY_MS = 300_000
/** One that hangs must not keep the others waiting. */
const AT_ONCE = 4
/** Another instance may queue a mail and die before it sends it: somebody has to look without being woken. */
const LOOK_EVERY_MS = 10_000
const SHORTEST_PAUSE_MS = 20
const STOP_WITHIN_MS = 2_000

/** The pause after a sending that failed; `attempts` counts those before it. */
export const retryDelay = (attempts: number): number =>
  Math.min(FIRST_RETRY_MS * 2 ** attempts, LAST_RETRY_MS)

export function openOutbox(parts: {
  store: Store
  mailer: Mailer
  codes: Codes
  log: Logger
  now: () => number
}): Outbox {
  const { store, mailer, codes, log, now } = parts
  const underWay = new Set<Mail>()
  const workers = new Set<Promise<void>>()
  let timer: Timer | undefined
  let isWoken = false
  let isStopped = false

  /** Only now is there a code, so that its ten minutes are those of the mail that brings it. */
  async function send(mail: Mail) {
    const code = codes.make()
    await store.armCode(mail.codeId, codes.hash(mail.purpose, mail.to, code), now())
    const delivery = await mailer.send(codeLetter(mail.to, mail.purpose, code))
    // `stop` has given it back meanwhile
    if (!underWay.delete(mail)) return
    if (delivery === 'failed') {
      await store.mailFailed(mail.id, now() + retryDelay(mail.attempts))
      return
    }
    // an address refused for good will be refused again: there is nothing left to do for it
    await store.mailSent(mail.id)
  }

  async function sendDueMails() {
    for (;;) {
      isWoken = false
      const mail = isStopped ? null : await store.claimMail(now(), LEASE_MS)
      if (!mail) return
      underWay.add(mail)
      // the next mail does not wait for this one
      wake()
      await send(mail).finally(() => underWay.delete(mail))
    }
  }

  async function work() {
    let pause = LOOK_EVERY_MS
    try {
      await sendDueMails()
      const dueAt = await store.nextMailAt()
      if (dueAt !== null)
        pause = Math.min(Math.max(dueAt - now(), SHORTEST_PAUSE_MS), LOOK_EVERY_MS)
    } catch (error) {
      // a mail that was claimed comes back when its lease ends
      log.error('outbox_failed', { error: String(error) })
    }
    if (isStopped) return
    clearTimeout(timer)
    timer = setTimeout(wake, isWoken ? SHORTEST_PAUSE_MS : pause)
  }

  function wake() {
    isWoken = true
    if (isStopped || workers.size >= AT_ONCE) return
    const worker = work().finally(() => workers.delete(worker))
    workers.add(worker)
  }

  wake()
  return {
    wake,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await Promise.race([Promise.all(workers), Bun.sleep(STOP_WITHIN_MS)])
      await Promise.all(
        [...underWay].map((mail) => {
          underWay.delete(mail)
          return store.mailFailed(mail.id, now())
        }),
      )
    },
  }
}
