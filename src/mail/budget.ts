import type { Logger } from '#src/monitoring/log.ts'
import type { Counters } from '#src/realtime/counters.ts'
import type { Mailer } from './mailer.ts'

const HOUR_MS = 3_600_000
const WARN_EVERY_MS = 60_000

/**
 * Adds an hourly limit that all instances share, so that nobody can use the portal to flood other people's addresses.
 * A mail beyond the limit counts as `failed` and may be retried.
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
  let warnedAt = -Infinity

  function warn(): void {
    if (now() - warnedAt < WARN_EVERY_MS) return
    warnedAt = now()
    log.warn('mail_budget_reached', { mails_per_hour: mailsPerHour })
  }

  return {
    ...mailer,
    async send(letter, options) {
      const waitMs = await counters.take('mails:all', budget, options?.deliver === false ? 0 : 1)
      if (waitMs === 0) return mailer.send(letter, options)
      warn()
      options?.onFault?.('The portal has sent as many mails as one hour allows.')
      return 'failed'
    },
  }
}
