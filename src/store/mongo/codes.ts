import type { ClientSession } from 'mongodb'
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
import type { CodeClient, CodePurpose, CodeStore, TriedCode } from '../port.ts'
import { hasHash } from '../shared/same-hash.ts'
import type { Connection } from './connection.ts'
import type { CodeDoc } from './documents.ts'
import type { Parts } from './parts.ts'

/** Whether a code was sent. */
const isArmed = (code: CodeDoc): code is CodeDoc & { hash: string; armedAt: number } =>
  code.hash !== null && code.armedAt !== null

/** The area `codes`. */
export function openCodes(
  connection: Connection,
  { rateLimits: isLimited, accounts, mails }: Parts,
): CodeStore {
  const { codes, codeGates, codeTries, invitations, outbox, portal, run, transact } = connection

  /** Makes two transactions at once conflict: one starts again and sees what the other wrote. */
  const pass = (gate: string, now: number, session: ClientSession) =>
    codeGates.updateOne(
      { _id: gate },
      { $inc: { asked: 1 }, $set: { at: now } },
      { upsert: true, session },
    )

  async function requestsOf(
    who: { email: string } | CountedClient,
    since: number,
    session: ClientSession,
  ) {
    const found = codes.find({ ...who, requestedAt: { $gt: since } }, { session })
    return (await found.sort({ requestedAt: -1 }).toArray()).map(
      ({ clientKind, client, requestedAt }) => ({ clientKind, client, at: requestedAt }),
    )
  }

  async function checkLimits(
    email: string,
    client: CodeClient,
    now: number,
    session: ClientSession,
  ): Promise<void> {
    const who = countedClient(client)
    await pass(`email ${email}`, now, session)
    await pass(`${who.clientKind} ${who.client}`, now, session)
    checkCodeLimits(
      client,
      await requestsOf({ email }, now - CODE_WINDOWS_MS.address, session),
      await requestsOf(who, now - CODE_WINDOWS_MS.network, session),
      now,
    )
  }

  async function countTries(
    { _id: codeId, email }: CodeDoc,
    who: CountedClient,
    now: number,
    session: ClientSession,
  ): Promise<CodeTries> {
    const { clientKind } = who
    const { after, until } = triesToday(now)
    const count = (filter: Parameters<typeof codeTries.countDocuments>[0]) =>
      codeTries.countDocuments(filter, { session })
    return {
      own: await count({ codeId, ...who }),
      ofKind: await count({ codeId, clientKind }),
      ofKindToday: await count({ email, clientKind, at: { $gt: after, $lte: until } }),
    }
  }

  /** The id of a right and valid code, else `null`. A wrong code costs a try; the transaction commits it before the refusal. */
  async function judge(
    email: string,
    purpose: CodePurpose,
    { hashes, client, now }: TriedCode,
    session: ClientSession,
  ): Promise<string | null> {
    const who = countedClient(client)
    const found = await codes
      .find({ email, purpose, hash: { $ne: null } }, { session })
      .sort({ armedAt: -1, _id: -1 })
      .toArray()
    const code = codeToJudge(found.filter(isArmed), who, now)
    if (!code || !mayTry(await countTries(code, who, now, session), isLimited)) return null
    await pass(`tries ${email}`, now, session)
    if (hasHash(hashes, code.hash)) return code._id
    const _id = Bun.randomUUIDv7()
    await codeTries.insertOne({ _id, codeId: code._id, email, ...who, at: now }, { session })
    return null
  }

  const markSpent = (codeId: string, session: ClientSession) =>
    codes.updateOne({ _id: codeId }, { $set: { spent: true } }, { session })

  return {
    request: ({ purpose, now, codeHash = null, deliver = true, ...request }) =>
      transact(async (session) => {
        const email = emailKey(request.email)
        const who = countedClient(request.client)
        if (isLimited) await checkLimits(email, request.client, now, session)
        const codeId = Bun.randomUUIDv7()
        const armedAt = codeHash === null ? null : now
        const code = { email, purpose, ...who, requestedAt: now, hash: codeHash, armedAt }
        await codes.insertOne({ _id: codeId, ...code, spent: false }, { session })
        if (codeHash === null)
          await mails.queue({ to: email, purpose: 'reset', codeId, deliver }, now, session)
        return { codeId }
      }),
    withdraw: (codeId) =>
      transact(async (session) => {
        await outbox.deleteMany({ codeId }, { session })
        await codes.deleteOne({ _id: codeId }, { session })
      }),
    async register(account, tried) {
      const email = emailKey(account.email)
      const made = await transact(async (session) => {
        const codeId = await judge(email, 'register', tried, session)
        if (codeId === null) return null
        await markSpent(codeId, session)
        const found = await invitations.find({ email }, { session }).toArray()
        const invitation = invitationToSpend(
          found.map(({ _id: id, ...row }) => ({ id, ...row })),
          tried.now,
        )
        if (invitation)
          await invitations.updateOne(
            { _id: invitation.id },
            { $set: { endedAt: tried.now } },
            { session },
          )
        const settings = await portal.findOne({ _id: 'portal' }, { session })
        return accounts.create(
          registering(account, invitation),
          {
            by: null,
            now: tried.now,
            state: stateOfNew(settings?.registration ?? 'open'),
            beside: invitation ? [invitationEndedEntry(invitation)] : [],
          },
          session,
        )
      })
      if (!made) throw invalidCode()
      return made
    },
    async resetPassword(address, passwordHash, tried) {
      const email = emailKey(address)
      const isReset = await transact(async (session) => {
        const account = await accounts.find({ email }, session)
        const codeId = await judge(email, 'reset', tried, session)
        if (codeId === null || !account) return false
        if (passwordHash === null) return true
        await markSpent(codeId, session)
        await accounts.change(account, { passwordHash }, { by: null, now: tried.now }, session)
        return true
      })
      if (!isReset) throw invalidCode()
    },
    arm: (codeId, codeHash, now) =>
      run(async () => {
        await codes.updateOne({ _id: codeId }, { $set: { hash: codeHash, armedAt: now } })
      }),
  }
}
