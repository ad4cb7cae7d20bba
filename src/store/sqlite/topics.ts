import type { ClubId } from '#src/contract/ids.ts'
import { type CountedTopic, ordersTopic } from '#src/contract/topics.ts'
import type { Nudge } from '../port.ts'
import type { Connection } from './connection.ts'

/** The revision of each topic that all accounts share. */
type Revs = Record<CountedTopic, number>

/** The revisions of all topics, and which of them a write moves. */
export function openTopics({ prepare }: Connection) {
  const readAll = prepare<Revs, []>(
    'SELECT ordering, inventory, catalogue, carts, people FROM portal WHERE id = 1',
  )
  const orderRev = prepare<{ rev: number }, [ClubId]>('SELECT rev FROM carts WHERE clubId = ?')
  const orders = new Map<ClubId, number>()
  const counted = new Set<CountedTopic>()

  function revs(): Revs {
    const row = readAll.get()
    if (!row) throw new Error('The row of table portal is missing.')
    return row
  }

  return {
    rev: (...topics: CountedTopic[]): number => {
      const all = revs()
      return topics.reduce((sum, topic) => sum + all[topic], 0)
    },
    orderRev: (clubId: ClubId): number | null => orderRev.get(clubId)?.rev ?? null,
    /** A write begins. */
    begin(): void {
      orders.clear()
      counted.clear()
    },
    /** Notes that the write moves a topic. */
    move: (topic: CountedTopic): void => void counted.add(topic),
    /** Notes that the write has raised the revision of a club's order. */
    moveOrder(clubId: ClubId, rev: number): void {
      orders.set(clubId, rev)
      counted.add('carts')
    },
    /** Raises the noted revisions, and answers what moved. It reads and then writes, which costs a third of `UPDATE … RETURNING`. */
    end(): Nudge[] {
      const moved = [...orders].map(([clubId, rev]): Nudge => ({ topic: ordersTopic(clubId), rev }))
      if (counted.size === 0) return moved
      const before = revs()
      for (const topic of counted) {
        const rev = before[topic] + 1
        prepare(`UPDATE portal SET ${topic} = ? WHERE id = 1`).run(rev)
        moved.push({ topic, rev })
      }
      return moved
    },
  }
}

export type Topics = ReturnType<typeof openTopics>
