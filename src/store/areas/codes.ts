import {
  checkCodeLimits,
  CODE_WINDOWS_MS,
  codeToJudge,
  countedClient,
  invalidCode,
  mayTry,
  triesToday,
} from '#src/rules/codes.ts'
import { invitationEndedEntry } from '#src/rules/entries.ts'
import { emailKey } from '#src/rules/names.ts'
import { invitationToSpend, registering, stateOfNew } from '#src/rules/people.ts'
import type { CodePurpose, CodeStore, TriedCode } from '../port.ts'
import { hasHash } from '../shared/same-hash.ts'
import type { Database, Tables } from '../tables.ts'
import { ask, type Work } from '../work.ts'
import { changeAccount, createAccount } from './accounts.ts'

/** The area `codes`. */
export function openCodes({ rateLimits: isLimited, write }: Database): CodeStore {
  /** The id of a right and valid code, else `null`. A wrong code costs a try; the write commits it before the refusal. */
  function* judge(
    { codes }: Tables,
    email: string,
    purpose: CodePurpose,
    { hashes, client, now }: TriedCode,
  ): Work<string | null> {
    const who = countedClient(client)
    const code = codeToJudge(yield* ask(codes.armed(email, purpose)), who, now)
    if (!code) return null
    const tries = yield* ask(codes.countTries({ codeId: code.id, email, ...who }, triesToday(now)))
    if (!mayTry(tries, isLimited)) return null
    yield* ask(codes.lock([`tries ${email}`], now))
    if (hasHash(hashes, code.hash)) return code.id
    yield* ask(codes.addTry({ codeId: code.id, email, ...who, at: now }))
    return null
  }

  return {
    async request({ purpose, client, now, codeHash = null, deliver = true, ...request }) {
      const { value } = await write(function* ({ codes, mails }) {
        const email = emailKey(request.email)
        const who = countedClient(client)
        if (isLimited) {
          yield* ask(codes.lock([`email ${email}`, `${who.clientKind} ${who.client}`], now))
          checkCodeLimits(
            client,
            yield* ask(codes.askedFor(email, now - CODE_WINDOWS_MS.address)),
            yield* ask(codes.askedBy(who, now - CODE_WINDOWS_MS.network)),
            now,
          )
        }
        const codeId = Bun.randomUUIDv7()
        const armedAt = codeHash === null ? null : now
        const code = { email, purpose, ...who, requestedAt: now, hash: codeHash, armedAt }
        yield* ask(codes.add({ id: codeId, ...code, spent: false }))
        if (codeHash === null)
          yield* ask(mails.queue({ to: email, purpose: 'reset', codeId, deliver }, now))
        return { value: { codeId } }
      })
      return value
    },
    async withdraw(codeId) {
      await write(function* ({ codes, mails }) {
        yield* ask(mails.dropOfCode(codeId))
        yield* ask(codes.remove(codeId))
        return { value: undefined }
      })
    },
    async register(account, tried) {
      const { value } = await write(function* (tables) {
        const { codes, invitations, people } = tables
        const email = emailKey(account.email)
        const codeId = yield* judge(tables, email, 'register', tried)
        if (codeId === null) return { value: null }
        yield* ask(codes.spend(codeId))
        const { now } = tried
        const invitation = invitationToSpend(yield* ask(invitations.ofAddress(email)), now)
        if (invitation) yield* ask(invitations.end([invitation], now))
        const value = yield* createAccount(tables, registering(account, invitation), {
          by: null,
          now,
          state: stateOfNew(yield* ask(people.mode())),
          beside: invitation ? [invitationEndedEntry(invitation)] : [],
        })
        return { value }
      })
      if (!value) throw invalidCode()
      return value
    },
    async resetPassword(address, passwordHash, tried) {
      const { value: isReset } = await write(function* (tables) {
        const email = emailKey(address)
        const account = yield* ask(tables.accounts.find({ email }))
        const codeId = yield* judge(tables, email, 'reset', tried)
        if (codeId === null || !account) return { value: false }
        if (passwordHash !== null) {
          yield* ask(tables.codes.spend(codeId))
          yield* changeAccount(tables, account, { passwordHash }, { by: null, now: tried.now })
        }
        return { value: true }
      })
      if (!isReset) throw invalidCode()
    },
    async arm(codeId, codeHash, now) {
      await write(function* ({ codes }) {
        yield* ask(codes.arm(codeId, codeHash, now))
        return { value: undefined }
      })
    },
  }
}
