import { t } from 'elysia'
import type { Moved } from '#src/contract/frames.ts'
import { isOrdersTopic, subscriptionsOf } from '#src/contract/topics.ts'
import type { SignedIn } from '#src/identity/session.ts'
import { may } from '#src/rules/permissions.ts'
import type { Step } from '#src/store/port.ts'
import { IntegerReply, TextReply } from './fields.ts'

export const MovedReply = t.Optional(
  t.Object(
    {
      epoch: TextReply('019373a0-7c4e-7000-8000-3f1d2a6b9c11', 'The epoch of the revisions.'),
      topics: t.Array(
        t.Object({
          topic: t.Unsafe<Moved['topics'][number]['topic']>(
            TextReply(
              'carts',
              'A topic of the live channel, or `orders:` and the account id for the order of one club.',
            ),
          ),
          from: IntegerReply(41, 'The revision before this change.'),
          rev: IntegerReply(42, 'The revision after it, counting no other change.'),
        }),
      ),
    },
    {
      title: 'Moved',
      description:
        'How this change alone moved the revisions that the caller may read. A list that is at `from` becomes the list at `rev` with the rows of this reply.',
    },
  ),
)

/** The steps that this account may hear of; `undefined` when there is none. */
export function toMoved(
  account: SignedIn,
  epoch: string,
  steps: readonly Step[] = [],
): Moved | undefined {
  const heard = subscriptionsOf({ accountId: account.id, role: account.access })
  const topics = steps.flatMap(({ topic: storeTopic, from, rev }): Moved['topics'] => {
    const topic = heard.find(({ feed }) => feed === storeTopic)?.topic
    if (topic) return [{ topic, from, rev }]
    const isReadable = isOrdersTopic(storeTopic) && may(account.access, 'orders.ofOthers')
    return isReadable ? [{ topic: storeTopic, from, rev }] : []
  })
  return topics.length > 0 ? { epoch, topics } : undefined
}
