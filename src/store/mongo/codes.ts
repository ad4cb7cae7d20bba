import type { ClientSession, Filter } from 'mongodb'
import type { CodeRequest, Tables } from '../tables.ts'
import type { CodeDoc, Collections } from './documents.ts'

/** Whether a code was sent. */
const isArmed = (code: CodeDoc): code is CodeDoc & { hash: string; armedAt: number } =>
  code.hash !== null && code.armedAt !== null

/** Mailed codes, and the tries of them. */
export function openCodes(
  { codes, codeGates, codeTries }: Collections,
  session: ClientSession,
): Tables['codes'] {
  async function asked(of: Filter<CodeDoc>, since: number): Promise<CodeRequest[]> {
    const found = codes.find({ ...of, requestedAt: { $gt: since } }, { session })
    return (await found.sort({ requestedAt: -1 }).toArray()).map(
      ({ clientKind, client, requestedAt: at }) => ({ clientKind, client, at }),
    )
  }
  const set = (_id: string, fields: Partial<CodeDoc>) =>
    codes.updateOne({ _id }, { $set: fields }, { session })

  return {
    async lock(gates, at) {
      for (const _id of gates)
        await codeGates.updateOne(
          { _id },
          { $inc: { asked: 1 }, $set: { at } },
          { upsert: true, session },
        )
    },
    askedFor: (email, since) => asked({ email }, since),
    askedBy: (client, since) => asked({ ...client }, since),
    async armed(email, purpose) {
      const found = await codes
        .find({ email, purpose, hash: { $ne: null } }, { session })
        .sort({ armedAt: -1, _id: -1 })
        .toArray()
      return found.filter(isArmed).map(({ _id: id, ...code }) => ({ id, ...code }))
    },
    async countTries({ codeId, email, clientKind, client }, { after, until }) {
      const count = (filter: Parameters<typeof codeTries.countDocuments>[0]) =>
        codeTries.countDocuments(filter, { session })
      return {
        own: await count({ codeId, clientKind, client }),
        ofKind: await count({ codeId, clientKind }),
        ofKindToday: await count({ email, clientKind, at: { $gt: after, $lte: until } }),
      }
    },
    add: ({ id: _id, ...code }) => codes.insertOne({ _id, ...code }, { session }),
    addTry: (tried) => codeTries.insertOne({ _id: Bun.randomUUIDv7(), ...tried }, { session }),
    spend: (id) => set(id, { spent: true }),
    arm: (id, hash, armedAt) => set(id, { hash, armedAt }),
    remove: (_id) => codes.deleteOne({ _id }, { session }),
  }
}
