import type { Logger } from '#src/monitoring/log.ts'
import type { Counters } from '#src/realtime/counters.ts'
import type { Mailer } from './mailer.ts'

const HOUR_MS = 3_600_000
const SAY_EVERY_MS = 60_000

/**
 * The same mailer with a budget for an hour, which all instances share: the portal is no cannon for mail to other people's addresses.
 * What is beyond it has failed, and may be tried again.
 */
export function withBudget(
  mailer: Mailer,
  {
    counters,
    mailsPerHour,
    log,
    now,
  }: { counters: Counters; mailsPerHour: number; log: Logger; now: () => number },
): Mailer {
  const budget = { free: mailsPerHour, windowMs: HOUR_MS }
  let saidAt = -Infinity

  function say(): void {
    if (now() - saidAt < SAY_EVERY_MS) return
    saidAt = now()
    log.warn('mail_budget_reached', { mails_per_hour: mailsPerHour })
  }

  return {
    ...mailer,
    async send(letter, options) {
      const waitMs = await counters.take('mails:all', budget, options?.deliver === false ? 0 : 1)
      if (waitMs === 0) return mailer.send(letter, options)
      say()
      return 'failed'
    },
  }
}
