import { lineKey, nameKey, namesakeKey } from '#src/rules/names.ts'
import { openNamesakes } from '../shared/namesakes.ts'
import type { CodeDoc, Collections, LineDoc, MailDoc } from './documents.ts'

/** The documents of schema 1 that differ. */
type CodeOf1 = Omit<CodeDoc, 'clientKind'> & { tries: number }
type MailOf1 = { _id: string; codeId: string; state: 'waiting' | 'held' | 'sent' }

/** Throws when the lease is lost. */
type Hold = () => void

async function rekeyItems({ items }: Collections, hold: Hold): Promise<void> {
  const isNamesake = openNamesakes()
  const changes = (await items.find().sort({ _id: 1 }).toArray()).map((item) => {
    const key = nameKey(item.name)
    const isYounger = isNamesake(key, item.nameKey)
    return { item, key: isYounger ? namesakeKey(key, item._id) : key, isYounger }
  })
  // Keys are unique, so the items that free a key come first.
  for (const wanted of [true, false])
    for (const { item, key, isYounger } of changes) {
      if (isYounger !== wanted || key === item.nameKey) continue
      hold()
      await items.updateOne({ _id: item._id, nameKey: item.nameKey }, { $set: { nameKey: key } })
    }
}

const keyOf = ({ itemId, ownName }: LineDoc): string => lineKey({ itemId, itemName: ownName })

async function rekeyLines({ carts, removedLines }: Collections, hold: Hold): Promise<void> {
  for await (const { _id, rev, lines } of carts.find({ lines: { $ne: [] } })) {
    const isNamesake = openNamesakes()
    const keys = new Map(
      lines
        .toSorted((a, b) => (a._id < b._id ? -1 : 1))
        .map((line) => {
          const key = keyOf(line)
          return [line._id, isNamesake(key, line.key) ? namesakeKey(key, line._id) : key]
        }),
    )
    const rekeyed = lines.map((line) => ({ ...line, key: keys.get(line._id) ?? line.key }))
    if (rekeyed.every(({ key }, index) => key === lines[index]?.key)) continue
    hold()
    await carts.updateOne({ _id, rev }, { $set: { lines: rekeyed } })
  }
  for await (const line of removedLines.find({ itemId: null })) {
    const key = keyOf(line)
    if (key === line.key) continue
    hold()
    await removedLines.updateOne({ _id: line._id }, { $set: { key } })
  }
}

/** Tries of schema 1 count for the network that requested the code. Their ids make a repeated step write the same documents. */
async function carryTries({ codes, codeTries }: Collections, hold: Hold): Promise<void> {
  const found = codes.find<CodeOf1>({ clientKind: { $exists: false } })
  for await (const { _id: codeId, email, client, tries, armedAt, requestedAt } of found) {
    hold()
    const at = armedAt ?? requestedAt
    for (let index = 0; index < tries; index++)
      await codeTries.replaceOne(
        { _id: `${codeId} ${index}` },
        { codeId, email, clientKind: 'network', client, at },
        { upsert: true },
      )
    await codes.updateOne(
      { _id: codeId, clientKind: { $exists: false } },
      { $set: { clientKind: 'network' }, $unset: { tries: '' } },
    )
  }
}

/** Gives withheld mails up, and deletes mails without a code, which could not be sent. */
async function carryMails({ codes, outbox }: Collections, hold: Hold): Promise<void> {
  for await (const { _id, codeId, state } of outbox.find<MailOf1>({ to: { $exists: false } })) {
    hold()
    const code = await codes.findOne({ _id: codeId })
    if (!code) {
      await outbox.deleteOne({ _id })
      continue
    }
    const mail: Partial<MailDoc> = {
      to: code.email,
      purpose: 'reset',
      deliver: state !== 'held',
      state: state === 'held' ? 'given_up' : state,
      queuedAt: code.requestedAt,
    }
    await outbox.updateOne({ _id, to: { $exists: false } }, { $set: mail })
  }
}

/** Migrates schema 1 to schema 2. Each step can be repeated after it was cut off at any write. */
export async function migrateToVersion2(all: Collections, hold: Hold): Promise<void> {
  await rekeyItems(all, hold)
  await rekeyLines(all, hold)
  await carryTries(all, hold)
  await carryMails(all, hold)
  // Schema 1 derived the id from a secret, which may have to be changed.
  await all.portal.updateOne(
    { _id: 'portal', schema: 1 },
    { $set: { installation: crypto.randomUUID() } },
  )
}
