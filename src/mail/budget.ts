import type { Logger } from '#src/monitoring/log.ts'
import type { Counters } from '#src/realtime/counters.ts'
import { type MailShare, mailShares } from '#src/rules/mail-shares.ts'
import type { Mailer } from './mailer.ts'

const HOUR_MS = 3_600_000
const WARN_EVERY_MS = 60_000

/**
 * Adds hourly limits that all instances share, so that nobody can use the portal to flood other people's addresses: one for each kind of
 * mail, see `mailShares`. A mail beyond the limit counts as `failed` and may be retried.
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
  const shares = mailShares(mailsPerHour)
  const warnedAt = new Map<MailShare, number>()

  function warn(share: MailShare): void {
    if (Math.abs(now() - (warnedAt.get(share) ?? -Infinity)) < WARN_EVERY_MS) return
    warnedAt.set(share, now())
    log.warn('mail_budget_reached', { share, mails_per_hour: shares[share] })
  }

  return {
    ...mailer,
    async send(letter, options) {
      const share = letter.share ?? 'other'
      const allowance = { free: shares[share], windowMs: HOUR_MS }
      const cost = options?.deliver === false ? 0 : 1
      const waitMs = await counters.take(`mails:${share}`, allowance, cost)
      if (waitMs === 0) return mailer.send(letter, options)
      warn(share)
      options?.onFault?.('The portal has sent as many mails of this kind as one hour allows.')
      return 'failed'
    },
  }
}
