import { limits } from '#src/contract/limits.ts'
import { mailDueAt } from '#src/rules/digest.ts'
import type { MailStore } from '../port.ts'
import type { Database, MailRow, Tables } from '../tables.ts'
import { ask } from '../work.ts'
import { tellClubs } from './digests.ts'

/** A mail is given up after it was lost so often: the server may have stopped because of it. */
const MOST_LOST = 3
const LOST_TEXT = `The server stopped ${MOST_LOST} times while it sent this mail.`

/** Whether administrators see a mail. One with a code is its owner's alone, and one that is never delivered tells who has no account. */
const isListed = ({ deliver, purpose }: Pick<MailRow, 'deliver' | 'purpose'>): boolean =>
  deliver && purpose !== 'reset'

/** The area `mail`. */
export function openMail({ read, write }: Database): MailStore {
  /** Changes a mail that fits. Answers whether there is one. */
  async function change(
    id: string,
    toChange: (mail: Omit<MailRow, 'digest'>) => Parameters<Tables['mails']['set']>[1] | null,
  ): Promise<boolean> {
    const { value } = await write(function* ({ mails }) {
      const mail = yield* ask(mails.find(id))
      const fields = mail && toChange(mail)
      if (fields) yield* ask(mails.set(id, fields))
      return { value: fields !== null }
    })
    return value
  }

  return {
    async queue(to, purpose, now) {
      await write(function* ({ mails }) {
        yield* ask(mails.queue({ to, purpose }, now))
        return { value: undefined }
      })
    },
    async queueOrderMails(delayMs, now) {
      for (;;) {
        const [first] = await read(({ carts }) => ask(carts.changed(1)))
        if (!first) return null
        const dueAt = delayMs === null ? 0 : mailDueAt(first.changedAt ?? 0, delayMs)
        if (dueAt > now) return dueAt
        await write(function* (tables) {
          const found = yield* ask(tables.carts.find([first.id]))
          const changed = found.filter(({ changedAt }) => changedAt !== null)
          yield* tellClubs(tables, changed, { isMailed: delayMs !== null, now })
          return { value: undefined }
        })
      }
    },
    async claim(now, leaseMs) {
      // Most calls find no due mail; a read costs no commit.
      if (!(await read(({ mails }) => ask(mails.due(now))))) return null
      const { value } = await write(function* ({ mails }) {
        for (let row = yield* ask(mails.due(now)); row; row = yield* ask(mails.due(now))) {
          const { state: _state, error: _error, dueAt: _due, leased, lost: before, ...mail } = row
          const lost = before + (leased ? 1 : 0)
          if (lost < MOST_LOST) {
            yield* ask(mails.set(mail.id, { dueAt: now + leaseMs, leased: true, lost }))
            return { value: mail }
          }
          const attempts = mail.attempts + 1
          const end = {
            state: 'given_up',
            leased: false,
            lost,
            attempts,
            error: LOST_TEXT,
          } as const
          yield* ask(mails.set(mail.id, end))
        }
        return { value: null }
      })
      return value
    },
    nextAt: () => read(({ mails }) => ask(mails.nextAt())),
    async markSent(id, refusal) {
      await change(id, ({ state }) =>
        state === 'waiting'
          ? {
              state: refusal ? 'refused' : 'sent',
              leased: false,
              error: refusal?.error ?? null,
            }
          : null,
      )
    },
    async markFailed(id, retryAt, error) {
      await change(id, ({ attempts, ...mail }) => ({
        attempts: attempts + 1,
        leased: false,
        lost: 0,
        error: error ?? mail.error,
        ...(retryAt === null ? { state: 'given_up' } : { dueAt: retryAt }),
      }))
    },
    list: () =>
      read(function* ({ accounts, mails }) {
        const found = yield* ask(mails.newest(limits.listedMails))
        const clubs = new Map((yield* ask(accounts.all())).map((one) => [one.email, one]))
        return found.flatMap(({ id, to, purpose, state, attempts, queuedAt, dueAt, error }) => {
          if (purpose === 'reset') return []
          const owner = clubs.get(to)
          const clubName = owner?.clubId ? owner.clubName : null
          return [{ id, to, clubName, purpose, state, attempts, queuedAt, dueAt, error }]
        })
      }),
    sendAgain: (id, now) =>
      change(id, (mail) =>
        isListed(mail) && mail.state !== 'sent' && !(mail.state === 'waiting' && mail.leased)
          ? { state: 'waiting', leased: false, lost: 0, attempts: 0, queuedAt: now, dueAt: now }
          : null,
      ),
  }
}
