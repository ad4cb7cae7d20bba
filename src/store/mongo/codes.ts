import { timingSafeEqual } from 'node:crypto'
import type { ClientSession } from 'mongodb'
import { CODE_WINDOWS_MS, checkCodeLimits, invalidCode, isCodeOpen } from '#src/rules/codes.ts'
import { emailKey } from '#src/rules/names.ts'
import type { CodePurpose, Store } from '../port.ts'
import type { AccountDocs } from './accounts.ts'
import type { Connection } from './connection.ts'
import type { CodeDoc } from './documents.ts'

const isSame = (a: string, b: string): boolean => {
  const [left, right] = [new TextEncoder().encode(a), new TextEncoder().encode(b)]
  return left.length === right.length && timingSafeEqual(left, right)
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
  connection: Connection,
  accounts: AccountDocs,
  isLimited: boolean,
): Methods {
  const { codes, codeGates, outbox, run, settled, transact } = connection

  async function timesOf(
    who: { email: string } | { client: string },
    since: number,
    session: ClientSession,
  ): Promise<number[]> {
    const found = codes.find({ ...who, requestedAt: { $gt: since } }, { session })
    return (await found.sort({ requestedAt: -1 }).toArray()).map(({ requestedAt }) => requestedAt)
  }

  async function checkLimits(email: string, client: string, now: number, session: ClientSession) {
    for (const gate of [`email ${email}`, `client ${client}`])
      await codeGates.updateOne({ _id: gate }, { $inc: { asked: 1 } }, { upsert: true, session })
    checkCodeLimits(
      await timesOf({ email }, now - CODE_WINDOWS_MS.email, session),
      await timesOf({ client }, now - CODE_WINDOWS_MS.client, session),
      now,
    )
  }

  /** The code, if it is the right one and in time. A wrong one costs a try, which outlives the refusal. */
  async function judge(
    email: string,
    purpose: CodePurpose,
    hash: string,
    now: number,
    session: ClientSession,
  ): Promise<CodeDoc | null> {
    const code = await codes.findOne(
      { email, purpose, hash: { $ne: null } },
      { session, sort: { armedAt: -1, _id: -1 } },
    )
    if (code?.hash == null || code.armedAt === null) return null
    if (!isCodeOpen({ ...code, armedAt: code.armedAt }, now)) return null
    if (isSame(code.hash, hash)) return code
    await codes.updateOne({ _id: code._id }, { $inc: { tries: 1 } }, { session })
    return null
  }

  const markSpent = (code: CodeDoc, session: ClientSession) =>
    codes.updateOne({ _id: code._id }, { $set: { spent: true } }, { session })

  return {
    requestCode: ({ purpose, client, now, codeHash = null, deliver = true, ...request }) =>
      transact(async (session) => {
        const email = emailKey(request.email)
        if (isLimited) await checkLimits(email, client, now, session)
        const codeId = Bun.randomUUIDv7()
        const armedAt = codeHash === null ? null : now
        await codes.insertOne(
          {
            _id: codeId,
            email,
            purpose,
            client,
            requestedAt: now,
            hash: codeHash,
            armedAt,
            tries: 0,
            spent: false,
          },
          { session },
        )
        if (codeHash === null)
          await outbox.insertOne(
            {
              _id: Bun.randomUUIDv7(),
              codeId,
              state: deliver ? 'waiting' : 'held',
              attempts: 0,
              dueAt: now,
            },
            { session },
          )
        return { codeId }
      }),
    withdrawCode: (codeId) =>
      transact(async (session) => {
        await outbox.deleteMany({ codeId }, { session })
        await codes.deleteOne({ _id: codeId }, { session })
      }),
    async register(account, codeHash, now) {
      const made = await transact(async (session) => {
        const code = await judge(emailKey(account.email), 'register', codeHash, now, session)
        if (!code) return null
        await markSpent(code, session)
        return accounts.create(account, session)
      })
      if (!made) throw invalidCode()
      return made
    },
    async resetPassword(address, passwordHash, codeHash, now) {
      const isReset = await transact(async (session) => {
        const email = emailKey(address)
        const account = await accounts.find({ email }, session)
        const code = await judge(email, 'reset', codeHash, now, session)
        if (!code || !account) return false
        if (passwordHash === null) return true
        await markSpent(code, session)
        await accounts.change(account, { passwordHash }, session)
        return true
      })
      if (!isReset) throw invalidCode()
    },
    claimMail: (now, leaseMs) =>
      run(async () => {
        const mail = await outbox.findOneAndUpdate(
          { state: 'waiting', dueAt: { $lte: now } },
          { $set: { dueAt: now + leaseMs } },
          { sort: { dueAt: 1 } },
        )
        if (!mail) return null
        const code = await settled.codes.findOne({ _id: mail.codeId })
        if (!code) return null
        const { _id: id, codeId, attempts } = mail
        return { id, codeId, attempts, to: code.email, purpose: 'reset' }
      }),
    nextMailAt: () =>
      run(async () => {
        const next = await settled.outbox.findOne({ state: 'waiting' }, { sort: { dueAt: 1 } })
        return next?.dueAt ?? null
      }),
    armCode: (codeId, codeHash, now) =>
      run(async () => {
        await codes.updateOne(
          { _id: codeId },
          { $set: { hash: codeHash, armedAt: now, tries: 0, spent: false } },
        )
      }),
    mailSent: (id) =>
      run(async () => {
        await outbox.updateOne({ _id: id }, { $set: { state: 'sent' } })
      }),
    mailFailed: (id, retryAt) =>
      run(async () => {
        await outbox.updateOne({ _id: id }, { $set: { dueAt: retryAt }, $inc: { attempts: 1 } })
      }),
  }
}
