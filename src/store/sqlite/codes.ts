import { CODE_WINDOWS_MS, checkCodeLimits, invalidCode, isCodeOpen } from '#src/rules/codes.ts'
import { emailKey } from '#src/rules/names.ts'
import type { CodePurpose, Mail, Store } from '../port.ts'
import type { AccountRows } from './accounts.ts'
import type { Connection } from './connection.ts'

type CodeRow = { id: string; hash: string; armedAt: number; tries: number; spent: number }

const isSame = (a: string, b: string): boolean => {
  const [left, right] = [new TextEncoder().encode(a), new TextEncoder().encode(b)]
  return left.length === right.length && crypto.timingSafeEqual(left, right)
}

type Methods = Pick<
  Store,
  | 'requestCode'
  | 'withdrawCode'
  | 'register'
  | 'resetPassword'
  | 'claimMail'
  | 'nextMailAt'
  | 'armCode'
  | 'mailSent'
  | 'mailFailed'
>

/** `isLimited: false` lifts the limits per time, for benchmarks and tests. */
export function openCodes(
  { prepare, read, write }: Connection,
  accounts: AccountRows,
  isLimited: boolean,
): Methods {
  const byEmail = prepare<{ at: number }, [string, number]>(
    `SELECT requested_at AS at FROM codes WHERE email = ? AND requested_at > ?
     ORDER BY requested_at DESC`,
  )
  const byClient = prepare<{ at: number }, [string, number]>(
    `SELECT requested_at AS at FROM codes WHERE client = ? AND requested_at > ?
     ORDER BY requested_at DESC`,
  )
  const insert = prepare(
    `INSERT INTO codes (id, email, purpose, client, requested_at, hash, armed_at, tries, spent)
     VALUES (?, ?, ?, ?, ?, ?, ?, 0, 0)`,
  )
  const insertMail = prepare(
    'INSERT INTO outbox (id, code_id, state, attempts, due_at) VALUES (?, ?, ?, 0, ?)',
  )
  const removeMail = prepare('DELETE FROM outbox WHERE code_id = ?')
  const remove = prepare('DELETE FROM codes WHERE id = ?')
  /** The one that counts: each code replaces the one armed before it. */
  const latest = prepare<CodeRow, [string, CodePurpose]>(
    `SELECT id, hash, armed_at AS armedAt, tries, spent FROM codes
     WHERE email = ? AND purpose = ? AND hash IS NOT NULL ORDER BY armed_at DESC, id DESC LIMIT 1`,
  )
  const countTry = prepare('UPDATE codes SET tries = tries + 1 WHERE id = ?')
  const markSpent = prepare('UPDATE codes SET spent = 1 WHERE id = ?')
  const arm = prepare('UPDATE codes SET hash = ?, armed_at = ?, tries = 0, spent = 0 WHERE id = ?')
  const due = prepare<Mail, [number]>(
    `SELECT o.id, o.code_id AS codeId, c.email AS "to", c.purpose, o.attempts
     FROM outbox o JOIN codes c ON c.id = o.code_id
     WHERE o.state = 'waiting' AND o.due_at <= ? ORDER BY o.due_at LIMIT 1`,
  )
  const lease = prepare('UPDATE outbox SET due_at = ? WHERE id = ?')
  const next = prepare<{ at: number | null }, []>(
    `SELECT MIN(due_at) AS at FROM outbox WHERE state = 'waiting'`,
  )
  const markSent = prepare(`UPDATE outbox SET state = 'sent' WHERE id = ?`)
  const markFailed = prepare('UPDATE outbox SET attempts = attempts + 1, due_at = ? WHERE id = ?')

  function checkLimits(email: string, client: string, now: number) {
    const ofEmail = byEmail.all(email, now - CODE_WINDOWS_MS.email)
    const ofClient = byClient.all(client, now - CODE_WINDOWS_MS.client)
    checkCodeLimits(
      ofEmail.map(({ at }) => at),
      ofClient.map(({ at }) => at),
      now,
    )
  }

  /** The code, if it is the right one and in time. A wrong one costs a try, which outlives the refusal. */
  function judge(email: string, purpose: CodePurpose, hash: string, now: number): CodeRow | null {
    const code = latest.get(email, purpose)
    if (!code || !isCodeOpen({ ...code, spent: code.spent !== 0 }, now)) return null
    if (isSame(code.hash, hash)) return code
    countTry.run(code.id)
    return null
  }

  return {
    requestCode: (request) =>
      write(() => {
        const { purpose, client, now, codeHash = null, deliver = true } = request
        const email = emailKey(request.email)
        if (isLimited) checkLimits(email, client, now)
        const codeId = Bun.randomUUIDv7()
        insert.run(codeId, email, purpose, client, now, codeHash, codeHash === null ? null : now)
        if (codeHash === null)
          insertMail.run(Bun.randomUUIDv7(), codeId, deliver ? 'waiting' : 'held', now)
        return { codeId }
      }),
    withdrawCode: (codeId) =>
      write(() => {
        removeMail.run(codeId)
        remove.run(codeId)
      }),
    async register(account, codeHash, now) {
      const made = await write(() => {
        const email = emailKey(account.email)
        const code = judge(email, 'register', codeHash, now)
        if (!code) return null
        markSpent.run(code.id)
        return accounts.create(account)
      })
      if (!made) throw invalidCode()
      return made
    },
    async resetPassword(address, passwordHash, codeHash, now) {
      const isReset = await write(() => {
        const email = emailKey(address)
        const account = accounts.find({ email })
        const code = judge(email, 'reset', codeHash, now)
        if (!code || !account) return false
        if (passwordHash === null) return true
        markSpent.run(code.id)
        accounts.change(account, { passwordHash })
        return true
      })
      if (!isReset) throw invalidCode()
    },
    async claimMail(now, leaseMs) {
      // Asked often and mostly for nothing: a look costs no commit.
      if (!read(() => due.get(now))) return null
      return write(() => {
        const mail = due.get(now)
        if (mail) lease.run(now + leaseMs, mail.id)
        return mail
      })
    },
    async nextMailAt() {
      return read(() => next.get()?.at ?? null)
    },
    armCode: (codeId, codeHash, now) =>
      write(() => {
        arm.run(codeHash, now, codeId)
      }),
    mailSent: (id) =>
      write(() => {
        markSent.run(id)
      }),
    mailFailed: (id, retryAt) =>
      write(() => {
        markFailed.run(retryAt, id)
      }),
  }
}
