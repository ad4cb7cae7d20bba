import type { ClientSession } from 'mongodb'
import { heldEntry, turnedEntry, windowSetEntry } from '#src/rules/entries.ts'
import {
  dueTurns,
  FIRST_ORDERING,
  type Ordering,
  orderingAt,
  turnedByHand,
  withWindow,
} from '#src/rules/window.ts'
import type { OrderingStore, Written } from '../port.ts'
import type { Announcing } from './announcing.ts'
import type { Connection } from './connection.ts'
import type { CartDoc, CopiedWindow, OrderingDoc } from './documents.ts'
import type { Entries, NewBatch } from './entries.ts'
import type { Topics } from './topics.ts'

export const toOrdering = (found: OrderingDoc | null): Ordering => ({
  ...FIRST_ORDERING,
  ...found?.window,
  isOpen: !found?.isConfirmDisabled,
  decisionsHeld: found?.decisionsHeld ?? false,
})

/** What the document of the switches holds besides them. */
export function toWindow(ordering: Ordering): Omit<Ordering, 'isOpen' | 'decisionsHeld'> {
  const { opensAt, closesAt, message, turnedAt, turnedBy } = ordering
  return { opensAt, closesAt, message, turnedAt, turnedBy }
}

/** What every cart holds of the switches. */
export const toCopy = ({ isOpen, decisionsHeld, opensAt, closesAt, turnedAt }: Ordering) => ({
  open: isOpen,
  held: decisionsHeld,
  window: { opensAt, closesAt, turnedAt } satisfies CopiedWindow,
})

/** The switches of which a cart holds a copy. */
export const copiedSwitch = ({
  open,
  held,
  window,
}: Pick<CartDoc, 'open' | 'held' | 'window'>) => ({
  ...FIRST_ORDERING,
  ...window,
  isOpen: open,
  decisionsHeld: held,
})

/** Counts a new cart in the switch's document and answers its copy of the switch, so that no cart misses a change. */
export async function joinSwitch({ ordering }: Connection, session: ClientSession) {
  const after = await ordering.findOneAndUpdate(
    { _id: 'ordering' },
    { $inc: { carts: 1 } },
    { session, returnDocument: 'after' },
  )
  return toCopy(toOrdering(after))
}

/** What somebody makes of the switch, and the entries about it. */
type Decision = { value: Ordering; entries: NewBatch['entries'] }

/** The area `ordering`. Each cart has a copy of the switch, so that an order conflicts with a change of it. */
export function openOrdering(
  connection: Connection,
  epoch: string,
  { entries, topics, announcing }: { entries: Entries; topics: Topics; announcing: Announcing },
): OrderingStore {
  const { carts, ordering, run, settled } = connection

  /** Writes the turns of the clock that are due, and then what `decide` makes of the switch. */
  const change = (
    by: string | null,
    now: number,
    decide: (before: Ordering) => Decision,
  ): Promise<Written<Ordering>> =>
    topics.write(async (session) => {
      // The switch comes first: of two changes at once the second waits here, before it has touched a cart.
      const found = await ordering.findOneAndUpdate(
        { _id: 'ordering' },
        { $inc: { changes: 1 } },
        { session },
      )
      const stored = toOrdering(found)
      const before = orderingAt(stored, now)
      const { value, entries: made } = decide(before)
      const turns = dueTurns(stored, now).map(({ isOpen }) => ({
        by: null,
        entries: [turnedEntry(isOpen)],
      }))
      const batches = [...turns, { by, entries: made }].filter((each) => each.entries.length > 0)
      if (!found || batches.length === 0) return { value }
      await carts.updateMany({}, { $set: toCopy(value) }, { session })
      let batch = found.batch
      for (const each of batches) {
        batch = entries.nextBatch([{ ...(batch !== undefined && { batch }) }])
        await entries.add(batch, { ...each, at: now }, session)
      }
      await ordering.updateOne(
        { _id: 'ordering' },
        {
          $set: {
            isConfirmDisabled: !value.isOpen,
            window: toWindow(value),
            ...(batch && { batch }),
          },
          $inc: { rev: 1 },
        },
        { session },
      )
      return { value, topics: ['ordering'], ...(made.length > 0 && { batch }) }
    })

  return {
    read: () =>
      run(async () => {
        const found = await settled.ordering.findOne({ _id: 'ordering' })
        return { epoch, rev: found?.rev ?? 0, rows: toOrdering(found) }
      }),
    turnByClock: (now) => change(null, now, (value) => ({ value, entries: [] })),
    set: (isOpen, actorId, now) =>
      change(actorId, now, (before) =>
        before.isOpen === isOpen
          ? { value: before, entries: [] }
          : { value: turnedByHand(before, isOpen, now), entries: [turnedEntry(isOpen)] },
      ),
    hold: (decisionsHeld, actorId, now) =>
      topics.write(async (session) => {
        const value = { decisionsHeld }
        const before = await ordering.findOneAndUpdate(
          { _id: 'ordering', decisionsHeld: !decisionsHeld },
          { $set: { decisionsHeld }, $inc: { rev: 1 } },
          { session },
        )
        if (!before) return { value }
        await carts.updateMany({}, { $set: { held: decisionsHeld } }, { session })
        const ahead = decisionsHeld ? [] : await announcing.findAhead(session)
        const about = ahead.flatMap((cart) => [cart, ...cart.lines])
        const batch = entries.nextBatch([before, ...about])
        await ordering.updateOne({ _id: 'ordering' }, { $set: { batch } }, { session })
        const announced = await announcing.write(ahead, batch, session)
        const added = [heldEntry(decisionsHeld), ...announced]
        await entries.add(batch, { by: actorId, at: now, entries: added }, session)
        return { value, batch, topics: ['ordering'], carts: ahead }
      }),
    setWindow: (window, actorId, now) =>
      change(actorId, now, (before) => {
        const value = withWindow(before, window, now)
        const made = windowSetEntry(before, value)
        if (!made) return { value: before, entries: [] }
        const isSwitched = value.isOpen !== before.isOpen
        return { value, entries: isSwitched ? [made, turnedEntry(value.isOpen)] : [made] }
      }),
  }
}
