import {
  checkCodeLimits,
  CODE_WINDOWS_MS,
  codeToJudge,
  type CodeTries,
  type CountedClient,
  countedClient,
  invalidCode,
  mayTry,
  triesToday,
} from '#src/rules/codes.ts'
import { invitationEndedEntry } from '#src/rules/entries.ts'
import { invitationToSpend, registering, stateOfNew } from '#src/rules/people.ts'
import { emailKey } from '#src/rules/names.ts'
import type { CodePurpose, CodeStore, TriedCode } from '../port.ts'
import { hasHash } from '../shared/same-hash.ts'
import type { Connection } from './connection.ts'
import type { Parts } from './parts.ts'

type RequestRow = CountedClient & { at: number }
type ArmedRow = CountedClient & { id: string; hash: string; armedAt: number; spent: number }

/** The area `codes`. */
export function openCodes(
  { prepare, write }: Connection,
  { rateLimits: isLimited, accounts, mails, invitations, registration }: Parts,
): CodeStore {
  const ofAddress = prepare<RequestRow, [string, number]>(
    `SELECT client_kind AS clientKind, client, requested_at AS at FROM codes
     WHERE email = ? AND requested_at > ? ORDER BY requested_at DESC`,
  )
  const ofNetwork = prepare<RequestRow, [string, number]>(
    `SELECT client_kind AS clientKind, client, requested_at AS at FROM codes
     WHERE client = ? AND requested_at > ? AND client_kind = 'network' ORDER BY requested_at DESC`,
  )
  const insert = prepare(
    `INSERT INTO codes (id, email, purpose, client_kind, client, requested_at, hash, armed_at, spent)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)`,
  )
  const remove = prepare('DELETE FROM codes WHERE id = ?')
  const armed = prepare<ArmedRow, [string, CodePurpose]>(
    `SELECT id, client_kind AS clientKind, client, hash, armed_at AS armedAt, spent FROM codes
     WHERE email = ? AND purpose = ? AND hash IS NOT NULL ORDER BY armed_at DESC, id DESC`,
  )
  const triesOfCode = prepare<{ own: number; ofKind: number }, [string, string, string]>(
    `SELECT coalesce(sum(client = ?3), 0) AS own, count(*) AS ofKind
     FROM code_tries WHERE code_id = ?1 AND client_kind = ?2`,
  )
  const ofKindToday = prepare<{ tries: number }, [string, number, number, string]>(
    `SELECT count(*) AS tries FROM code_tries
     WHERE email = ? AND at > ? AND at <= ? AND client_kind = ?`,
  )
  const insertTry = prepare(
    'INSERT INTO code_tries (code_id, email, client_kind, client, at) VALUES (?, ?, ?, ?, ?)',
  )
  const markSpent = prepare('UPDATE codes SET spent = 1 WHERE id = ?')
  const arm = prepare('UPDATE codes SET hash = ?, armed_at = ? WHERE id = ?')

  function countTries(codeId: string, email: string, who: CountedClient, now: number): CodeTries {
    const ofCode = triesOfCode.get(codeId, who.clientKind, who.client)
    const { after, until } = triesToday(now)
    return {
      own: ofCode?.own ?? 0,
      ofKind: ofCode?.ofKind ?? 0,
      ofKindToday: ofKindToday.get(email, after, until, who.clientKind)?.tries ?? 0,
    }
  }

  /** The id of a right and valid code, else `null`. A wrong code costs a try; the write commits it before the refusal. */
  function judge(email: string, purpose: CodePurpose, tried: TriedCode): string | null {
    const { now } = tried
    const who = countedClient(tried.client)
    const rows = armed.all(email, purpose).map((row) => ({ ...row, spent: row.spent !== 0 }))
    const code = codeToJudge(rows, who, now)
    if (!code || !mayTry(countTries(code.id, email, who, now), isLimited)) return null
    if (hasHash(tried.hashes, code.hash)) return code.id
    insertTry.run(code.id, email, who.clientKind, who.client, now)
    return null
  }

  return {
    request: (request) =>
      write(() => {
        const { purpose, now, codeHash = null, deliver = true } = request
        const email = emailKey(request.email)
        const who = countedClient(request.client)
        if (isLimited)
          checkCodeLimits(
            request.client,
            ofAddress.all(email, now - CODE_WINDOWS_MS.address),
            ofNetwork.all(who.client, now - CODE_WINDOWS_MS.network),
            now,
          )
        const codeId = Bun.randomUUIDv7()
        const armedAt = codeHash === null ? null : now
        insert.run(codeId, email, purpose, who.clientKind, who.client, now, codeHash, armedAt)
        if (codeHash === null) mails.queue(email, 'reset', now, { codeId, deliver })
        return { codeId }
      }),
    withdraw: (codeId) =>
      write(() => {
        mails.removeOfCode(codeId)
        remove.run(codeId)
      }),
    async register(account, tried) {
      const made = await write(() => {
        const codeId = judge(emailKey(account.email), 'register', tried)
        if (codeId === null) return null
        markSpent.run(codeId)
        const invitation = invitationToSpend(
          invitations.ofAddress(emailKey(account.email)),
          tried.now,
        )
        if (invitation) invitations.end(invitation.id, tried.now)
        return accounts.create(registering(account, invitation), {
          by: null,
          now: tried.now,
          state: stateOfNew(registration.mode()),
          beside: invitation ? [invitationEndedEntry(invitation)] : [],
        })
      })
      if (!made) throw invalidCode()
      return made
    },
    async resetPassword(address, passwordHash, tried) {
      const isReset = await write(() => {
        const email = emailKey(address)
        const account = accounts.find({ email })
        const codeId = judge(email, 'reset', tried)
        if (codeId === null || !account) return false
        if (passwordHash === null) return true
        markSpent.run(codeId)
        accounts.change(account, { passwordHash }, null, tried.now)
        return true
      })
      if (!isReset) throw invalidCode()
    },
    arm: (codeId, codeHash, now) =>
      write(() => {
        arm.run(codeHash, now, codeId)
      }),
  }
}
